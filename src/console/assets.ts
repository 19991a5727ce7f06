// The URLs of the stylesheet, the scripts and the icon. tools/build-assets.ts makes them and their table.
import { ASSETS, MODULES } from './assets.generated.ts';

export type AssetName = keyof typeof ASSETS;

/** A file of src/console/islands, without its extension. */
export type IslandName = AssetName extends infer N ? (N extends `${infer I}.js` ? I : never) : never;

export function asset(name: AssetName): string {
  return ASSETS[name];
}

/** A script that pages name, or a module that a script loads only where it is needed, by its file in islands. */
export type ModuleName = keyof typeof MODULES;

/** Every script that takes these modules: named in the page, they come in one round trip. */
export function scriptsOf(...names: ModuleName[]): string[] {
  return [...new Set(names.flatMap((name) => MODULES[name]))];
}
