// Reads what Snapchat reports: results by ad and day.
import * as z from 'zod';
import { DAY_MS, day as dayOf } from '../../kit/time.ts';
import { dayIn, isoIn, isZone, startOfDayIn } from '../../kit/zone.ts';
import type { AdSession } from '../ads/platform.ts';
import type { AdDay, AdEvent } from '../ads/steps.ts';
import type { ListPage } from '../provider/read-list.ts';
import { allOf, cursorOf, entities, Id, snap } from './client.ts';
import { SNAPCHAT } from './outcome.ts';
import { Accounts, accountOf } from './setup.ts';
import { fromMicros } from './units.ts';
import { COUNTS } from './words.ts';

const VALUE = 'conversion_purchases_value';
const FIELDS = ['impressions', 'swipes', 'spend', VALUE, ...COUNTS.keys()];
/** The most days in one report. */
const DAYS = 30;
/** The platform's own defaults, which are said so that nothing changes when they do. */
const WINDOWS = { swipe_up_attribution_window: '28_DAY', view_attribution_window: '1_DAY' };

const count = z.number().nonnegative().finite();
const Row = z.object({
  start_time: z.iso.datetime({ offset: true }),
  stats: z.record(z.string(), z.unknown()),
});
const Stats = z.object({
  paging: z.object({ next_link: z.string().max(4000).optional() }).optional(),
  timeseries_stats: z
    .array(
      z.object({
        timeseries_stat: z.object({
          breakdown_stats: z.object({
            ad: z.array(z.object({ id: Id, timeseries: z.array(Row) })).optional(),
          }),
        }),
      }),
    )
    .length(1),
});
const Squads = entities('adsquads', 'adsquad', z.object({ id: Id, campaign_id: Id }));
const Ads = entities('ads', 'ad', z.object({ id: Id, ad_squad_id: Id }));

/** Where to continue: a range is split into reports of DAYS days, and each report has pages. */
interface Place {
  from: string;
  cursor: string | null;
}

const NEXT = /^(\d{4}-\d\d-\d\d) (.*)$/s;
const textOf = ({ from, cursor }: Place) => `${from} ${cursor ?? ''}`;
function placeOf(next: string | null, since: string): Place {
  const [, from, cursor] = NEXT.exec(next ?? '') ?? [];
  return from === undefined ? { from: since, cursor: null } : { from, cursor: cursor || null };
}

const later = (day: string, days: number) => dayOf(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS);

export async function days(
  session: AdSession,
  { since, until, next }: { since: string; until: string; next: string | null },
): Promise<ListPage<AdDay>> {
  const account = accountOf(session);
  const { items: accounts } = await snap(session, 'GET', `adaccounts/${account}`, Accounts);
  const { currency, timezone } = accounts[0] ?? {};
  // Amounts in an unexpected currency would be counted wrong.
  if (currency?.toLowerCase() !== session.currency || timezone === undefined || !isZone(timezone))
    throw SNAPCHAT.error('unreadable');
  const { from, cursor } = placeOf(next, since);
  const end = later(from, DAYS);
  const to = end > until ? later(until, 1) : end;
  const answer = await snap(session, 'GET', `adaccounts/${account}/stats`, Stats, {
    params: {
      granularity: 'DAY',
      breakdown: 'ad',
      fields: FIELDS.join(','),
      ...WINDOWS,
      start_time: isoIn(timezone, startOfDayIn(timezone, from)),
      end_time: isoIn(timezone, startOfDayIn(timezone, to)),
      cursor,
    },
  });
  const found = answer.timeseries_stats[0]!.timeseries_stat.breakdown_stats.ad ?? [];
  const rows = found.flatMap(({ id, timeseries }) =>
    timeseries.map((row) => ({ ad: id, day: dayIn(timezone, Date.parse(row.start_time)), stats: row.stats })),
  );
  const busy = rows.filter(({ stats }) => Object.values(stats).some((value) => value !== 0));
  const items = busy.length === 0 ? [] : await placed(session, account, busy);
  const onward = cursorOf(answer.paging);
  if (onward !== null) return { items, next: textOf({ from, cursor: onward }) };
  return { items, next: to > until ? null : textOf({ from: to, cursor: null }) };
}

interface Busy {
  ad: string;
  day: string;
  stats: Record<string, unknown>;
}

/**
 * Adds campaigns and ad squads to a report, which only names ads. They are read from the lists, including deleted ones.
 */
async function placed(session: AdSession, account: string, rows: Busy[]): Promise<AdDay[]> {
  const read_deleted_entities = true;
  const [squads, ads] = await Promise.all([
    allOf((params) =>
      snap(session, 'GET', `adaccounts/${account}/adsquads`, Squads, {
        params: { ...params, read_deleted_entities },
      }),
    ),
    allOf((params) =>
      snap(session, 'GET', `adaccounts/${account}/ads`, Ads, {
        params: { ...params, read_deleted_entities },
      }),
    ),
  ]);
  const squadOf = new Map(ads.map(({ id, ad_squad_id }) => [id, ad_squad_id]));
  const campaignOf = new Map(squads.map(({ id, campaign_id }) => [id, campaign_id]));
  return rows.map(({ ad, day, stats }) => {
    const adSet = squadOf.get(ad);
    const campaign = adSet === undefined ? undefined : campaignOf.get(adSet);
    // Spend without a campaign would be lost silently.
    if (adSet === undefined || campaign === undefined) throw SNAPCHAT.error('unreadable');
    const conversions: Partial<Record<AdEvent, number>> = {};
    for (const [name, event] of COUNTS) {
      const times = numberOf(stats, name);
      if (times > 0) conversions[event] = Math.round(times);
    }
    return {
      day,
      campaign,
      adSet,
      ad,
      spend: fromMicros(numberOf(stats, 'spend'), session.currency),
      impressions: numberOf(stats, 'impressions'),
      clicks: numberOf(stats, 'swipes'),
      conversions,
      revenue: fromMicros(numberOf(stats, VALUE), session.currency),
    };
  });
}

/** Snapchat leaves out counts of zero. */
function numberOf(stats: Record<string, unknown>, name: string): number {
  const read = count.optional().safeParse(stats[name] ?? undefined);
  if (!read.success) throw SNAPCHAT.error('unreadable');
  return read.data ?? 0;
}
