// What an account counted itself of the sales that its campaigns brought, in the days of their ad accounts.
import type { SystemCtx } from '../../../context.ts';
import { shardBinding } from '../../../db/client.ts';
import { jsonRows } from '../../../db/json-rows.ts';
import { DAY_MS, day } from '../../../kit/time.ts';
import { endOfDayIn, offsetsIn, startOfDayIn } from '../../../kit/zone.ts';

/** A campaign that sales are credited to. */
export interface CreditedCampaign {
  id: string;
  accountId: string;
  /** The ad account's. */
  currency: string;
  /** Null if it runs on several. */
  platform: string | null;
  /** For how many days after a click its platform counts a sale. */
  clickDays: number;
}

/** What sales can be split by besides their day. Expressions over the campaign (`j`) and the counted conversion (`r`). */
const KEYS = {
  account: 'r.account_id',
  campaign: 'r.campaign_id',
  submission: 'r.submission_id',
  // A code credits a creator without a submission, and then it was no ad.
  creator: 'CASE WHEN r.submission_id IS NOT NULL THEN r.creator_id END',
  platform: 'j.value ->> 3',
} as const;
export type AdSalesKey = keyof typeof KEYS;

export interface AdSalesAsked {
  /** Their events lie in one shard, and their ad accounts in one time zone. */
  campaigns: readonly CreditedCampaign[];
  timezone: string;
  /** Days of that zone, both inclusive. */
  from: string;
  to: string;
  by: readonly AdSalesKey[];
  creator?: string | undefined;
  submission?: string | undefined;
  /** Only sales of these submissions. */
  submissions?: readonly string[] | undefined;
  /** The conversions that count purchases, to compare those with a platform's; null if nothing is compared. */
  purchases: readonly string[] | null;
}

/** Sales of one day, credited to campaigns. Amounts are in cents of `soldIn`. */
export interface AdSales extends Partial<Record<AdSalesKey, string | null>> {
  date: string;
  /** The currency of the ad account, and that of the sales; null for what has no value. */
  currency: string;
  soldIn: string | null;
  conversions: number;
  unconfirmed: number;
  value: number;
  returned: number;
  /** Purchases that a server or shop confirmed, and those that only browsers reported. */
  confirmedPurchases: number;
  unconfirmedPurchases: number;
  /** How many of both the platform does not count, because their click was too long ago. */
  longAgo: number;
  /** Purchases that were clicked on this day and made on another, less those made on this day and clicked on another. */
  movedHere: number;
}

type Raw = Omit<AdSales, 'date'> & { day: number };

/** The longest that a touch gives credit here. */
const LONGEST_WINDOW_DAYS = 90;

/** The sums by day, currencies and `by`: at most `limit` rows and one more for each million characters of campaigns. */
export async function listAdSales(
  ctx: SystemCtx,
  shard: number,
  asked: AdSalesAsked,
  limit: number,
): Promise<AdSales[]> {
  const { campaigns, timezone, from, to, purchases } = asked;
  const start = startOfDayIn(timezone, from);
  // What was clicked on the last day may have been sold as long after it as a platform counts.
  const clickDays = purchases === null ? [] : campaigns.map((one) => one.clickDays);
  const end = endOfDayIn(timezone, to) + clickDays.reduce((most, days) => Math.max(most, days), 0) * DAY_MS;
  const query = shardBinding(ctx.env, shard).prepare(sqlOf(asked, start, end));
  const lists = campaigns.map((one) => [one.id, one.accountId, one.currency, one.platform, one.clickDays]);
  const found: AdSales[] = [];
  for (const [json] of jsonRows(lists)) {
    const { results } = await query
      .bind(
        json,
        start,
        end,
        Math.round(Date.parse(from) / DAY_MS),
        Math.round(Date.parse(to) / DAY_MS),
        limit,
        JSON.stringify(purchases ?? []),
        asked.creator ?? null,
        asked.submission ?? null,
        asked.submissions === undefined ? null : JSON.stringify(asked.submissions),
      )
      .all<Raw>();
    for (const { day: number, ...row } of results) found.push({ date: day(number * DAY_MS), ...row });
    if (found.length > limit) break;
  }
  return found;
}

