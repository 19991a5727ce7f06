// A brand with a product, and a creator with a place in its program who may ask for samples of it.
import { type Answer, call, testEnv } from '../world.ts';
import { mintPair, type Pair } from './submissions.ts';

export interface SampleScene extends Pair {
  product: string;
}

/** A word that is only in the address of `ADDRESS`, so that a test can look for it everywhere. */
export const MARKER = 'Marjoram';

export const ADDRESS = {
  ...{ firstName: 'Ada', lastName: `Stone ${MARKER}`, line1: `1 ${MARKER} St`, city: `${MARKER}ville` },
  ...{ state: 'TX', postalCode: '73301', country: 'us', phone: '+1 512 555 0100' },
};

export async function mintProductToSend(key: string, body: object = {}): Promise<string> {
  const sent = { title: 'Shoe', sampleable: true, ...body };
  const made = await call('POST', '/v1/products', { key, body: sent });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  return made.body.data.id;
}

export async function sampleScene(product: object = {}): Promise<SampleScene> {
  const pair = await mintPair();
  return { ...pair, product: await mintProductToSend(pair.brand.key, product) };
}

export type Side = 'brand' | 'creator';
export const callerOf = ({ brand, creator }: Pair, side: Side) =>
  side === 'brand' ? { key: brand.key } : creator;

export const ask = (scene: SampleScene, body: object = {}, more = {}): Promise<Answer> =>
  call('POST', '/v1/samples', {
    ...scene.creator,
    ...more,
    body: { product: scene.product, address: ADDRESS, ...body },
  });
export const offer = (scene: SampleScene, body: object = {}): Promise<Answer> =>
  call('POST', '/v1/samples', {
    key: scene.brand.key,
    body: { product: scene.product, creator: scene.creator.as, ...body },
  });
export const change = (scene: Pair, side: Side, id: string, body: object, more = {}): Promise<Answer> =>
  call('PATCH', `/v1/samples/${id}`, { ...callerOf(scene, side), ...more, body });
export const read = (scene: Pair, side: Side, id: string, query = ''): Promise<Answer> =>
  call('GET', `/v1/samples/${id}${query}`, callerOf(scene, side));

/** The tables of the main database in which a text is found. */
export async function tablesWith(text: string): Promise<string[]> {
  const kept = await everythingKept();
  return kept.filter(([, rows]) => rows.includes(text)).map(([name]) => name);
}

/** Each table of the main database, with its rows as text. */
export async function everythingKept(): Promise<[table: string, rows: string][]> {
  const { results } = await testEnv.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf*'",
  ).all<{ name: string }>();
  const kept: [string, string][] = [];
  for (const { name } of results) {
    const rows = await testEnv.DB.prepare(`SELECT * FROM "${name}"`).all();
    kept.push([name, JSON.stringify(rows.results)]);
  }
  return kept;
}
