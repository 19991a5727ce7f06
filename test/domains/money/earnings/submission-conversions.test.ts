// GET /v1/submissions/:id/conversions: what counted for a submission, what waits and why, what came back, what it earned.
import { expect, it } from 'vitest';
import { importConversions } from '../../../../src/domains/money/accruals/import-conversions.ts';
import { DAY_MS } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import {
  approve,
  mature,
  midnightAfter,
  mintApproved,
  paymentsFor,
  run,
  scene,
  sell,
  setPay,
  tick,
  tomorrow,
} from '../../../harness/money/earnings.ts';
import { browserEvent, consume } from '../../../harness/pixel/pixel-events.ts';
import { giveCode } from '../../../harness/work/codes.ts';
import { mintSubmission } from '../../../harness/work/submissions.ts';
import { call, testEnv } from '../../../harness/world.ts';

type Caller = { key: string; as?: string };

const listed = async (caller: Caller, id: string, query = '') =>
  (await call('GET', `/v1/submissions/${id}/conversions${query}`, caller)).body;
const shown = async (caller: Caller, id: string) => (await listed(caller, id)).data;

it('tells of each conversion who decided it, what came back, what it waits for and what it earned', async () => {
  const at = await scene({ percent: 10, amount: 300 });
  await setPay(at.pair, { schedule: { holdDays: 3 } });
  const id = await mintApproved(at.pair);
  const sale = async (orderId: string) =>
    await sell(at.pair, at.till, { serviceId: id, value: 5_000, orderId });
  const refund = (orderId: string, value: number) =>
    sell(at.pair, at.till, { name: 'refund', orderId, eventId: `r-${orderId}-${value}`, value });
  const [kept, back] = [await sale('kept'), await sale('back')];
  await refund('kept', 2_000);
  await refund('back', 5_000);
  const claim = { orderId: 'claimed', serviceId: id, value: 700, currency: 'usd' };
  const stage = { brand: at.pair.brand, pixel: at.till.pixel, shard: at.till.shard };
  await consume([browserEvent(stage as never, 'purchase', claim)]);
  await tick();
  const until = new Date(midnightAfter(clock.now()) + 3 * DAY_MS).toISOString();
  const decided = { conversion: at.till.conversion, pixel: at.till.pixel, currency: 'usd', earned: null };
  const byServer = { ...decided, valueBy: 'server', creditBy: 'server', confirmedBy: 'server' };
  expect(await shown(at.pair.brand, id)).toMatchObject([
    {
      ...decided,
      value: 700,
      valueBy: 'browser',
      confirmedBy: null,
      status: 'waiting',
      waitsFor: 'confirmation',
    },
    { ...byServer, pixelEvent: back, status: 'earns_nothing', earnsNothing: 'returned', waitsFor: null },
    {
      ...byServer,
      pixelEvent: kept,
      value: 5_000,
      returned: 2_000,
      status: 'waiting',
      waitsFor: 'maturity',
      waitsUntil: until,
    },
  ]);

  await tick(tomorrow() + 3 * DAY_MS);
  const [payment] = await paymentsFor(id);
  const earned = { amount: 600, currency: 'usd', status: 'paid', payment: payment!.id };
  // The time of the cron alone has moved: what was taken for pay has matured.
  expect((await shown(at.pair.creator, id))[2]).toMatchObject({
    pixelEvent: kept,
    returned: 2_000,
    status: 'final',
    waitsFor: null,
    earned: { ...earned, earning: payment!.creator_earning_id },
  });
  // The earning is the creator's.
  expect((await shown(at.pair.brand, id))[2]).toMatchObject({ earned: { ...earned, earning: null } });
});

