// Fills the city search. Run it once for each database, and again when the data packages are newer:
//
//   npm run cities -- --local [--persist-to DIR]   the database of `wrangler dev`
//   npm run cities -- --remote [--file FILE]       the one of deployment.json, or of another deployment's file
//   npm run cities -- --sql FILE                   only writes the SQL
//   npm run cities -- --extract FILE               a small part, for tests
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { getPlatformProxy } from 'wrangler';
import type { CityRow } from '../src/domains/platform/cities/city.ts';
import { loadStatements, replaceCities } from '../src/domains/platform/cities/load-cities.ts';
import { readCities } from './city-data.ts';
import { writeConfigs } from './deployment/configs.ts';
import { named, readDeployment } from './deployment/deployment.ts';
import { run } from './deployment/wrangler.ts';

/** D1 accepts statements of up to 100 KB, and a letter may take several bytes. */
const STATEMENT_CHARS = 40_000;

const { values } = parseArgs({
  options: {
    local: { type: 'boolean' },
    remote: { type: 'boolean' },
    file: { type: 'string' },
    'persist-to': { type: 'string' },
    sql: { type: 'string' },
    extract: { type: 'string' },
  },
});

function citySql(cities: readonly CityRow[]): string {
  let text = '';
  for (const { sql, json } of loadStatements(cities, STATEMENT_CHARS)) {
    text += `${json === null ? sql : sql.replace('?1', () => `'${json.replaceAll("'", "''")}'`)};\n`;
  }
  return text;
}

/** All cities of three countries, and the large cities of all others. */
function extract(cities: readonly CityRow[]): CityRow[] {
  return cities
    .filter((city, rank) => rank < 1_500 || ['CH', 'EE', 'IS'].includes(city.countryCode))
    .map((city, rank) => ({ ...city, rank }));
}

/** The deployed database imports SQL from a file, all or nothing. */
function importRemote(file: string, folder: string): void {
  const deployment = readDeployment(values.file);
  const { api } = writeConfigs(deployment, folder);
  const database = named(deployment, 'service-main');
  if (!run(['d1', 'execute', database, '--remote', '--yes', '--config', api, '--file', file]))
    throw new Error('The cities were not loaded: wrangler says why above.');
}

/** Through the binding, because wrangler takes most of a minute to split a local file into statements. */
async function loadLocal(cities: readonly CityRow[], persistTo: string | undefined): Promise<void> {
  const proxy = await getPlatformProxy<{ DB: D1Database }>({
    remoteBindings: false,
    ...(persistTo ? { persist: { path: join(persistTo, 'v3') } } : {}),
  });
  try {
    await replaceCities(proxy.env.DB, cities);
  } finally {
    await proxy.dispose();
  }
}

const started = performance.now();
const cities = readCities();
if (values.extract) {
  const lines = extract(cities).map((city) => JSON.stringify(Object.values(city)));
  writeFileSync(values.extract, `[\n${lines.join(',\n')}\n]\n`);
} else if (values.sql) {
  writeFileSync(values.sql, citySql(cities));
} else if (values.remote) {
  const folder = mkdtempSync(join(tmpdir(), 'cities-'));
  try {
    const file = join(folder, 'cities.sql');
    writeFileSync(file, citySql(cities));
    importRemote(file, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
} else if (values.local) {
  await loadLocal(cities, values['persist-to']);
} else {
  throw new Error('say --local, --remote, --sql FILE or --extract FILE');
}
console.log(`${cities.length} cities in ${((performance.now() - started) / 1000).toFixed(1)} s`);
