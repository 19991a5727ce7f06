// Reads what Google reports and offers: results by ad and day, interests.
import * as z from 'zod';
import { DAY_MS, day } from '../../kit/time.ts';
import type { AdSession } from '../ads/platform.ts';
import type { AdDay } from '../ads/steps.ts';
import type { ListPage } from '../provider/read-list.ts';
import { MOST_LISTED } from '../provider/read-list.ts';
import { Id, inAccount, literally, quoted, search } from './client.ts';
import { GOOGLE } from './outcome.ts';
import { fromMicros, fromWhole } from './units.ts';
import { CATEGORIES } from './words.ts';

/** How many days are read at once. */
const DAYS_A_PAGE = 7;
/** The row limit for these days: each ad has one row per day, and one for each kind of conversion. */
const MOST_ROWS = 10 * DAYS_A_PAGE * MOST_LISTED;

const Count = z
  .string()
  .regex(/^\d{1,15}$/)
  .default('0');
const place = {
  campaign: z.object({ id: Id }),
  adGroup: z.object({ id: Id }),
  adGroupAd: z.object({ ad: z.object({ id: Id }) }),
};
const Row = z.object({
  ...place,
  customer: z.object({ currencyCode: z.string().regex(/^[A-Z]{3}$/) }),
  segments: z.object({ date: z.iso.date() }),
  metrics: z.object({ costMicros: Count, impressions: Count, clicks: Count }),
});
const decimal = z.number().nonnegative().max(1e15).default(0);
const Conversion = z.object({
  ...place,
  segments: z.object({ date: z.iso.date(), conversionActionCategory: z.string().max(64) }),
  metrics: z.object({ conversions: decimal, conversionsValue: decimal }),
});

const PLACE = 'segments.date, campaign.id, ad_group.id, ad_group_ad.ad.id';

/** Google does not return conversions by category together with the cost, so they are read by a second query. */
export async function days(
  session: AdSession,
  { since, until, next }: { since: string; until: string; next: string | null },
): Promise<ListPage<AdDay>> {
  const from = next ?? since;
  const last = day(Date.parse(from) + (DAYS_A_PAGE - 1) * DAY_MS);
  const to = last < until ? last : until;
  const caller = inAccount(session);
  const within = `FROM ad_group_ad WHERE segments.date BETWEEN '${dateOf(from)}' AND '${dateOf(to)}'`;
  const [rows, conversions] = await Promise.all([
    search(
      caller,
      `SELECT ${PLACE}, customer.currency_code, metrics.cost_micros, metrics.impressions, metrics.clicks ${within}`,
      Row,
      MOST_ROWS,
    ),
    search(
      caller,
      `SELECT ${PLACE}, segments.conversion_action_category, metrics.conversions, metrics.conversions_value ${within}`,
      Conversion,
      MOST_ROWS,
    ),
  ]);
  const found = new Map<string, AdDay>();
  for (const row of rows) {
    // Amounts in an unexpected currency would be counted wrong.
    if (row.customer.currencyCode.toLowerCase() !== session.currency) throw GOOGLE.error('unreadable');
    const { costMicros, impressions, clicks } = row.metrics;
    const one = dayIn(found, row);
    one.spend += fromMicros(costMicros, session.currency);
    one.impressions += Number(impressions);
    one.clicks += Number(clicks);
  }
  for (const row of conversions) {
    const event = CATEGORIES.get(row.segments.conversionActionCategory);
    if (!event) continue;
    const one = dayIn(found, row);
    one.conversions[event] = (one.conversions[event] ?? 0) + Math.round(row.metrics.conversions);
    if (event === 'purchase') one.revenue += fromWhole(row.metrics.conversionsValue, session.currency);
  }
  return { items: [...found.values()], next: to < until ? day(Date.parse(to) + DAY_MS) : null };
}

/** A date for a query. Throws an AdError for any other text. */
function dateOf(text: string): string {
  if (!z.iso.date().safeParse(text).success) throw GOOGLE.error('invalid', { field: 'date' });
  return text;
}

type Placed = Pick<z.output<typeof Row>, 'campaign' | 'adGroup' | 'adGroupAd'> & {
  segments: { date: string };
};

function dayIn(found: Map<string, AdDay>, { segments, campaign, adGroup, adGroupAd }: Placed): AdDay {
  const ad = `${adGroup.id}~${adGroupAd.ad.id}`;
  const key = `${segments.date} ${ad}`;
  const known = found.get(key);
  if (known) return known;
  const empty = { spend: 0, impressions: 0, clicks: 0, conversions: {}, revenue: 0 };
  const fresh = { day: segments.date, campaign: campaign.id, adSet: adGroup.id, ad, ...empty };
  found.set(key, fresh);
  return fresh;
}

const Interest = z.object({ userInterest: z.object({ userInterestId: Id, name: z.string().max(500) }) });
const MOST_INTERESTS = 100;

export async function interests(
  session: AdSession,
  q: string,
): Promise<ListPage<{ id: string; name: string }>> {
  const like = quoted(`%${literally(q)}%`);
  const query = `SELECT user_interest.user_interest_id, user_interest.name FROM user_interest WHERE user_interest.name LIKE ${like} ORDER BY user_interest.name LIMIT ${MOST_INTERESTS}`;
  const rows = await search(inAccount(session), query, Interest);
  const items = rows.map(({ userInterest: { userInterestId: id, name } }) => ({ id, name }));
  return { items, next: null };
}
