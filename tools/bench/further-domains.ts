// Copies the repository with additional domains, to measure what a domain that a request does not need costs
// it.
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = new URL('../..', import.meta.url).pathname;
const COPIED = ['src', 'queues', 'durable-objects', 'package.json', 'tsconfig.json'];
/** The domain that is copied: table, store, resource, five routes and their verbs. */
const MODEL = {
  area: 'measurement',
  domain: 'conversions',
  routes: 'conversionRoutes',
  path: '/v1/conversions',
};

/** @returns a folder from which a Worker can be built; the caller removes it. */
export function withFurtherDomains(count: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'bench-further-'));
  for (const name of COPIED) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  for (const name of ['node_modules', 'public']) symlinkSync(join(ROOT, name), join(folder, name));
  for (const config of ['wrangler.toml', 'wrangler.pixel.toml']) {
    const toml = readFileSync(join(ROOT, config), 'utf8');
    writeFileSync(join(folder, config), toml.replace(/^\[build\]\n(?:.+\n)+/m, ''));
  }
  const groups = Array.from({ length: count }, (_, index) => addDomain(folder, index));
  const table = join(folder, 'src/routes.ts');
  const listed = readFileSync(table, 'utf8').replace(
    '} as const satisfies Record',
    (end) => `  further: [${groups.join()}],\n${end}`,
  );
  if (!listed.includes('further:')) throw new Error('src/routes.ts has no place for further domains');
  writeFileSync(table, listed);
  return folder;
}

/** @returns the copy's entry in the table of routes. */
function addDomain(folder: string, index: number): string {
  const from = join(ROOT, 'src/domains', MODEL.area, MODEL.domain);
  const to = join(folder, 'src/domains/further', `domain-${index}`);
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from).filter((file) => file.endsWith('.ts'))) {
    const text = readFileSync(join(from, name), 'utf8')
      .replaceAll(/from '\.\.\/(?!\.)/g, `from '../../${MODEL.area}/`)
      .replaceAll(MODEL.path, `/v1/further-${index}`);
    writeFileSync(join(to, name), text);
  }
  const load = `import('./domains/further/domain-${index}/routes.ts').then((m) => m.${MODEL.routes})`;
  return `{ under: ['/v1/further-${index}'], load: () => ${load} }`;
}
