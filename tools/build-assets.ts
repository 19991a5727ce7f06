// Fills public/ with what is not kept in git: the viewer of the documentation and the document it shows.
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const viewer = join(root, 'public/docs/viewer');

export async function buildAssets(): Promise<void> {
  await mkdir(viewer, { recursive: true });
  for (const name of ['swagger-ui.css', 'swagger-ui-bundle.js', 'swagger-ui-bundle.js.LICENSE.txt']) {
    await copyFile(join(root, 'node_modules/swagger-ui-dist', name), join(viewer, name));
  }
  await copyFile(join(root, 'openapi.json'), join(root, 'public/openapi.json'));
}

if (import.meta.main) await buildAssets();
