// Makes the files that are not in git: in public/ the documentation's viewer and its document; in src/console
// the pages' stylesheet, scripts and icon, under names with a content hash, and the table of those names.
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { build, type Metafile } from 'esbuild';

const root = join(import.meta.dirname, '..');
const viewer = join(root, 'public/docs/viewer');
const pages = join(root, 'src/console');

export async function buildAssets(): Promise<void> {
  await Promise.all([buildReference(), buildPages()]);
}

async function buildReference(): Promise<void> {
  await mkdir(viewer, { recursive: true });
  for (const name of ['swagger-ui.css', 'swagger-ui-bundle.js', 'swagger-ui-bundle.js.LICENSE.txt']) {
    await copyChanged(join(root, 'node_modules/swagger-ui-dist', name), join(viewer, name));
  }
  await copyChanged(join(root, 'openapi.json'), join(root, 'public/openapi.json'));
}

async function buildPages(): Promise<void> {
  const scripts = (await readdir(join(pages, 'islands'))).filter((name) => /\.tsx?$/.test(name));
  const common = {
    bundle: true,
    minify: true,
    write: false,
    charset: 'utf8',
    legalComments: 'none',
  } as const;
  const [js, css, loader] = await Promise.all([
    build({
      ...common,
      entryPoints: scripts.map((name) => join(pages, 'islands', name)),
      outdir: '/ui',
      entryNames: '[name].[hash]',
      chunkNames: 'shared.[hash]',
      format: 'esm',
      splitting: true,
      target: 'es2022',
      jsx: 'automatic',
      jsxImportSource: 'hono/jsx/dom',
      tsconfigRaw: {},
      metafile: true,
    }),
    build({
      ...common,
      entryPoints: [join(pages, 'styles/console.css'), join(pages, 'styles/embed.css')],
      outdir: '/ui',
      entryNames: '[name].[hash]',
      target: ['chrome111', 'firefox113', 'safari16.4'],
    }),
    build({
      ...common,
      entryPoints: [join(pages, 'islands/embed/loader.ts')],
      format: 'iife',
      target: 'es2021',
      tsconfigRaw: {},
    }),
  ]);
  const icon = await readFile(join(pages, 'favicon.svg'), 'utf8');
  const built = new Map<string, string>();
  for (const { path, text } of [...js.outputFiles, ...css.outputFiles]) built.set(basename(path), text);
  built.set(`favicon.${hashOf(icon, 8)}.svg`, icon);
  const sorted = [...built].sort(([a], [b]) => (a < b ? -1 : 1));
  const names = sorted
    .filter(([name]) => !name.startsWith('shared.'))
    .map(([name]) => `  '${name.replace(/\.[^.]+(\.\w+)$/, '$1')}': '/ui/${name}',\n`);
  const script = loader.outputFiles[0]!.text.trim();
  const texts = [...sorted.map(([name, text]) => [`/ui/${name}`, text]), ['/embed/v1.js', script]].map(
    ([path, text]) => `  '${path}': ${JSON.stringify(text)},\n`,
  );
  const modules = `export const MODULES = {\n${modulesOf(js.metafile).join('')}} as const`;
  await writeTable('assets.generated.ts', `ASSETS = {\n${names.join('')}} as const;\n${modules}`);
  const hash = `export const LOADER_HASH = '${hashOf(script, 32)}'`;
  await writeTable(
    'asset-texts.generated.ts',
    `TEXTS: Record<string, string> = {\n${texts.join('')}};\n${hash}`,
  );
}

/** Each module that a page or another module loads by itself, with the scripts that this takes. */
function modulesOf({ outputs }: Metafile): string[] {
  const pathOf = (output: string) => `/ui/${basename(output)}`;
  const wholeOf = (output: string, found = new Set<string>()): Set<string> => {
    if (found.has(output)) return found;
    found.add(output);
    for (const { path, kind } of outputs[output]!.imports) {
      if (kind === 'import-statement') wholeOf(path, found);
    }
    return found;
  };
  return Object.entries(outputs)
    .flatMap(([output, { entryPoint }]) => {
      if (entryPoint === undefined) return [];
      const name = relative(join(pages, 'islands'), resolve(entryPoint));
      const scripts = [...wholeOf(output)].map((one) => `'${pathOf(one)}'`);
      return [`  '${name}': [${scripts.join(', ')}],\n`];
    })
    .sort();
}

const hashOf = (text: string, length: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, length);

async function writeTable(name: string, table: string): Promise<void> {
  const path = join(pages, name);
  const text = `// Made by tools/build-assets.ts, and not kept in git.\nexport const ${table};\n`;
  if ((await readFile(path, 'utf8').catch(() => '')) !== text) await writeFile(path, text);
}

/**
 * Copies only changed files: a write makes every `wrangler dev` on these sources restart and lose its work
 * under way.
 */
async function copyChanged(from: string, to: string): Promise<void> {
  const there = await readFile(to).catch(() => null);
  if (!there?.equals(await readFile(from))) await copyFile(from, to);
}

if (import.meta.main) await buildAssets();
