// The people of a money simulation, with cards, payout accounts and programs, and a clock that all parties
// share.
import type { Env } from '../../src/env.ts';
import { DAY_MS, day, MINUTE_MS } from '../../src/kit/time.ts';
import { EVERY_MINUTE, LANES, type Lane, NIGHTLY } from '../../src/lanes.ts';
import * as clock from '../harness/clock.ts';
import { runLanes } from '../harness/jobs.ts';
import { forgetPayouts } from '../harness/money/payouts.ts';
import { type StripeWorld, stripeWorld } from '../harness/money/stripe.ts';
import { STORM } from '../harness/vitest/portion.ts';
import { enroll, mintCreator } from '../harness/work/creators.ts';
import { type Answer, type CallOptions, call, type Minted, mintAccount, testEnv } from '../harness/world.ts';
import { BRANDS, CREATORS } from './money-plan.ts';

/** The creator with a bank in Mexico, who cannot choose when to be paid. */
const PAID_WEEKLY = 2;

export interface Stage {
  stripe: StripeWorld;
  brands: Minted[];
  partner: Minted;
  creators: { id: string; key: string }[];
  /** One for each brand, with every creator in it. */
  programs: string[];
  /** All holders whose ledgers are checked, without the service's own. */
  holders: string[];
}

const PAY = [
  { approval: 'automatic', schedule: { cadence: 'on_approval', holdDays: 0 } },
  { approval: 'manual', cap: 30_000, schedule: { cadence: 'on_approval', holdDays: 3 } },
  { approval: 'automatic', schedule: { cadence: 'weekly', holdDays: 1 } },
];

/** Moves the time for everybody: our clock, which otherwise stands still, and the processor's. */
export async function pass(stage: Stage, ms: number): Promise<void> {
  clock.advance(ms);
  await stage.stripe.advance(Math.floor(ms / 1000));
}

const JOBS_OF: readonly Lane[] = STORM ? LANES : ['events', 'money'];

/**
 * Runs the jobs of a minute and of a night at the current time: all of them by hand, those of money and events in `npm test`.
 * Throws like the cron when one of them failed.
 */
export async function runJobs(env: Env): Promise<void> {
  await runLanes(EVERY_MINUTE, clock.now(), env, JOBS_OF);
  await runLanes(NIGHTLY, clock.now(), env, JOBS_OF);
}

async function made(path: string, options: CallOptions): Promise<Answer['body']['data']> {
  const answer = await call('POST', path, options);
  if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body.data;
}

/** Begins the stage's time; `clock.release()` ends it. */
export async function setStage(): Promise<Stage> {
  clock.hold();
  // Another stage's recipients may still wait for a Monday, and its withdrawals for the answer of their own
  // processor.
  await forgetPayouts();
  await testEnv.DB.prepare('DELETE FROM refund_rounds').run();
  const stripe = await stripeWorld();
  const partner = await mintAccount('partner');
  await call('PATCH', '/v1/account', { key: partner.key, body: { creatorTakeRate: { percent: 12.5 } } });
  const brands: Minted[] = [];
  for (let n = 0; n < BRANDS; n++) {
    brands.push(await mintAccount('brand', n === 1 ? { managedBy: partner.id } : {}));
  }
  const creators: Stage['creators'] = [];
  for (let n = 0; n < CREATORS; n++) {
    const key = n === CREATORS - 1 ? brands[2]!.key : partner.key;
    creators.push({ id: (await mintCreator(key, { visibility: 'network' })).id, key });
  }
  const programs: string[] = [];
  for (const [n, brand] of brands.entries()) {
    const rules = [
      { type: 'per_video', amount: 2500 + n * 1111 },
      { type: 'per_thousand_views', amount: 333, maxAmount: 9000 },
    ];
    const body = { name: `P${n}`, status: 'live', visibility: 'network', pay: { rules, ...PAY[n] } };
    const { id } = await made('/v1/programs', { key: brand.key, body });
    programs.push(id);
    for (const { id: creator, key } of creators) await enroll(brand.key, { key, as: creator }, id);
  }
  const holders = [...brands.map(({ id }) => id), partner.id, ...creators.map(({ id }) => id)];
  const stage = { stripe, brands, partner, creators, programs, holders };
  for (const brand of brands) await giveCard(stage, brand, 'pm_card_visa');
  await onboard(stage, partner);
  // One creator never sets payouts up, so its earnings stay available.
  for (const [n, creator] of creators.entries()) {
    if (n > 0) await onboard(stage, creator, n === PAID_WEEKLY ? 'MX' : 'US');
  }
  await stripe.webhooks();
  await runJobs(stripe.env);
  return stage;
}