function sqlOf({ by, timezone, purchases }: AdSalesAsked, start: number, end: number): string {
  const offsets = offsetsIn(timezone, start - LONGEST_WINDOW_DAYS * DAY_MS, end);
  const [{ offset: first } = { offset: 0 }, ...later] = offsets;
  const steps = later.toReversed().map(({ since, offset }) => [since, offset] as const);
  /** The number of the day in the zone of a time in milliseconds. */
  const dayOf = (time: string) => {
    const cases = steps.map(([since, offset]) => `WHEN ${time} >= ${since} THEN ${offset} `).join('');
    return `(${time} + ${cases === '' ? first : `CASE ${cases}ELSE ${first} END`}) / ${DAY_MS}`;
  };
  const keys = by.map((name) => `${KEYS[name]} AS "${name}", `).join('');
  const names = by.map((name) => `"${name}", `).join('');
  const groups = by.map((_, index) => `, ${index + 4}`).join('');
  const touched = "coalesce(r.credit ->> 'touchedAt', r.occurred_at)";
  const compared =
    purchases === null
      ? '0 AS bought, 0 AS clicked, 0 AS long_ago'
      : `r.conversion_id IN (SELECT value FROM json_each(?7)) AS bought, ${dayOf(touched)} AS clicked,
         r.occurred_at - ${touched} > (j.value ->> 4) * ${DAY_MS} AS long_ago`;
  // An event counts once, however many conversions count it.
  const sold = `SELECT ${keys}j.value ->> 2 AS currency, r.currency AS sold_in, coalesce(r.value_cents, 0) AS cents,
      r.returned_cents + r.returned_late_cents AS returned, r.confirmed_by IS NULL AS unconfirmed,
      ${dayOf('r.occurred_at')} AS day, ${compared}
    FROM json_each(?1) j CROSS JOIN recorded_conversions r ON r.campaign_id = j.value ->> 0 AND r.account_id = j.value ->> 1
    WHERE r.occurred_at >= ?2 AND r.occurred_at < ?3 AND r.late = 0 AND r.dropped = 0
      AND (?8 IS NULL OR (r.creator_id = ?8 AND r.submission_id IS NOT NULL)) AND (?9 IS NULL OR r.submission_id = ?9)
      AND (?10 IS NULL OR r.submission_id IN (SELECT value FROM json_each(?10)))
      AND NOT EXISTS (SELECT 1 FROM recorded_conversions o WHERE o.group_id = r.group_id AND o.late = 0 AND o.dropped = 0
        AND o.campaign_id IS NOT NULL AND o.conversion_id < r.conversion_id)`;
  const moved = purchases === null ? '' : MOVED.replace('KEYS', names).replace('GROUPS', groups);
  return `WITH sold AS (${sold})
    SELECT currency, sold_in AS soldIn, day, ${names}count(*) AS conversions, sum(unconfirmed) AS unconfirmed,
      sum(cents) AS value, sum(returned) AS returned, sum(bought AND NOT unconfirmed) AS confirmedPurchases,
      sum(bought AND unconfirmed) AS unconfirmedPurchases, sum(bought AND long_ago) AS longAgo,
      -sum(bought AND NOT long_ago AND clicked <> day) AS movedHere
    FROM sold WHERE day BETWEEN ?4 AND ?5 GROUP BY 1, 2, 3${groups} ${moved} LIMIT ?6`;
}

const MOVED = `UNION ALL SELECT currency, NULL, clicked, KEYS0, 0, 0, 0, 0, 0, 0, count(*)
  FROM sold WHERE bought AND NOT long_ago AND clicked <> day AND clicked BETWEEN ?4 AND ?5 GROUP BY 1, 2, 3GROUPS`;
