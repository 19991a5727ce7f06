// The starting point of retainer tests: one between a brand and a creator that works for it, and passing
// time.
import { closePeriods } from '../../../src/domains/money/retainer-periods/close-periods.ts';
import type { Env } from '../../../src/env.ts';
import { type Answer, call, systemCtx, testEnv } from '../world.ts';
import { mintPair, mintSubmission, type Pair, patch, read } from './submissions.ts';

export interface Deal {
  pair: Pair;
  id: string;
}

export const PAY = { base: 50_000, rules: [{ type: 'per_video', amount: 2_000 }] };

export async function offer(pair: Pair, body: Record<string, unknown> = {}): Promise<Answer> {
  return await call('POST', '/v1/retainers', {
    ...pair.brand,
    body: { creator: pair.creator.as, pay: PAY, ...body },
  });
}

/** An offer that the creator has not answered. */
export async function mintOffer(body: Record<string, unknown> = {}, to?: Pair): Promise<Deal> {
  const pair = to ?? (await mintPair());
  const answer = await offer(pair, body);
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return { pair, id: answer.body.data.id };
}

/** An accepted retainer; it starts the next time that time passes, unless the body says later. */
export async function mintAccepted(body: Record<string, unknown> = {}, to?: Pair): Promise<Deal> {
  const deal = await mintOffer(body, to);
  const answer = await change(deal, 'creator', { status: 'accepted' });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return deal;
}

/** A retainer in its first period. */
export async function mintActive(body: Record<string, unknown> = {}, to?: Pair): Promise<Deal> {
  const deal = await mintAccepted(body, to);
  await passTime((await rowOf(deal.id)).starts_at);
  return deal;
}

export async function change({ pair, id }: Deal, by: 'brand' | 'creator', body: unknown): Promise<Answer> {
  return await call('PATCH', `/v1/retainers/${id}`, { ...pair[by], body });
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
export async function shown({ pair, id }: Deal, by: 'brand' | 'creator' = 'brand'): Promise<any> {
  return (await call('GET', `/v1/retainers/${id}`, pair[by])).body.data;
}

/** Runs the cron's job at `at`, in milliseconds. */
export async function passTime(at: number, env: Env = testEnv): Promise<void> {
  await closePeriods({ ...systemCtx(at), env });
}

export interface StoredRetainer {
  status: string;
  starts_at: number;
  period: number;
  current_period_start_at: number | null;
  current_period_end_at: number | null;
  due_at: number | null;
  version: number;
}

export async function rowOf(id: string): Promise<StoredRetainer> {
  const row = await testEnv.DB.prepare('SELECT * FROM retainers WHERE id = ?')
    .bind(id)
    .first<StoredRetainer>();
  return row!;
}

export interface StoredPayment {
  id: string;
  cause: string;
  amount: number;
  source: string;
  note: string;
  submission_id: string | null;
  created_at: number;
}

/** The payments under a retainer, oldest first. */
export async function paymentsOf(id: string): Promise<StoredPayment[]> {
  const rows = await testEnv.DB.prepare('SELECT * FROM payments WHERE retainer_id = ? ORDER BY rowid')
    .bind(id)
    .all<StoredPayment>();
  return rows.results;
}

/** An approved submission; `at` is the time of the approval, now by default. */
export async function approvedSubmission(pair: Pair, at?: number): Promise<string> {
  const { id } = await mintSubmission(pair);
  await approve(pair, id);
  if (at !== undefined)
    await testEnv.DB.prepare('UPDATE submissions SET pay_due_at = ?2 WHERE id = ?1').bind(id, at).run();
  return id;
}

export async function approve(pair: Pair, id: string): Promise<void> {
  const answer = await patch(pair.brand, id, { status: 'approved' });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
}

/** Approves a submission at `end`, after the period: as if the brand had taken that long. */
export async function approvedLate(pair: Pair, id: string, end: number): Promise<void> {
  await approve(pair, id);
  await testEnv.DB.prepare('UPDATE submissions SET pay_due_at = ?2 WHERE id = ?1').bind(id, end).run();
}

/** The payments under a retainer in short: cause and cents. */
export async function paidOf(deal: Deal): Promise<string[]> {
  return (await paymentsOf(deal.id)).map(({ cause, amount }) => `${cause.replace(deal.id, 'it')} ${amount}`);
}

/** When the running period ends, in milliseconds. */
export async function endOf({ id }: Deal): Promise<number> {
  return (await rowOf(id)).current_period_end_at!;
}

/** What a submission shows as paid. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
export async function paidFor(pair: Pair, id: string): Promise<any> {
  return (await read(pair.brand, id)).body.data.paid;
}

/** Clears all due steps: a test's own time is far ahead, and the next test would run what is left. */
export async function forgetDue(): Promise<void> {
  await testEnv.DB.prepare('UPDATE retainers SET due_at = NULL').run();
}

export async function list(who: { key: string; as?: string }, query = ''): Promise<Answer> {
  return await call('GET', `/v1/retainers${query}`, who);
}