it('has the sales of a code with the submission that they are paid for, and pages through both kinds', async () => {
  const { pair, till } = await scene();
  const [older, newer] = [await mintApproved(pair), await mintApproved(pair)];
  const code = { accountId: pair.brand.id, creatorId: pair.creator.as, programId: pair.program };
  await giveCode({ ...code, kind: 'discount', code: 'save10' });
  const sale = (of: object, value: number) => sell(pair, till, { ...of, value });
  await sale({ serviceId: older }, 1_000);
  for (const value of [2_000, 3_000]) await sale({ discountCode: 'SAVE10' }, value);
  await sale({ serviceId: newer }, 4_000);
  await sale({ serviceId: older }, 5_000);
  await tick();
  const values = (items: { value: number }[]) => items.map(({ value }) => value);
  const waiting = [values(await shown(pair.brand, older)), values(await shown(pair.brand, newer))];
  expect(waiting).toEqual([
    [5_000, 1_000],
    [4_000, 3_000, 2_000],
  ]);
  await tick(tomorrow());
  expect(values(await shown(pair.creator, newer))).toEqual(waiting[1]);
  // The sales of the code are looked at between the two of the older submission.
  const paged: number[] = [];
  let next = '';
  do {
    const { data, nextCursor } = await listed(pair.creator, older, `?limit=1${next}`);
    paged.push(...values(data));
    next = nextCursor === null ? '' : `&cursor=${nextCursor}`;
  } while (next !== '');
  expect(paged).toEqual(waiting[0]);
  // More of them than one list page looks at.
  for (let nth = 0; nth < 10; nth++) await sale({ discountCode: 'SAVE10' }, 100);
  await tick(tomorrow());
  const { data, nextCursor } = await listed(pair.creator, older, '?limit=1');
  expect([values(data), nextCursor]).toEqual([[], expect.any(String)]);
  expect((await listed(pair.creator, older, `?limit=1&cursor=${nextCursor}`)).data).toMatchObject([
    { value: 5_000 },
  ]);
});

it('says of what earned nothing why, and of what has just matured that its pay is being calculated', async () => {
  const { pair, till } = await scene();
  const body = { name: 'No rule', eventName: 'purchase', minValue: { amount: 5_000, currency: 'usd' } };
  const other = await call('POST', '/v1/conversions', { key: pair.brand.key, body });
  expect(other.status).toBe(201);
  const { id } = await mintSubmission(pair);
  const sale = (value: number) => sell(pair, till, { serviceId: id, value });
  await sale(1_000);
  clock.hold(clock.now() + 1_000);
  await approve(pair, id);
  await sale(2_000);
  await sale(5_000);
  await mature(till);
  const told = async () =>
    (await shown(pair.creator, id)).map(
      ({ value, status, waitsFor, earned, unpaid }: Record<string, unknown>) =>
        [value, status, waitsFor ?? unpaid, earned === null].join(' '),
    );
  const all = (...ends: string[]) => [5_000, 5_000, 2_000, 1_000].map((value, at) => `${value} ${ends[at]}`);
  const counting = 'waiting counting true';
  expect((await told()).sort()).toEqual(all(...Array(4).fill(counting)).sort());
  await run(importConversions);
  expect((await told()).sort()).toEqual(all(...Array(4).fill(counting)).sort());
  await tick();
  const ends = ['final  false', 'final no_rule true', 'final  false', 'final not_approved true'];
  expect((await told()).sort()).toEqual(all(...ends).sort());
  await testEnv.DB.prepare('UPDATE submissions SET retainer_id = ?2 WHERE id = ?1').bind(id, 'ret_1').run();
  expect((await told()).at(-1)).toBe('1000 final retainer true');
  // As a sale that turned out to be, before it matured, one that another event had been counted for.
  await sale(3_000);
  const shardDb = testEnv[`EVENTS_${till.shard}`]!;
  const counted = 'account_id = ?1 AND value_cents = 2000';
  await shardDb.batch(
    [
      `UPDATE recorded_conversions SET late = 1 WHERE ${counted}`,
      `UPDATE recorded_conversions SET group_id = (SELECT group_id FROM recorded_conversions WHERE ${counted})
        WHERE account_id = ?1 AND value_cents = 3000`,
    ].map((one) => shardDb.prepare(one).bind(pair.brand.id)),
  );
  await mature(till);
  await tick();
  expect((await told())[0]).toBe('3000 final counted_before true');
  clock.release();
});
