// The URLs of the stylesheet, the scripts and the icon. tools/build-assets.ts makes them and their table.
import { ASSETS } from './assets.generated.ts';

export type AssetName = keyof typeof ASSETS;

/** A file of src/console/islands, without its extension. */
export type IslandName = AssetName extends infer N ? (N extends `${infer I}.js` ? I : never) : never;

export function asset(name: AssetName): string {
  return ASSETS[name];
}
