// Lists of retainers, and the retainer in a creator's record.
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { built } from '../../../../src/db/merged-list.ts';
import { creatorDetails } from '../../../../src/domains/work/creators/details-store.ts';
import { RETAINER_STATUSES } from '../../../../src/domains/work/retainers/retainer.ts';
import { retainerListIds } from '../../../../src/domains/work/retainers/store.ts';
import { mintCreator, verbCtx } from '../../../harness/work/creators.ts';
import {
  change,
  type Deal,
  list,
  mintActive,
  mintOffer,
  passTime,
  shown,
} from '../../../harness/work/retainers.ts';
import type { Pair } from '../../../harness/work/submissions.ts';
import { type Answer, call, mintAccount, systemCtx, testEnv } from '../../../harness/world.ts';

const ids = ({ body }: Answer) => body.data.map(({ id }: { id: string }) => id);

/** Retainers of one brand with four creators, newest last: rejected, offered, accepted, canceled. */
async function mintSeveral() {
  const brand = await mintAccount();
  const partner = await mintAccount('partner');
  const program = await call('POST', '/v1/programs', { key: brand.key, body: { name: 'P', status: 'live' } });
  const deals: Deal[] = [];
  for (const status of ['rejected', null, 'accepted', 'canceled'] as const) {
    const creator = await mintCreator(partner.key, { visibility: 'network' });
    await call('POST', '/v1/applications', {
      key: brand.key,
      body: { program: program.body.data.id, creator: creator.id },
    });
    const pair: Pair = {
      brand: { key: brand.key, id: brand.id },
      creator: { key: partner.key, as: creator.id },
      partner: partner.id,
      program: program.body.data.id,
      application: '',
    };
    const deal = await mintOffer(status === 'accepted' ? { program: pair.program } : {}, pair);
    if (status !== null) await change(deal, status === 'canceled' ? 'brand' : 'creator', { status });
    deals.push(deal);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  return { brand, deals, program: program.body.data.id as string };
}

describe('the list', () => {
  it('is filtered by status, creator and program, newest first, page by page', async () => {
    const { brand, deals, program } = await mintSeveral();
    const [rejected, offered, accepted, canceled] = deals.map(({ id }) => id);
    const all = [canceled, accepted, offered, rejected];
    expect(ids(await list(brand))).toEqual(all);
    const every = RETAINER_STATUSES.join(',');
    expect(ids(await list(brand, `?status=${every}`))).toEqual(all);
    expect(ids(await list(brand, '?status=rejected,offered'))).toEqual([offered, rejected]);
    expect(ids(await list(brand, '?status=active,canceling,ended'))).toEqual([]);
    expect(ids(await list(brand, `?program=${program}`))).toEqual([accepted]);
    const { pair } = deals[1]!;
    expect(ids(await list(brand, `?creator=${pair.creator.as}`))).toEqual([offered]);
    expect(ids(await list(pair.creator))).toEqual([offered]);
    expect(ids(await list(pair.creator, `?creator=${deals[0]!.pair.creator.as}`))).toEqual([]);
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Answer = await list(brand, `?limit=3${cursor ? `&cursor=${cursor}` : ''}`);
      found.push(...ids(page));
      cursor = page.body.nextCursor;
    } while (cursor);
    expect(found).toEqual(all);
    expect((await list(brand, '?status=open')).status).toBe(400);
  });

  it('reads a page of an index, however many there are', async () => {
    const [small, large] = [await mintAccount(), await mintAccount()];
    const fill = async (account: string, count: number) =>
      await testEnv.DB.prepare(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
        INSERT INTO retainers (id, account_id, creator_id, status, pay, currency, starts_at, version, created_at, updated_at)
        SELECT 'ret_' || substr('00000000000000000000' || i, -20) || ?3, ?2, 'crtr_' || i || ?3,
          CASE WHEN i % 100 = 0 THEN 'ended' WHEN i % 2 = 0 THEN 'active' ELSE 'canceled' END,
          '{}', 'usd', 1, 1, i, i FROM n`,
      )
        .bind(count, account, account.slice(-6))
        .run();
    await fill(small.id, 1_000);
    await fill(large.id, 20_000);
    const read = async (account: typeof small, more: object) => {
      const query = built(
        retainerListIds(verbCtx(account, { account: 'brand' }), {
          program: undefined,
          creator: undefined,
          statuses: RETAINER_STATUSES,
          limit: 4,
          range: { after: null, before: null },
          ...more,
        }),
      );
      const { results, meta } = await testEnv.DB.prepare(query.sql)
        .bind(...query.params)
        .all();
      expect(results.length).toBeGreaterThan(0);
      return meta.rows_read;
    };
    for (const more of [{}, { statuses: ['ended'] }, { creator: `crtr_7${small.id.slice(-6)}` }]) {
      const few = await read(small, more);
      const wide = 'creator' in more ? { creator: `crtr_7${large.id.slice(-6)}` } : more;
      expect(await read(large, wide)).toBeLessThanOrEqual(few + 5);
      expect(few).toBeLessThan(100);
    }
    await testEnv.DB.prepare("DELETE FROM retainers WHERE pay = '{}'").run();
  });
});

describe("the creator's record", () => {
  const recordOf = async (who: { key: string; as?: string }, id: string) =>
    (await call('GET', `/v1/creators/${id}`, who)).body.data.retainer;

  it('shows the newest open retainer with its reader, to the creator its newest, to others none', async () => {
    const deal = await mintActive({ deliverables: 'Four videos' });
    const { brand, creator } = deal.pair;
    const record = await shown(deal);
    const expected = {
      id: deal.id,
      status: 'active',
      pay: record.pay,
      currency: 'usd',
      deliverables: 'Four videos',
      notes: null,
      currentPeriodEndAt: record.currentPeriodEndAt,
    };
    expect(record.pay.summary).toBe('$500.00 a month, plus $20.00 for each approved video.');
    expect(await recordOf(brand, creator.as)).toEqual(expected);
    const listed = await call('GET', '/v1/creators', brand);
    expect(listed.body.data[0]).toMatchObject({ id: creator.as, retainer: expected });
    // The partner that manages the creator has no retainer with it.
    expect(await recordOf({ key: creator.key }, creator.as)).toBe(null);
    expect(await recordOf(creator, creator.as)).toEqual(expected);
    const own = await call('POST', '/v1/retainers', {
      key: creator.key,
      body: { creator: creator.as, pay: { base: 1 } },
    });
    expect((await recordOf({ key: creator.key }, creator.as)).id).toBe(own.body.data.id);
    expect((await recordOf(creator, creator.as)).id).toBe(own.body.data.id);
    expect((await recordOf(brand, creator.as)).id).toBe(deal.id);

    await change(deal, 'brand', { status: 'canceled' });
    expect((await recordOf(brand, creator.as)).status).toBe('canceling');
    await passTime(Date.parse(record.currentPeriodEndAt));
    expect(await recordOf(brand, creator.as)).toBe(null);
  });

  it('costs a list as little with thousands of retainers as with none', async () => {
    const deal = await mintActive();
    const { brand, creator } = deal.pair;
    const viewer = { id: brand.id, kind: 'account' as const, partner: false, managedBy: null };
    const rowsRead = async () => {
      const query = built(
        sql`SELECT ${creatorDetails(systemCtx(), viewer, { id: sql`${creator.as}`, pictures: sql`NULL` }, 3)} AS details`,
      );
      const { results, meta } = await testEnv.DB.prepare(query.sql)
        .bind(...query.params)
        .all<{ details: string }>();
      expect(JSON.parse(results[0]!.details).retainer?.id).toBe(deal.id);
      return meta.rows_read;
    };
    const few = await rowsRead();
    await testEnv.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
      INSERT INTO retainers (id, account_id, creator_id, status, pay, currency, starts_at, version, created_at, updated_at)
      SELECT 'ret_' || substr('00000000000000000000000000' || i, -26), ?1, ?2, 'rejected', '{}', 'usd', 1, 1, i, i FROM n`,
    )
      .bind(brand.id, creator.as)
      .run();
    expect(await rowsRead()).toBe(few);
    expect(few).toBeLessThan(40);
  });
});
