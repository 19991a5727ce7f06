// Sales that ads brought, as an account counts them itself, and what /v1/analytics says of them.
import { expect } from 'vitest';
import { addCreditTarget } from '../../../src/domains/measurement/credit-targets/interface.ts';
import type { PixelEventBody } from '../../../src/pixel/event-body.ts';
import { browserEvent, consume, openShop, type Shop, shardDb } from '../pixel/pixel-events.ts';
import { call, systemCtx, testEnv } from '../world.ts';
import { connect } from './ad-days.ts';
import { addHere, type Here } from './live-campaigns.ts';

export interface Stage {
  shop: Shop;
  zone: string;
  connection: string;
  /** Two ads with submissions of their own in one campaign; the second campaign shows the first submission twice. */
  one: Here;
  second: string;
  other: Here;
  submissions: [string, string];
  /** The platform's IDs of the first campaign's ads. */
  there: [string, string];
}

let accounts = 0;

export async function openStage(zone = 'America/New_York'): Promise<Stage> {
  const shop = await openShop();
  const adAccount = `act_own${++accounts}`;
  const connection = await connect(shop.brand.id, adAccount, { timezone: zone });
  const ctx = systemCtx();
  const name = (kind: string) => `${kind}${accounts}`;
  const ids = (n: number) => ({ campaign: name(`c${n}`), set: name(`s${n}`), ad: name(`a${n}`) });
  const more = { adAccount, timezone: zone };
  const one = addHere(ctx, shop.brand.id, connection, ids(1), { ...more, submission: shop.submission });
  const other = addHere(ctx, shop.brand.id, connection, ids(2), { ...more, submission: shop.submission });
  for (const { campaign } of [one, other])
    addCreditTarget(ctx, { accountId: shop.brand.id, kind: 'campaign', key: campaign, creatorId: null });
  await ctx.write.commit();
  // A second conversion counts some of the same events.
  const body = { name: 'Large', eventName: 'purchase', minValue: { amount: 5000, currency: 'usd' } };
  expect((await call('POST', '/v1/conversions', { key: shop.brand.key, body })).status).toBe(201);
  const lead = { name: 'Leads', eventName: 'lead' };
  expect((await call('POST', '/v1/conversions', { key: shop.brand.key, body: lead })).status).toBe(201);
  const second = await addSubmission(shop);
  const ads: [id: string, of: Here, ad: string, submission: string][] = [
    [`${one.ad.slice(0, -1)}u`, one, name('a3'), second],
    [`${other.ad.slice(0, -1)}u`, other, name('a4'), shop.submission],
  ];
  const copy = `INSERT INTO ads (id, campaign_id, ad_set_id, platform_id, submission_id, account_id, platform, connection_id,
      position, name, status, source, version, created_at, updated_at)
    SELECT ?1, ?2, ad_set_id, ?3, ?4, account_id, platform, connection_id, 1, name, status, source, 1, 1, 1 FROM ads WHERE id = ?5`;
  await testEnv.DB.batch([
    ...ads.map(([id, of, ad, submission]) =>
      testEnv.DB.prepare(copy).bind(id, of.campaign, ad, submission, of.ad),
    ),
    testEnv.DB.prepare('UPDATE conversions SET created_at = 0 WHERE account_id = ?').bind(shop.brand.id),
  ]);
  const submissions: [string, string] = [shop.submission, second];
  const there: [string, string] = [name('a1'), name('a3')];
  return { shop, zone, connection, one, second: ads[0]![0], other, submissions, there };
}

/** The second submission is in a program of its own. */
export const programOf = ({ brand }: Shop) => brand.id.replace('acct_', 'prog_');

async function addSubmission(shop: Shop): Promise<string> {
  const id = `${shop.submission.slice(0, -1)}u`;
  await testEnv.DB.batch([
    testEnv.DB.prepare(
      `INSERT INTO submissions (id, account_id, program_id, application_id, creator_id, status, version, created_at, updated_at)
       SELECT ?1, account_id, ?3, application_id, creator_id, status, version, created_at, updated_at
       FROM submissions WHERE id = ?2`,
    ).bind(id, shop.submission, programOf(shop)),
    testEnv.DB.prepare(
      `INSERT INTO credit_targets (account_id, kind, key, creator_id)
       SELECT account_id, kind, ?1, creator_id FROM credit_targets WHERE key = ?2`,
    ).bind(id, shop.submission),
  ]);
  return id;
}

export interface Sale {
  order: string;
  campaign: string | null;
  submission: string | null;
  at: number;
  clickedAt: number;
  /** Who reports it. */
  by: readonly ('server' | 'browser')[];
  value?: number;
  currency?: string;
  name?: string;
}

/** The reports of a sale, as messages for the consumer. */
export function reportsOf({ shop }: Stage, sale: Sale) {
  const { order, campaign, submission, at, clickedAt, by, value, currency = 'usd', name = 'purchase' } = sale;
  return by.map((source) => {
    const body: Partial<PixelEventBody> = { orderId: order, eventId: order, landedAt: clickedAt };
    if (campaign !== null) body.campaign = campaign;
    if (submission !== null) body.serviceId = submission;
    if (value !== undefined) Object.assign(body, { value, currency });
    if (source === 'server') Object.assign(body, { source, confirmedAt: at });
    return browserEvent(shop, name, body, at);
  });
}

/** Forgets what was sold and reported. */
export async function forget({ shop }: Stage): Promise<void> {
  const shard = shardDb(shop);
  await shard.batch([
    shard.prepare('DELETE FROM recorded_conversions WHERE account_id = ?').bind(shop.brand.id),
    shard.prepare('DELETE FROM pixel_events WHERE account_id = ?').bind(shop.brand.id),
    shard.prepare('DELETE FROM event_keys WHERE pixel_id = ?').bind(shop.pixel),
  ]);
  await testEnv.DB.prepare('DELETE FROM ad_days WHERE account_id = ?').bind(shop.brand.id).run();
}

export const tell = async (stage: Stage, ...sales: Sale[]) =>
  await consume(sales.flatMap((sale) => reportsOf(stage, sale)));

export async function ask(
  caller: { key: string; as?: string },
  from: string,
  to: string,
  query = '',
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
): Promise<any> {
  const answer = await call('GET', `/v1/analytics?from=${from}&to=${to}${query}`, caller);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data;
}

/** Rows by the names of their keys, those with nothing of our own left out. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
export const rowsOf = (data: any): any[] =>
  data.currencies.flatMap(({ currency, rows }: { currency: string; rows: { own: Own | null }[] }) =>
    rows
      .filter(({ own }) => own && Object.values(own).some((n) => n !== 0))
      .map((row) => ({ currency, ...row })),
  );

export interface Own {
  conversions: number;
  value: number;
  unconfirmed: number;
  returned: number;
}
export type Parts = Record<
  'platform' | 'ours' | 'view_through' | 'other_window' | 'unconfirmed' | 'other_day' | 'unexplained',
  number
>;

export const sumOfParts = ({ platform: _, ...parts }: Parts) =>
  Object.values(parts).reduce((sum, part) => sum + part, 0);

export const local = (zone: string, ms: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' }).format(ms);
