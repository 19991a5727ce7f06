// Reads what TikTok reports and offers: results by ad and day, interests, audiences.
import * as z from 'zod';
import { DAY_MS, day } from '../../kit/time.ts';
import type { AdSession } from '../ads/platform.ts';
import type { AdDay, AdEvent } from '../ads/steps.ts';
import { fromDecimal } from '../provider/decimal.ts';
import type { ListPage } from '../provider/read-list.ts';
import { advertiserOf, get, Id, pageOf } from './client.ts';
import { TIKTOK } from './outcome.ts';
import { RESULTS, REVENUE } from './words.ts';

const Count = z.string().regex(/^\d{1,15}$/);
const Row = z.object({
  dimensions: z.object({ ad_id_v2: Id, stat_time_day: z.string().regex(/^\d{4}-\d\d-\d\d( 00:00:00)?$/) }),
  metrics: z
    .object({
      campaign_id: Id,
      adgroup_id: Id,
      currency: z.string().regex(/^[A-Z]{3}$/),
      spend: z.string(),
      impressions: Count,
      clicks: Count,
    })
    .catchall(z.unknown()),
});

const METRICS = [
  ...['campaign_id', 'adgroup_id', 'currency', 'spend', 'impressions', 'clicks'],
  'video_play_actions',
  ...Object.values(RESULTS).flat(),
  ...REVENUE,
];
/** Without this filter the report leaves out deleted ads. */
const ALL = [{ field_name: 'ad_status', filter_type: 'IN', filter_value: '["STATUS_ALL"]' }];
/** The most days in one report. */
const LONGEST = 30;
const A_PAGE = 500;

/** Splits the range into reports of thirty days, each with pages. `next` says where to continue. */
export async function days(
  session: AdSession,
  { since, until, next }: { since: string; until: string; next: string | null },
): Promise<ListPage<AdDay>> {
  const [, from = since, page = '1'] = /^(\d{4}-\d\d-\d\d) (\d{1,6})$/.exec(next ?? '') ?? [];
  const last = day(Date.parse(from) + (LONGEST - 1) * DAY_MS);
  const to = last < until ? last : until;
  const asked = {
    ...advertiserOf(session),
    report_type: 'BASIC',
    service_type: 'AUCTION',
    data_level: 'AUCTION_AD',
    dimensions: ['ad_id_v2', 'stat_time_day'],
    metrics: METRICS,
    filtering: ALL,
    start_date: from,
    end_date: to,
    page,
    page_size: A_PAGE,
  };
  const read = await pageOf(session, 'report/integrated/get', asked, Row);
  const items = read.items.map((row) => dayOf(row, session.currency));
  if (read.next !== null) return { items, next: `${from} ${read.next}` };
  return { items, next: to < until ? `${day(Date.parse(to) + DAY_MS)} 1` : null };
}

function dayOf({ dimensions, metrics }: z.output<typeof Row>, currency: string): AdDay {
  // Amounts in an unexpected currency would be counted wrong.
  if (metrics.currency.toLowerCase() !== currency) throw TIKTOK.error('unreadable');
  const conversions: Partial<Record<AdEvent, number>> = {};
  for (const [event, names] of Object.entries(RESULTS) as [AdEvent, readonly string[]][]) {
    const count = names.reduce((sum, name) => sum + countOf(metrics[name]), 0);
    if (count > 0) conversions[event] = count;
  }
  return {
    day: dimensions.stat_time_day.slice(0, 10),
    campaign: metrics.campaign_id,
    adSet: metrics.adgroup_id,
    ad: dimensions.ad_id_v2,
    spend: moneyOf(metrics.spend, currency),
    impressions: Number(metrics.impressions),
    clicks: Number(metrics.clicks),
    plays: countOf(metrics.video_play_actions),
    conversions,
    revenue: REVENUE.reduce((sum, name) => sum + moneyOf(metrics[name] ?? '-', currency), 0),
  };
}

/** TikTok reports a missing or zero value as a dash. */
const NONE = '-';

function countOf(value: unknown): number {
  const count = Number(value ?? 0);
  return value !== NONE && Number.isFinite(count) && count > 0 ? Math.round(count) : 0;
}

function moneyOf(value: unknown, currency: string): number {
  if (value === NONE) return 0;
  const amount = typeof value === 'string' ? fromDecimal(value, currency) : null;
  if (amount === null) throw TIKTOK.error('unreadable');
  return amount;
}

const Keywords = z.object({
  recommended_keywords: z.array(
    z.object({ keyword_id: Id, keyword: z.string().max(500), status: z.string().optional() }),
  ),
});

/** At most fifty, on one page, without interests that match too few people. */
export async function interests(
  session: AdSession,
  q: string,
): Promise<ListPage<{ id: string; name: string }>> {
  const asked = { ...advertiserOf(session), keyword: q, mode: 'FUZZ_MATCH', limit: 50 };
  const found = await get(session, 'tool/interest_keyword/recommend', asked, Keywords);
  const good = found.recommended_keywords.filter((one) => one.status !== 'INEFFECTIVE');
  return { items: good.map(({ keyword_id: id, keyword: name }) => ({ id, name })), next: null };
}

const Audience = z.object({ audience_id: Id, name: z.string().max(500), is_valid: z.boolean() });

export async function audiences(
  session: AdSession,
  next: string | null,
): Promise<ListPage<{ id: string; name: string; ready: boolean }>> {
  const page = /^\d{1,6}$/.test(next ?? '') ? next : '1';
  const asked = { ...advertiserOf(session), page, page_size: 25 };
  const read = await pageOf(session, 'dmp/custom_audience/list', asked, Audience);
  const items = read.items.map(({ audience_id: id, name, is_valid: ready }) => ({ id, name, ready }));
  return { items, next: read.next === null ? null : String(read.next) };
}
