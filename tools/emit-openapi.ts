// Writes openapi.json. With --check it only checks whether the file matches the routes.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openapiDocument } from './openapi/document.ts';
import { readableJson } from './openapi/readable-json.ts';

const file = join(import.meta.dirname, '../openapi.json');
const document = openapiDocument();
const fresh = `${readableJson(document)}\n`;

if (process.argv.includes('--check')) {
  const stored = await readFile(file, 'utf8').catch(() => '');
  if (stored !== fresh) {
    console.error('openapi.json is not what the routes say. Run `npm run openapi` and commit it.');
    process.exit(1);
  }
  console.log('openapi.json is up to date');
} else {
  await writeFile(file, fresh);
  console.log(`openapi.json written: ${Object.keys(document.paths ?? {}).length} paths`);
}
