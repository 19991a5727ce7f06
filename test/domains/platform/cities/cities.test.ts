import { beforeAll, describe, expect, it } from 'vitest';
import { City, type CityRow, packCity, presentCity } from '../../../../src/domains/platform/cities/city.ts';
import { fold } from '../../../../src/domains/platform/cities/fold.ts';
import { loadStatements, replaceCities } from '../../../../src/domains/platform/cities/load-cities.ts';
import { candidateKeys, prefixLists } from '../../../../src/domains/platform/cities/prefix-lists.ts';
import { BY_PREFIX } from '../../../../src/domains/platform/cities/store.ts';
import extract from '../../../fixtures/cities.json';
import { call, type Minted, mintAccount, systemCtx, testEnv } from '../../../harness/world.ts';

const FIELDS = [
  'rank',
  'geonamesId',
  'name',
  'folded',
  'countryCode',
  'regionCode',
  'regionName',
  'latitude',
  'longitude',
  'timeZone',
] as const;

/** Every city of Switzerland, Estonia and Iceland, and the world's 1,500 largest. */
const cities = extract.map(
  (values) => Object.fromEntries(FIELDS.map((field, i) => [field, values[i]])) as unknown as CityRow,
);

let brand: Minted;

beforeAll(async () => {
  await replaceCities(testEnv.DB, cities);
  brand = await mintAccount();
});

async function search(query: string): Promise<{ names: string[]; body: { nextCursor: string | null } }> {
  const { status, body } = await call('GET', `/v1/cities?${query}`, { key: brand.readKey });
  expect(status).toBe(200);
  return { names: body.data.map((city: { name: string }) => city.name), body };
}

describe('a record', () => {
  it('says what was loaded, whatever its names hold', () => {
    const odd = { ...cities[0]!, name: 'A "b" \\ c', regionName: null, regionCode: null };
    for (const city of [...cities, odd, { ...cities[0]!, regionName: cities[0]!.name }]) {
      const { rank, folded, ...fields } = city;
      const record = City.parse(JSON.parse(presentCity(packCity(city))));
      expect(record).toMatchObject({ ...fields, city: city.name, region: city.regionName });
      const region = city.regionName === null || city.regionName === city.name ? '' : `, ${city.regionName}`;
      expect(record.displayName).toBe(`${city.name}${region}, ${record.countryName}`);
    }
    expect(() => packCity({ ...odd, name: 'a|b' })).toThrow('|');
  });
});

describe('GET /v1/cities', () => {
  it('answers a city with its region, country, position and time zone', async () => {
    const { body } = await call('GET', '/v1/cities?q=zurich&limit=1', { key: brand.readKey });
    expect(body.data).toEqual([
      {
        geonamesId: 2657896,
        name: 'Zürich',
        displayName: 'Zürich, Zurich, Switzerland',
        city: 'Zürich',
        region: 'Zurich',
        regionCode: 'ZH',
        regionName: 'Zurich',
        countryCode: 'CH',
        countryName: 'Switzerland',
        latitude: expect.closeTo(47.37, 1),
        longitude: expect.closeTo(8.55, 1),
        timeZone: 'Europe/Zurich',
      },
    ]);
  });

  it.each([
    ['sao', 'São Paulo'],
    ['SÃO P', 'São Paulo'],
    ['São', 'São Paulo'],
    ['são', 'São Paulo'],
    ['Zürich', 'Zürich'],
    ['ZURICH', 'Zürich'],
    ['lodz', 'Łódź'],
    ['ŁÓDŹ', 'Łódź'],
    ['İstanbul', 'Istanbul'],
    ['ıstanbul', 'Istanbul'],
    ['izm', 'İzmir'],
    ['  new york', 'New York City'],
    ['new-york', 'New York City'],
  ])('finds by %s the city %s, whatever the accents and case', async (q, name) => {
    expect((await search(`q=${encodeURIComponent(q)}`)).names[0]).toBe(name);
  });

  it.each([
    ['St. Gallen', 'Sankt Gallen'],
    ['st gal', 'Sankt Gallen'],
    ['Saint Louis', 'St. Louis'],
    ['St Petersb', 'Saint Petersburg'],
  ])('finds by %s the city %s, whose name is spelled otherwise', async (q, name) => {
    expect((await search(`q=${encodeURIComponent(q)}`)).names).toContain(name);
  });

  it('pages through all spellings in one order', async () => {
    const { body } = await call('GET', '/v1/cities?q=st.%20p&limit=100', { key: brand.readKey });
    const first = await call('GET', '/v1/cities?q=st.%20p&limit=1', { key: brand.readKey });
    const second = await call('GET', `/v1/cities?q=st.%20p&limit=1&cursor=${first.body.nextCursor}`, {
      key: brand.readKey,
    });
    expect(body.data.length).toBeGreaterThanOrEqual(2);
    expect([...first.body.data, ...second.body.data]).toEqual(body.data.slice(0, 2));
  });

  it('lists larger cities first', async () => {
    const { body } = await call('GET', '/v1/cities?q=s&limit=100', { key: brand.readKey });
    const ids = body.data.map((city: { geonamesId: number }) => city.geonamesId);
    const largest = cities.filter((city) => city.folded.startsWith('s')).slice(0, 100);
    expect(ids).toEqual(largest.map((city) => city.geonamesId));
    expect(body.data[0].name).toBe('Shanghai');
  });

  it('matches the beginning of the name alone', async () => {
    expect((await search('q=york')).names).not.toContain('New York City');
  });

  it('keeps to one country, in either case', async () => {
    expect((await search('q=ber&country=ch')).names[0]).toBe('Bern');
    expect((await search('q=ber&country=DE')).names).toEqual(['Berlin']);
    expect((await search('q=ber&country=VA')).names).toEqual([]);
  });

  it.each(['q=s', 'q=s&country=CH', 'q=zu', 'q=k&country=EE', 'q=san'])(
    'pages through %s without a gap or a repeat',
    async (query) => {
      const params = new URLSearchParams(query);
      const expected = cities
        .filter((city) => city.folded.startsWith(params.get('q')!))
        .filter((city) => !params.has('country') || city.countryCode === params.get('country'))
        .map((city) => city.name);
      expect(expected.length).toBeGreaterThan(5);
      const found: string[] = [];
      let cursor: string | null = null;
      do {
        const page = await search(`${query}&limit=7${cursor ? `&cursor=${cursor}` : ''}`);
        found.push(...page.names);
        cursor = page.body.nextCursor;
      } while (cursor);
      expect(found).toEqual(expected);
    },
  );

  it('refuses a cursor of another q or country, and what is no cursor', async () => {
    const { body } = await search('q=s&limit=2');
    const refused = async (query: string) => {
      const answer = await call('GET', `/v1/cities?${query}`, { key: brand.readKey });
      expect(answer.status).toBe(400);
      expect(answer.body.error.code).toBe('invalid_request');
    };
    await refused(`q=sa&cursor=${body.nextCursor}`);
    await refused(`q=s&country=CH&cursor=${body.nextCursor}`);
    await refused('q=s&cursor=nonsense');
    expect((await search(`q=S&limit=2&cursor=${body.nextCursor}`)).names).toHaveLength(2);
  });

  it.each([
    '',
    'q=',
    `q=${'x'.repeat(101)}`,
    'q=s&country=CHE',
    'q=s&limit=0',
    'q=s&limit=101',
    'q=s&size=3',
  ])('answers 400 to ?%s', async (query) => {
    expect((await call('GET', `/v1/cities?${query}`, { key: brand.readKey })).status).toBe(400);
  });

  it.each(["'", '%', '_', '*', 's*', 'zuri*', ':', 'CH:zu', '\u{10FFFF}', 'ﷺ'.repeat(100), 'x'.repeat(100)])(
    'takes %s as a text to look for, not as a pattern',
    async (q) => {
      const { names } = await search(`q=${encodeURIComponent(q)}`);
      for (const name of names) expect(fold(name).startsWith(fold(q))).toBe(true);
    },
  );

  it('needs a key', async () => {
    expect((await call('GET', '/v1/cities?q=s')).status).toBe(401);
  });
});

