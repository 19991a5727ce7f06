// Cases about creators: the city search and the list of a roster.
import { replaceCities } from '../../src/domains/platform/cities/load-cities.ts';
import { newId } from '../../src/kit/ids.ts';
import { readCities } from '../city-data.ts';
import { ROUNDS, type Row, withInstances } from './cases.ts';
import { type Bundles, startBare, startOurs } from './instances.ts';
import { cpuPerRequest, interleave } from './load.ts';
import { addAccount, type Scene, setScene } from './scene.ts';

const QUERIES = ['zur', 'san', 'lon', 'saint e', 'new york', 'm', 'ber', 'ista'];

/** Cities by prefix, compared with a bare Worker with one indexed range over the same cities. */
export async function citySearch(bundles: Bundles): Promise<Row> {
  return await withInstances(
    [() => startOurs(bundles), () => startBare('city-search.js', { d1Databases: { DB: 'bench' } })],
    async (ours, bare) => {
      const scene = await setScene(ours!.mf);
      const cities = readCities();
      await replaceCities(scene.main as unknown as D1Database, cities);
      const db = await bare!.mf.getD1Database('DB', 'bare');
      await db.exec('CREATE TABLE cities (id INTEGER PRIMARY KEY, folded TEXT, city TEXT)');
      const rows = cities.map((city, i) => [i, city.name.toLowerCase(), JSON.stringify(city)]);
      for (let i = 0; i < rows.length; i += 3000) {
        await db
          .prepare('INSERT INTO cities SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?1)')
          .bind(JSON.stringify(rows.slice(i, i + 3000)))
          .run();
      }
      await db.exec('CREATE INDEX cities_folded ON cities (folded)');
      const query = (i: number) => encodeURIComponent(QUERIES[i % QUERIES.length]!);
      const { a, b, ratio } = await interleave(
        ROUNDS,
        () =>
          cpuPerRequest(ours!, 800, 8, 200, (i) => ({
            method: 'GET',
            path: `/v1/cities?q=${query(i)}`,
            headers: { authorization: `Bearer ${scene.key}` },
          })),
        () => cpuPerRequest(bare!, 800, 8, 200, (i) => ({ method: 'GET', path: `/?q=${query(i)}` })),
      );
      return {
        what: 'City search',
        unit: 'CPU µs a request',
        ours: a,
        bare: b,
        ratio,
        target: { most: 1.5 },
      };
    },
  );
}

/** Creators of a roster, all in one program and half of them paused. */
export async function fillRoster(
  scene: Scene,
  account: string,
  program: string,
  count: number,
): Promise<void> {
  for (let done = 0; done < count; done += 5000) {
    const now = Date.now();
    const ids = JSON.stringify(
      Array.from({ length: Math.min(5000, count - done) }, () => newId('creator', now)),
    );
    const status = `CASE WHEN key % 2 = 0 THEN 'live' ELSE 'paused' END`;
    await scene.main.batch([
      scene.main
        .prepare(
          `INSERT INTO creators (id, name, managed_by, platform_handles, interests, creative_styles, reference_videos,
             search_words, version, created_at, updated_at)
           SELECT value, 'Creator', ?2, '{}', '[]', '[]', '[]', '{"name":["creator"],"contact":[]}', 1, ?3, ?3
           FROM json_each(?1)`,
        )
        .bind(ids, account, now),
      scene.main
        .prepare(
          `INSERT INTO creator_relationships (id, account_id, creator_id, consent, status, consent_at, relationship, tags,
             created_at, updated_at)
           SELECT 'rel_' || substr(value, 6), ?2, value, 'agreed', ${status}, ?3, 'direct', '[]', ?3, ?3 FROM json_each(?1)`,
        )
        .bind(ids, account, now),
      scene.main
        .prepare(
          `INSERT INTO creator_programs (account_id, program_id, status, creator_id)
           SELECT ?2, ?3, ${status}, value FROM json_each(?1)`,
        )
        .bind(ids, account, program),
    ]);
  }
}

/** A list page of a roster of 100,000 by status and program, compared with a roster of 1,000. */
export async function creatorList(bundles: Bundles): Promise<Row> {
  return await withInstances([() => startOurs(bundles)], async (ours) => {
    const scene = await setScene(ours!.mf);
    const small = await addAccount(scene);
    const program = newId('program', Date.now());
    await fillRoster(scene, small.account, program, 1000);
    await fillRoster(scene, scene.account, program, 100_000);
    const page = (key: string) => () =>
      cpuPerRequest(ours!, 200, 8, 200, () => ({
        method: 'GET',
        path: `/v1/creators?status=live&program=${program}&limit=25`,
        headers: { authorization: `Bearer ${key}` },
      }));
    const { a, b, ratio } = await interleave(ROUNDS, page(scene.key), page(small.key));
    return {
      what: 'Creators by status and program at 100,000 (bare: at 1,000)',
      unit: 'CPU µs a request',
      ours: a,
      bare: b,
      ratio,
      target: { most: 1.3 },
    };
  });
}
