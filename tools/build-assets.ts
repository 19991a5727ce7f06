// Fills public/ with what is not kept in git: the viewer of the documentation and the document it shows.
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const viewer = join(root, 'public/docs/viewer');

export async function buildAssets(): Promise<void> {
  await mkdir(viewer, { recursive: true });
  for (const name of ['swagger-ui.css', 'swagger-ui-bundle.js', 'swagger-ui-bundle.js.LICENSE.txt']) {
    await copyChanged(join(root, 'node_modules/swagger-ui-dist', name), join(viewer, name));
  }
  await copyChanged(join(root, 'openapi.json'), join(root, 'public/openapi.json'));
}

/** Every `wrangler dev` on these sources starts anew when a file of theirs is written, and loses what is under way. */
async function copyChanged(from: string, to: string): Promise<void> {
  const there = await readFile(to).catch(() => null);
  if (!there?.equals(await readFile(from))) await copyFile(from, to);
}

if (import.meta.main) await buildAssets();
