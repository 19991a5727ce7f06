// The starting point of earnings tests: a brand whose program pays by rules, a creator's submission to it, a
// shop with sales, and the cron's jobs at a chosen time.

import type { SystemCtx } from '../../../src/context.ts';
import { recordEvents } from '../../../src/domains/measurement/pixel-events/record-events.ts';
import { countApprovals } from '../../../src/domains/money/accruals/count-approvals.ts';
import { countConversions } from '../../../src/domains/money/accruals/count-conversions.ts';
import { importConversions } from '../../../src/domains/money/accruals/import-conversions.ts';
import { payEarned } from '../../../src/domains/money/accruals/pay-earned.ts';
import { scheduleSales } from '../../../src/domains/money/accruals/schedule-sales.ts';
import { DAY_MS } from '../../../src/kit/time.ts';
import * as clock from '../clock.ts';
import { mintPair, mintSubmission, type Pair, patch } from '../work/submissions.ts';
import { call, systemCtx, testEnv } from '../world.ts';

/** A time shortly after everything that the test has done so far. */
export const soon = () => clock.now() + 2_000;
export const midnightAfter = (at: number) => at - (at % DAY_MS) + DAY_MS;
export const tomorrow = () => midnightAfter(soon()) + 1_000;

/** Runs all jobs that count and pay earnings, as the cron does, at `at` (milliseconds). */
export async function tick(at = soon()): Promise<void> {
  for (const job of [scheduleSales, importConversions, countApprovals, countConversions, payEarned])
    await job(systemCtx(at));
}

export async function setPay(pair: Pair, pay: object, more: object = {}): Promise<void> {
  const answer = await call('PATCH', `/v1/programs/${pair.program}`, {
    ...pair.brand,
    body: { pay, ...more },
  });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
}

/** A submission to a program with these pay rules. */
export async function mintRuled(
  rules: object[],
  { limits = {}, ...pay }: { limits?: object; [part: string]: unknown } = {},
): Promise<Pair> {
  return await mintPair({ pay: { rules, approval: 'automatic', ...pay }, limits });
}

export async function mintApproved(pair: Pair): Promise<string> {
  const { id } = await mintSubmission(pair);
  await approve(pair, id);
  return id;
}

export async function approve(pair: Pair, id: string): Promise<void> {
  const answer = await patch(pair.brand, id, { status: 'approved' });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
}

export interface PaidRow {
  id: string;
  cause: string;
  source: string;
  amount: number;
  currency: string;
  status: string;
  creator_earning_id: string;
}

/** The payments for a submission, oldest first. */
export async function paymentsFor(submission: string): Promise<PaidRow[]> {
  const { results } = await testEnv.DB.prepare(
    'SELECT * FROM payments WHERE submission_id = ? ORDER BY rowid',
  )
    .bind(submission)
    .all<PaidRow>();
  return results;
}

export const paidFor = async (submission: string) =>
  (await paymentsFor(submission)).map(({ source, amount }) => [source, amount]);

export interface Till {
  pixel: string;
  conversion: string;
  shard: number;
}

/** A shop of the brand, and the conversion that counts its sales. */
export async function mintTill(pair: Pair, settings: object = {}): Promise<Till> {
  const pixel = await call('POST', '/v1/pixels', {
    ...pair.brand,
    body: { name: 'Shop', domains: ['https://shop.example.com'] },
  });
  const conversion = await call('POST', '/v1/conversions', {
    ...pair.brand,
    body: { name: 'Sales', eventName: 'purchase', ...settings },
  });
  const row = await testEnv.DB.prepare('SELECT events_shard AS shard FROM accounts WHERE id = ?')
    .bind(pair.brand.id)
    .first<{ shard: number }>();
  return { pixel: pixel.body.data.id, conversion: conversion.body.data.id, shard: row!.shard };
}

export interface Scene {
  pair: Pair;
  till: Till;
}

/** A program that pays `percent` of a shop's sales and `amount` for each. */
export async function scene({
  percent = 10,
  amount = 300,
  ...settings
}: Record<string, unknown> = {}): Promise<Scene> {
  const pair = await mintPair();
  const till = await mintTill(pair, settings);
  const rules = [
    { type: 'revenue_share', percent, conversion: till.conversion },
    { type: 'per_conversion', amount, conversion: till.conversion },
  ];
  await setPay(pair, { rules, approval: 'automatic' });
  return { pair, till };
}

let sales = 0;

/** A sale that the shop's server reports, attributed. @returns the event's ID. */
export async function sell(pair: Pair, till: Till, body: Record<string, unknown>): Promise<string> {
  const answer = await call('POST', `/v1/pixels/${till.pixel}/events`, {
    ...pair.brand,
    body: {
      name: 'purchase',
      eventId: `sale-${++sales}`,
      consent: 'granted',
      pageUrl: 'https://shop.example.com/thanks',
      currency: 'usd',
      ...body,
    },
  });
  if (answer.status !== 202) throw new Error(JSON.stringify(answer.body));
  await recordEvents(systemCtx(), till.shard, { incoming: [], process: [answer.body.data.id] });
  return answer.body.data.id;
}

/** Makes every sale of a shop that can earn mature now, whatever its day. */
export async function mature(till: Pick<Till, 'shard'>): Promise<void> {
  await scheduleSales(systemCtx());
  await testEnv[`EVENTS_${till.shard}`]!.prepare(
    'UPDATE recorded_conversions SET matures_at = payable_at WHERE matures_at IS NOT NULL AND harvest = 0',
  ).run();
}

/** Runs a verb in a batch of its own. */
export async function run<T>(verb: (ctx: SystemCtx) => Promise<T>, at?: number): Promise<T> {
  const ctx = systemCtx(at);
  const result = await verb(ctx);
  await Promise.allSettled(await ctx.write.commit());
  return result;
}