/** A person enters a card in the browser's form; the webhook about it is not sent yet. */
export async function giveCard(
  { stripe }: Stage,
  brand: Minted,
  card: string,
  env = stripe.env,
): Promise<void> {
  const body = { provider: 'card', checkout: 'elements', returnUrl: '/settings' };
  await made('/v1/connections', { env, key: brand.key, body });
  const row = await testEnv.DB.prepare(
    'SELECT session FROM card_setups WHERE account_id = ? ORDER BY rowid DESC LIMIT 1',
  )
    .bind(brand.id)
    .first<{ session: string }>();
  await stripe.sim(`checkout/${row!.session}`, { payment_method: card });
}

async function onboard({ stripe }: Stage, who: { id: string; key: string }, country = 'US'): Promise<void> {
  const creator = who.id.startsWith('crtr_');
  const body = { provider: 'stripe', returnUrl: '/settings', country };
  await made('/v1/connections', { env: stripe.env, key: who.key, body, ...(creator ? { as: who.id } : {}) });
  const row = await testEnv.DB.prepare('SELECT processor_account AS id FROM payout_accounts WHERE holder = ?')
    .bind(who.id)
    .first<{ id: string }>();
  await stripe.sim(`accounts/${row!.id}/onboard`, {});
}

/** The stage's rows in a table, oldest first. */
export async function idsOf(stage: Stage, table: string, owner: string): Promise<string[]> {
  const { results } = await testEnv.DB.prepare(
    `SELECT id FROM ${table} WHERE ${owner} IN (SELECT value FROM json_each(?)) ORDER BY id`,
  )
    .bind(JSON.stringify(stage.holders))
    .all<{ id: string }>();
  return results.map(({ id }) => id);
}

const UNDER_WAY = [
  "SELECT 'steps of ' || subject AS what FROM ledger_instructions WHERE status = 'open' AND ?1 IS NOT NULL",
  "SELECT 'notice ' || id AS what FROM processor_events WHERE status NOT IN ('done', 'ignored') AND ?1 IS NOT NULL",
  `SELECT 'dues of ' || account_id AS what FROM dues WHERE charge_id IS NULL AND account_id IN of_stage
    GROUP BY account_id HAVING SUM(amount) >= 50`,
  `SELECT 'charge ' || id || ' ' || status AS what FROM charges
    WHERE (status NOT IN ('succeeded', 'failed', 'canceled') OR next_at IS NOT NULL) AND account_id IN of_stage`,
  `SELECT 'refund ' || id || ' ' || status AS what FROM refunds
    WHERE status <> 'succeeded' AND account_id IN of_stage
      AND NOT (status IN ('due', 'review') AND charge_id IN (SELECT charge_id FROM chargebacks WHERE status <> 'won'))`,
  `SELECT 'chargeback ' || id || ' ' || told AS what FROM chargebacks
    WHERE told IS NOT CASE status WHEN 'won' THEN 'current' ELSE 'past_due' END AND account_id IN of_stage`,
  // A round that began before may have missed a dispute whose webhook was lost.
  `SELECT 'round of ' || day AS what FROM refund_rounds
    WHERE (day < ?2 OR (day = ?2 AND after IS NOT NULL)) AND ?1 IS NOT NULL`,
  `SELECT 'release of ' || id AS what FROM payments
    WHERE ((status = 'succeeded' AND released_at IS NULL) OR payout_to_note = 1) AND account_id IN of_stage`,
  `SELECT 'payout ' || id || ' ' || status AS what FROM payouts
    WHERE status IN ('planned', 'pending') AND holder IN of_stage`,
  `SELECT 'withdrawal ' || id || ' ' || status AS what FROM withdrawals
    WHERE status IN ('requested', 'pending', 'in_transit') AND holder IN of_stage`,
];

/** What is still under way since a day, in words; empty at a quiet moment. */
async function underWay(stage: Stage, since: string): Promise<string[]> {
  const holders = JSON.stringify(stage.holders);
  const found = await testEnv.DB.batch<{ what: string }>(
    UNDER_WAY.map((text) =>
      testEnv.DB.prepare(text.replace('of_stage', '(SELECT value FROM json_each(?1))')).bind(
        holders,
        ...(text.includes('?2') ? [since] : []),
      ),
    ),
  );
  return found.flatMap(({ results }) => results.map(({ what }) => what));
}

/**
 * Without further faults, lets days pass until nothing is under way: at most as many as the last retry of a
 * charge needs.
 */
export async function quieten(stage: Stage): Promise<void> {
  await stage.stripe.sim('faults', { clear: true });
  await stage.stripe.decline();
  const since = day(clock.now() + DAY_MS);
  let left: string[] = [];
  for (let days = 0; days < 14; days++) {
    await pass(stage, DAY_MS);
    for (let runs = 0; runs < 2; runs++) {
      await stage.stripe.webhooks();
      await runJobs(stage.stripe.env);
      await pass(stage, 10 * MINUTE_MS);
    }
    left = await underWay(stage, since);
    if (left.length === 0) return;
  }
  throw new Error(`never ended: ${left.join(', ')}`);
}
