import { beforeAll, describe, expect, it } from 'vitest';
import { built } from '../../../../src/db/merged-list.ts';
import { paymentOutcomes } from '../../../../src/domains/money/payments/charge-outcome.ts';
import {
  listDisputed,
  listNotPayableYet,
  listToRelease,
  paymentListIds,
} from '../../../../src/domains/money/payments/store.ts';
import { PAYMENT_STATUSES } from '../../../../src/domains/money/payments/transitions.ts';
import { lowestId } from '../../../../src/kit/ids.ts';
import * as clock from '../../../harness/clock.ts';
import { chargeIn, decideOn, inBatch, mintPaid, mintPayment } from '../../../harness/money/payments.ts';
import { mintCreator, verbCtx } from '../../../harness/work/creators.ts';
import { mintSubmission, type Pair } from '../../../harness/work/submissions.ts';
import { call, testEnv } from '../../../harness/world.ts';

let pair: Pair;
let direct: string;
let submission: string;
const ids: Record<string, string> = {};

const listed = async (caller: { key: string; as?: string }, query = '') => {
  const answer = await call('GET', `/v1/payments${query}`, caller);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data.map((row: { id: string }) => row.id);
};
const newest = (...names: string[]) =>
  names
    .map((name) => ids[name]!)
    .sort()
    .reverse();

beforeAll(async () => {
  pair = await mintPaid();
  direct = (await mintCreator(pair.brand.key)).id;
  submission = (await mintSubmission(pair)).id;
  const reason = { reason: 'Because.' };
  ids.pending = (await mintPayment(pair, { approval: 'manual' })).id;
  ids.processing = (await mintPayment(pair, { submission })).id;
  ids.succeeded = (await mintPayment(pair)).id;
  ids.card = (await mintPayment(pair)).id;
  ids.rejected = (await mintPayment(pair, { approval: 'manual' })).id;
  ids.disputed = (await mintPayment(pair)).id;
  ids.other = (await mintPayment(pair, { creator: direct, program: null, application: null })).id;
  await inBatch((ctx) => chargeIn(ctx, [ids.succeeded!, ids.disputed!]));
  await inBatch((ctx) => paymentOutcomes.failed(ctx, [ids.card!], 'Declined.'));
  await decideOn(pair, ids.rejected!, 'reject', reason);
  await decideOn(pair, ids.disputed!, 'dispute', reason);
});