describe('the lists behind the search', () => {
  it('answer each prefix of each name by exactly one list, with everything that begins so', () => {
    const lists = new Map(prefixLists(cities));
    for (const city of cities.filter((_, i) => i % 7 === 0)) {
      const characters = Array.from(city.folded);
      for (let n = 1; n <= characters.length; n++) {
        const prefix = characters.slice(0, n).join('');
        for (const country of [undefined, city.countryCode]) {
          const present = [...new Set(candidateKeys(prefix, country))].filter((key) => lists.has(key));
          expect(present).toHaveLength(1);
          expect(lists.get(present[0]!)).toContain(city.rank);
        }
      }
    }
  });

  it('are read in their order: the query sorts nothing and scans no table', async () => {
    const { results } = await testEnv.DB.prepare(`EXPLAIN QUERY PLAN ${BY_PREFIX}`)
      .bind('["s"]', -1, 's', 't', 26)
      .all<{ detail: string }>();
    const plan = results.map((row) => row.detail).join('\n');
    expect(plan).not.toMatch(/TEMP B-TREE|SCAN (p|c|k)\b/);
  });

  it('loading twice leaves each city once', async () => {
    await replaceCities(testEnv.DB, cities);
    const count = await systemCtx().env.DB.prepare('SELECT COUNT(*) AS n FROM cities').first<number>('n');
    expect(count).toBe(cities.length);
    expect((await search('q=zurich&limit=1')).names).toEqual(['Zürich']);
  });

  it('are loaded whole, also those that are too long for one statement', async () => {
    const many = Array.from({ length: 12_000 }, (_, rank) => ({ ...cities[0]!, rank, folded: `a${rank}` }));
    const statements = [...loadStatements(many, 100_000)];
    await testEnv.DB.batch(
      statements.map(({ sql, json }) =>
        json ? testEnv.DB.prepare(sql).bind(json) : testEnv.DB.prepare(sql),
      ),
    );
    const { results } = await testEnv.DB.prepare(
      'SELECT key, json_group_array(rank) AS ranks FROM city_prefixes GROUP BY key',
    ).all<{ key: string; ranks: string }>();
    await replaceCities(testEnv.DB, cities);
    const loaded = new Map(results.map(({ key, ranks }) => [key, JSON.parse(ranks) as number[]]));
    expect(loaded.get('a')).toHaveLength(many.length);
    expect(loaded).toEqual(new Map(prefixLists(many)));
  });

  it('are loaded by statements that the database takes', () => {
    const sizes = [...loadStatements(cities, 40_000)].map(
      ({ json }) => new TextEncoder().encode(json ?? '').length,
    );
    expect(Math.max(...sizes)).toBeLessThan(100_000);
  });
});
