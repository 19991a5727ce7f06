// What ads brought, day by day: made up, but always the same for the same ad and day.
import { check, invalid, type Params } from './wire.ts';
import { DAY, type Node, type World } from './world.ts';

export const INSIGHT_FIELDS = [
  ...[
    'ad_id',
    'ad_name',
    'adset_id',
    'adset_name',
    'campaign_id',
    'campaign_name',
    'account_id',
    'account_currency',
  ],
  ...[
    'spend',
    'impressions',
    'clicks',
    'inline_link_clicks',
    'reach',
    'actions',
    'action_values',
    'ctr',
    'cpc',
    'cpm',
  ],
  ...['date_start', 'date_stop'],
];
/** What can be asked for; the views of 7 and 28 days have been taken since, and tell nothing. */
const WINDOWS = ['default', '1d_click', '7d_click', '28d_click', '1d_view', '1d_ev', '7d_view', '28d_view'];
const LEVELS = ['ad', 'adset', 'campaign', 'account'];

/** The rows of an account, a campaign, an ad set or an ad. Days without delivery are left out. */
export function listInsights(world: World, of: Node, kind: string, params: Params): Params[] {
  const asked = check(params, {
    level: LEVELS,
    time_range: 'object',
    time_increment: 'string',
    date_preset: 'string',
    action_attribution_windows: 'list',
  });
  const windows: string[] = asked.action_attribution_windows ?? [];
  const unknown = windows.find((one) => !WINDOWS.includes(one));
  if (unknown !== undefined) throw invalid(`(#100) action_attribution_windows: ${unknown} is no window.`);
  if (asked.level !== undefined && asked.level !== 'ad')
    throw invalid('This simulator reports by ad: level=ad.');
  if (asked.time_range && asked.time_increment !== '1')
    throw invalid('This simulator reports by day: time_increment=1.');
  const today = day(world.now());
  const { since = day(world.now() - 29 * DAY), until = today } = asked.time_range ?? {};
  if (!/^\d{4}-\d\d-\d\d$/.test(since) || !/^\d{4}-\d\d-\d\d$/.test(until) || since > until)
    throw invalid('time_range needs since and until, YYYY-MM-DD.', 1487534);
  const account = kind === 'account' ? of : world.get('account', of._account);
  const under: Record<string, (ad: Node) => boolean> = {
    account: () => true,
    campaign: (ad) => ad.campaign_id === of.id,
    adset: (ad) => ad.adset_id === of.id,
    ad: (ad) => ad.id === of.id,
  };
  const ads = world.all('ad', account.id).filter(under[kind]!).reverse();
  const days: string[] = [];
  for (let at = Date.parse(since); day(at) <= until && days.length < 100; at += DAY) days.push(day(at));
  return days.flatMap((date) => ads.flatMap((ad) => rowOf(world, account, ad, date, windows)));
}

function rowOf(world: World, account: Node, ad: Node, date: string, windows: string[]): Params[] {
  const delivered = world.setting<Record<string, Params>>('delivery', {})[`${ad.id} ${date}`];
  const ran = (ad._runs ?? []).some(
    (run: { from: number; to: number | null }) =>
      !ad._rejection &&
      run.from <= world.now() &&
      day(run.from) <= date &&
      date <= day(run.to ?? world.now()),
  );
  if (!delivered && !ran) return [];
  const seed = [...`${ad.id}${date}`].reduce((sum, one) => (sum * 31 + one.charCodeAt(0)) % 9973, 7);
  const {
    spend = 1000 + (seed % 4000),
    impressions = 500 + seed,
    clicks = 10 + (seed % 90),
    purchases = seed % 4,
    installs = seed % 7,
    value = 2500,
  } = delivered ?? {};
  // By the windows: the purchases within 7 days of a click and within a day of a view. An ad set's own setting may count
  // others than these two together.
  const { viewed = purchases > 2 ? 1 : 0, clicked = purchases - viewed } = delivered ?? {};
  const counts: Record<string, number> = { '7d_click': clicked, '28d_click': clicked, '1d_view': viewed };
  // What was corrected to nothing is no longer listed.
  if (spend === 0 && impressions === 0 && clicks === 0 && purchases === 0) return [];
  const adset = world.get('adset', ad.adset_id);
  const campaign = world.get('campaign', ad.campaign_id);
  const major = (cents: number) => (account.currency === 'JPY' ? String(cents) : (cents / 100).toFixed(2));
  // What an app counts is reported under names of its own; the whole is beside the part, and is no further result.
  const toApp = adset.promoted_object?.application_id !== undefined;
  const part = toApp ? 'app_custom_event.fb_mobile_purchase' : 'offsite_conversion.fb_pixel_purchase';
  const says = (types: string[], count: number) =>
    count > 0 ? types.map((action_type) => ({ action_type, value: String(count) })) : [];
  const byWindow = (write: (count: number) => string) =>
    Object.fromEntries(windows.flatMap((name) => (counts[name] ? [[name, write(counts[name]!)]] : [])));
  const bought = says([part, 'purchase', 'omni_purchase'], purchases).map((one) => ({
    ...one,
    ...byWindow(String),
  }));
  const installed = says(['mobile_app_install', 'app_install', 'omni_app_install'], toApp ? installs : 0);
  return [
    {
      ad_id: ad.id,
      ad_name: ad.name,
      adset_id: adset.id,
      adset_name: adset.name,
      campaign_id: campaign.id,
      campaign_name: campaign.name,
      account_id: account.account_id,
      account_currency: account.currency,
      spend: major(spend),
      impressions: String(impressions),
      clicks: String(clicks),
      inline_link_clicks: String(Math.floor(clicks * 0.8)),
      reach: String(Math.floor(impressions * 0.7)),
      actions: [
        { action_type: 'link_click', value: String(Math.floor(clicks * 0.8)) },
        ...bought,
        ...installed,
      ],
      action_values: bought.map(({ action_type }) => ({
        action_type,
        value: major(purchases * value),
        ...byWindow((count) => major(count * value)),
      })),
      date_start: date,
      date_stop: date,
    },
  ];
}

const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);

const INTERESTS = [
  'Running',
  'Running shoes',
  'Trail running',
  'Cooking',
  'Coffee',
  'Cycling',
  'Skin care',
  'Yoga',
];

/** GET /search?type=adinterest and /act_…/targetingsearch. */
export function searchInterests(params: Params): Params[] {
  const { q } = check(params, { q: 'string!' });
  return INTERESTS.filter((name) => name.toLowerCase().includes(String(q).toLowerCase())).map((name) => ({
    id: `6003${String(INTERESTS.indexOf(name)).padStart(9, '0')}`,
    name,
    audience_size_lower_bound: 1_000_000,
    audience_size_upper_bound: 1_200_000,
    path: ['Interests', 'Additional Interests', name],
    topic: 'Lifestyle',
  }));
}
