import { beforeAll, describe, expect, it } from 'vitest';
import { built } from '../../../../src/db/merged-list.ts';
import {
  type CreatorSight,
  ownProductIds,
  type ProductFilter,
  seenProductIds,
} from '../../../../src/domains/catalog/products/store.ts';
import { agreedAccounts } from '../../../../src/domains/work/creator-consent/interface.ts';
import { productsInPrograms } from '../../../../src/domains/work/programs/interface.ts';
import { newId } from '../../../../src/kit/ids.ts';
import type { IdRange } from '../../../../src/resource/list-page.ts';
import * as clock from '../../../harness/clock.ts';
import { enroll, mintCreator, verbCtx } from '../../../harness/work/creators.ts';
import { mintProgram } from '../../../harness/work/programs.ts';
import { call, type Minted, mintAccount, testEnv } from '../../../harness/world.ts';

const range: IdRange = { after: null, before: null };
const filter = (more: Partial<ProductFilter> = {}): ProductFilter => ({
  statuses: ['active', 'archived'],
  sampleable: undefined,
  among: undefined,
  limit: 25,
  range,
  ...more,
});

const OLDEST = { range: { ...range, oldestFirst: true } };

interface Scene {
  brand: Minted;
  program: string;
  creator: string;
  sight: CreatorSight;
}

/** An account with so many products, one in a program, and a creator that agreed with it. */
async function mintScene(products: number): Promise<Scene> {
  const [brand, partner] = [await mintAccount(), await mintAccount('partner')];
  const made = await call('POST', '/v1/products', { key: brand.key, body: { title: 'First' } });
  const rows = Array.from({ length: products }, () => newId('product', clock.now()));
  await testEnv.DB.prepare(
    `INSERT INTO products (id, account_id, title, status, sampleable, version, created_at, updated_at)
     SELECT value, ?1, 'Shoe', 'active', 1, 1, 0, 0 FROM json_each(?2)`,
  )
    .bind(brand.id, JSON.stringify(rows))
    .run();
  const program = await mintProgram(brand.key, {
    status: 'live',
    visibility: 'network',
    products: [made.body.data.id],
  });
  const creator = await mintCreator(partner.key, { visibility: 'network' });
  await enroll(brand.key, { key: partner.key, as: creator.id }, program.id);
  const ctx = verbCtx(partner, { creator: creator.id });
  const sight = {
    inPrograms: (of: Parameters<CreatorSight['inPrograms']>[0]) => productsInPrograms(ctx, of),
    agreed: agreedAccounts(ctx, creator.id),
  };
  return { brand, program: program.id, creator: creator.id, sight };
}

describe('a list of products', () => {
  let small: Scene;
  let large: Scene;
  beforeAll(async () => {
    [small, large] = [await mintScene(30), await mintScene(1500)];
  });

  const ofProgram = ({ brand, program }: Scene) =>
    productsInPrograms(verbCtx(brand, { account: 'brand' }), { program });
  const lists: [string, (scene: Scene) => ReturnType<typeof ownProductIds>][] = [
    ['all', ({ brand }) => ownProductIds(brand.id, filter())],
    ['sampleable ones', ({ brand }) => ownProductIds(brand.id, filter({ sampleable: true }))],
    ['those that are not', ({ brand }) => ownProductIds(brand.id, filter({ sampleable: false }))],
    ["a program's", (scene) => ownProductIds(scene.brand.id, filter({ among: ofProgram(scene) }))],
    ['those of a title', ({ brand }) => ownProductIds(brand.id, filter({ named: 'fir' }))],
    ["a creator's", ({ sight }) => seenProductIds(sight, filter())],
    ['the oldest', ({ brand }) => ownProductIds(brand.id, filter(OLDEST))],
    ["a creator's oldest", ({ sight }) => seenProductIds(sight, filter(OLDEST))],
    ["a creator's of a program", (s) => seenProductIds(s.sight, filter({ among: ofProgram(s) }))],
  ];

  it.each(lists)('costs the same however many products there are: %s', async (_, make) => {
    const read = async (scene: Scene) => {
      const query = built(make(scene));
      const { results, meta } = await testEnv.DB.prepare(query.sql)
        .bind(...query.params)
        .all();
      expect(results.length).toBeGreaterThan(0);
      return meta.rows_read;
    };
    const [few, many] = [await read(small), await read(large)];
    expect(many).toBeLessThanOrEqual(few + 10);
    expect(many).toBeLessThan(500);
  });
});
