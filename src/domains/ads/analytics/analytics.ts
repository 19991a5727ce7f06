import * as z from 'zod';
import { AD_PLATFORMS } from '../../../integrations/ad-platforms.ts';
import { SOCIAL_PLATFORMS } from '../../../integrations/social-platforms.ts';
import { recordExample } from '../../../resource/example.ts';
import { currencyCode, id } from '../../../resource/fields.ts';
import { clientScope, commaList } from '../../../resource/list-page.ts';
import { RESULT_GROUPS } from '../ad-sync/interface.ts';

export const PLATFORMS = [...new Set([...AD_PLATFORMS, ...SOCIAL_PLATFORMS])] as const;
export const MODES = ['paid', 'organic'] as const;
/** The code of a refusal of an answer that a table (CSV) has room for. */
export const TOO_BIG = 'too_big';
export const SOURCES = ['service', 'external', 'all'] as const;

export const AnalyticsQuery = z.strictObject({
  from: z.iso.date().describe('First day, `YYYY-MM-DD`.'),
  to: z.iso.date().describe('Last day, inclusive. A range has at most 400 days.'),
  mode: z
    .enum(MODES)
    .default('paid')
    .describe('`paid`: results of ads. `organic`: what tracked posts gained, in the last 90 days.'),
  campaign: id('campaign').optional().describe('Only this campaign. Not for creators.'),
  submission: id('submission').optional().describe('Only ads that show this submission.'),
  program: id('program').optional().describe('Only submissions to this program.'),
  creator: id('creator').optional().describe('Only submissions of this creator.'),
  platform: z.enum(PLATFORMS).optional().describe('Only this platform.'),
  source: z
    .enum(SOURCES)
    .default('service')
    .describe('`service`: ads that were launched here. `external`: other ads in your ad accounts.'),
  group: commaList(RESULT_GROUPS).describe(
    'Splits each day by these, a comma list of campaign, submission, creator, ad, platform. Creators split by submission and platform only.',
  ),
  scope: clientScope,
});
export type AnalyticsQuery = z.output<typeof AnalyticsQuery>;

const numbers = {
  spend: z.int().describe('What the ads cost. Cents.'),
  impressions: z.int().describe('How often ads were shown.'),
  clicks: z.int().describe('Clicks on ads.'),
  installs: z.int().describe('App installs that the platforms count.'),
  purchases: z.int().describe('Purchases that the platforms count.'),
  revenue: z.int().describe('Revenue that the platforms count. Cents.'),
};
const Numbers = z.object(numbers);
export type Numbers = z.output<typeof Numbers>;

const Own = z.object({
  conversions: z
    .int()
    .describe('Events that your conversions count and that are credited to a campaign, each once.'),
  value: z.int().describe('What they were sold for, in this currency. Cents.'),
  unconfirmed: z.int().describe('Those of them that only browsers reported, and no server or shop.'),
  returned: z.int().describe('How much of the value came back. Cents.'),
});
export type Own = z.output<typeof Own>;

const Reconciliation = z.object({
  platform: z.int().describe('Purchases that the platform counts: all the other parts together.'),
  ours: z
    .int()
    .describe('Purchases that you count for it and a server or shop confirmed, on the day of the sale.'),
  view_through: z
    .int()
    .describe('What the platform counts after a mere view. 0 where a platform does not tell views apart.'),
  other_window: z
    .int()
    .describe(
      'What it counts by other windows than usual, less what you count although the click was too long ago for it.',
    ),
  unconfirmed: z.int().describe('Purchases that you count for it and only browsers reported.'),
  other_day: z
    .int()
    .describe(
      'The platform counts on the day of the click, and you on the day of the sale: what was clicked on this day and sold on another, less what was sold on this day and clicked on another.',
    ),
  unexplained: z.int().describe('The rest. Below zero where you count more.'),
});
export type Reconciliation = z.output<typeof Reconciliation>;

/** The columns of a table, in order, and those of rows that are compared. */
const own = Object.keys(Own.shape).map((name) => `own.${name}`);
export const NUMBERS = [...Object.keys(numbers), ...own];
export const PARTS = Object.keys(Reconciliation.shape).map((name) => `reconciliation.${name}`);
/** Those that are cents. */
export const AMOUNTS: ReadonlySet<string> = new Set(['spend', 'revenue', 'own.value', 'own.returned']);

/** The value of a column; one of a row's parts has their name before its own, with a dot between them. */
export function valueAt(row: object, column: string): unknown {
  let value: unknown = row;
  for (const part of column.split('.')) value = (value as Record<string, unknown> | null | undefined)?.[part];
  return value;
}