describe('a list of payments', () => {
  it('is what the brand pays, or what the creator is paid', async () => {
    expect(await listed(pair.brand)).toEqual(newest(...Object.keys(ids)));
    expect(await listed(pair.creator)).toEqual(
      newest('pending', 'processing', 'succeeded', 'card', 'rejected', 'disputed'),
    );
    expect(await listed({ key: pair.creator.key })).toEqual([]);
  });

  it('is filtered by status, creator, program and submission, alone and together', async () => {
    expect(await listed(pair.brand, '?status=failed')).toEqual(newest('card', 'rejected'));
    expect(await listed(pair.brand, '?status=disputed,pending_approval,disputed')).toEqual(
      newest('disputed', 'pending'),
    );
    expect(await listed(pair.brand, `?status=${PAYMENT_STATUSES.join()}`)).toEqual(
      newest(...Object.keys(ids)),
    );
    expect(await listed(pair.brand, `?creator=${direct}`)).toEqual([ids.other]);
    expect(await listed(pair.brand, `?creator=${direct}&program=${pair.program}`)).toEqual([]);
    expect(await listed(pair.brand, `?program=${pair.program}&status=succeeded`)).toEqual([ids.succeeded]);
    expect(await listed(pair.brand, `?submission=${submission}`)).toEqual([ids.processing]);
    expect(await listed(pair.brand, `?submission=${submission}&creator=${direct}`)).toEqual([]);
    expect(await listed(pair.creator, `?submission=${submission}`)).toEqual([ids.processing]);
    expect(await listed(pair.creator, `?creator=${direct}`)).toEqual([]);
    expect(await listed(pair.brand, '?currency=USD')).toEqual(newest(...Object.keys(ids)));
    expect(await listed(pair.brand, '?currency=eur')).toEqual([]);
    expect(await listed(pair.brand, '?source=submission,bonus&status=failed')).toEqual(
      newest('card', 'rejected'),
    );
    expect(await listed(pair.brand, '?source=retainer')).toEqual([]);
    for (const bad of [
      'status=paid',
      'source=x',
      'currency=us',
      'charge=x',
      'status=',
      'program=x',
      'creator=x',
      'submission=x',
      'account=x',
    ])
      expect((await call('GET', `/v1/payments?${bad}`, pair.brand)).status).toBe(400);
  });

  it('gives nobody else’s away by a filter', async () => {
    const other = await mintPaid();
    for (const query of ['', `?submission=${submission}`, `?program=${pair.program}`, `?creator=${direct}`]) {
      expect(await listed(other.brand, query)).toEqual([]);
      expect(await listed(other.creator, query)).toEqual([]);
    }
  });

  it('is paged without gap or repeat', async () => {
    const seen: string[] = [];
    let cursor = '';
    do {
      const { body } = await call('GET', `/v1/payments?limit=2${cursor}`, pair.brand);
      seen.push(...body.data.map((row: { id: string }) => row.id));
      cursor = body.nextCursor === null ? '' : `&cursor=${body.nextCursor}`;
    } while (cursor !== '');
    expect(seen).toEqual(newest(...Object.keys(ids)));
  });

  it('shows each record as reading it alone does', async () => {
    for (const caller of [pair.brand, pair.creator]) {
      const { body } = await call('GET', '/v1/payments', caller);
      for (const record of body.data)
        expect((await call('GET', `/v1/payments/${record.id}`, caller)).body.data).toEqual(record);
    }
  });

  it('walks an index of its own for each filter, from where the page begins, and sorts no more than a page', async () => {
    const brand = verbCtx({ ...pair.brand, keyId: 'key_1', readKey: '' }, { account: 'brand' });
    const creator = verbCtx(
      { id: pair.partner, keyId: 'key_1', key: '', readKey: '' },
      { creator: pair.creator.as },
    );
    const plan = async (
      ctx: typeof brand,
      { program, creator: by, submission: of }: { program?: string; creator?: string; submission?: string },
    ) => {
      const query = built(
        paymentListIds(ctx, {
          program,
          creator: by,
          submission: of,
          charge: undefined,
          currency: undefined,
          sources: undefined,
          statuses: PAYMENT_STATUSES,
          limit: 25,
          range: { before: lowestId('payment', clock.now()), after: null },
        }),
      );
      const rows = await testEnv.DB.prepare(`EXPLAIN QUERY PLAN ${query.sql}`)
        .bind(...query.params)
        .all<{ detail: string }>();
      return rows.results.map((row) => row.detail).filter((detail) => /SEARCH|SCAN payments/.test(detail));
    };
    const cases = [
      [brand, {}, 'account'],
      [brand, { program: pair.program }, 'program'],
      [brand, { program: pair.program, creator: pair.creator.as }, 'creator'],
      [brand, { submission, program: pair.program, creator: pair.creator.as }, 'submission'],
      [creator, {}, 'creator'],
      [creator, { program: pair.program }, 'creator'],
      [creator, { submission }, 'submission'],
    ] as const;
    for (const [ctx, filter, by] of cases) {
      const details = await plan(ctx, filter);
      expect(details).toHaveLength(PAYMENT_STATUSES.length);
      for (const detail of details)
        expect(detail).toContain(`payments_${by}_status (${by}_id=? AND status=? AND id<?)`);
    }
  });

  it('finds what the cron and payouts look for by indexes of their own', async () => {
    const plan = async (query: string) =>
      (await testEnv.DB.prepare(`EXPLAIN QUERY PLAN ${query}`).all<{ detail: string }>()).results
        .map((row) => row.detail)
        .join();
    const said: string[] = [];
    const noted = (text: string) => {
      said.push(text);
      return testEnv.DB.prepare(text);
    };
    const spy = new Proxy(testEnv.DB, {
      get: (target, name) => (name === 'prepare' ? noted : target[name as 'exec']),
    });
    const ctx = {
      ...verbCtx({ ...pair.brand, keyId: '', readKey: '' }, { account: 'brand' }),
      env: { ...testEnv, DB: spy },
    };
    await listToRelease(ctx, 10);
    await listNotPayableYet(ctx, 10);
    await listDisputed(ctx, pair.creator.as);
    await listDisputed(ctx, pair.partner);
    const plans = await Promise.all(said.map((text) => plan(text.replaceAll('?', "'x'"))));
    expect(plans.map((text) => /USING INDEX (\w+)/.exec(text)?.[1])).toEqual([
      'payments_release',
      'payments_payout',
      'payments_creator_status',
      'payments_partner_disputed',
    ]);
  });
});
