import { replaceCities } from '../../src/domains/platform/cities/load-cities.ts';
import type { Env } from '../../src/env.ts';
import { readCities } from '../city-data.ts';

/** Loads GeoNames' cities into the local database unless they are there already. Takes some seconds, once. */
export async function ensureCities(env: Env, print: (line: string) => void): Promise<void> {
  const known = await env.DB.prepare('SELECT 1 FROM cities LIMIT 1').first();
  if (known) return;
  print('Cities of GeoNames, once …');
  await replaceCities(env.DB, readCities());
}