const OWN =
  'What you counted yourself, credited to campaigns that were launched here. Null with source=external, and in rows by campaign or ad for ads that were not launched here.';

const organicNumbers = {
  views: z.int().describe('Views gained; below zero where the platform took some back.'),
  likes: z.int().describe('Likes gained, of the posts whose platform tells them.'),
  comments: z.int().describe('Comments gained, of the posts whose platform tells them.'),
  shares: z.int().describe('Shares gained, of the posts whose platform tells them.'),
  saves: z.int().describe('Saves gained, of the posts whose platform tells them.'),
};
const OrganicNumbers = z.object(organicNumbers);
export type OrganicNumbers = z.output<typeof OrganicNumbers>;
export const ORGANIC_NUMBERS = Object.keys(organicNumbers);

const key = (kind: Parameters<typeof id>[0], what: string) =>
  id(kind).nullable().optional().describe(`${what} Only if the rows are grouped by it.`);

const keys = {
  date: z.string().describe("A day of the ad account's time zone, or UTC for posts, `YYYY-MM-DD`."),
  account: id('account').optional().describe('The client brand. Only with scope=clients.'),
  campaign: key('campaign', 'The campaign; null for ads that were not launched here.'),
  submission: key('submission', 'The submission that the ads show; null for ads without one.'),
  creator: key('creator', 'The creator of the submission; null for ads without one.'),
  ad: key(
    'ad',
    'The ad; null for what you counted and no single ad can claim, and for ads that were never imported.',
  ),
  platform: z
    .enum(PLATFORMS)
    .nullable()
    .optional()
    .describe(
      'The platform; null for what you counted for a campaign on several. Only if the rows are grouped by it.',
    ),
};
const Row = z.object({
  ...keys,
  ...numbers,
  own: Own.nullable().describe(OWN),
  reconciliation: Reconciliation.nullable()
    .optional()
    .describe(
      "From your purchases to the platform's. Only in rows by campaign or ad; null for ads that were not launched here.",
    ),
});
export type Row = z.output<typeof Row>;
const OrganicRow = z.object({ ...keys, ...organicNumbers });
export type OrganicRow = z.output<typeof OrganicRow>;

const Totals = Numbers.extend({ own: Own.nullable().describe(OWN) });

const ROWS =
  'By day and group. Without a group, days without results are zeros; with one, they are left out.';

export const Analytics = z
  .object({
    from: z.string().describe('First day.'),
    to: z.string().describe('Last day, inclusive.'),
    mode: z.enum(MODES).describe('What the rows are about.'),
    source: z.enum(SOURCES).describe('Which ads are included.'),
    readAt: z
      .string()
      .nullable()
      .describe('Up to when all ad accounts or posts were read; null while one of them was not read yet.'),
    complete: z
      .boolean()
      .describe('False while a day of the range was not read since it ended, so its numbers may be missing.'),
    currencies: z
      .array(
        z.union([
          z.object({
            currency: currencyCode,
            totals: Totals.describe('The sums over all rows.'),
            rows: z.array(Row).describe(ROWS),
          }),
          z.object({
            currency: z.null().describe('Posts have no currency.'),
            totals: OrganicNumbers.describe('The sums over all rows.'),
            rows: z.array(OrganicRow).describe(ROWS),
          }),
        ]),
      )
      .describe('By currency of the ad account; one entry for posts. Currencies are never added up.'),
  })
  .meta({ id: 'Analytics' });
export type Analytics = z.output<typeof Analytics>;

const example = {
  spend: 12_500,
  impressions: 48_210,
  clicks: 913,
  installs: 0,
  purchases: 31,
  revenue: 151_900,
  own: { conversions: 25, value: 122_500, unconfirmed: 3, returned: 4_900 },
};
recordExample(Analytics, {
  from: '2026-08-01',
  to: '2026-08-01',
  mode: 'paid',
  source: 'service',
  readAt: '2026-08-02T09:10:00.000Z',
  complete: true,
  currencies: [
    {
      currency: 'usd',
      totals: example,
      rows: [
        {
          date: '2026-08-01',
          campaign: 'camp_01k2d9q3v7h5m8r4t6w0x1y2z3',
          ...example,
          reconciliation: {
            platform: 31,
            ours: 22,
            view_through: 4,
            other_window: -1,
            unconfirmed: 3,
            other_day: 2,
            unexplained: 1,
          },
        },
      ],
    },
  ],
});
