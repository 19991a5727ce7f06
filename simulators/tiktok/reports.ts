// What ads brought, day by day: made up, but always the same for the same ad and day. And what there is to aim at.
import { PROVINCES, REGIONS } from './fixtures.ts';
import { adStatus } from './status.ts';
import { check, must, type Params, page, refused } from './wire.ts';
import { DAY, type Node, type World } from './world.ts';

const KNOWN = new Set(
  `campaign_id campaign_name adgroup_id adgroup_name ad_name currency spend impressions clicks video_play_actions reach ctr cpc cpm
  conversion complete_payment total_complete_payment_rate total_purchase total_purchase_value app_install
  on_web_subscribe total_subscribe total_start_trial initiate_checkout total_checkout web_event_add_to_cart
  total_app_event_add_to_cart page_content_view_events total_view_content user_registration total_registration form
  total_sales_lead online_consult`.split(/\s+/),
);
const LONGEST = 30;

/** The rows of an advertiser by ad and day. Days without delivery are left out. */
export function report(world: World, advertiser: Node, params: Params): Params {
  const asked = check(
    params,
    {
      report_type: must('BASIC'),
      service_type: ['AUCTION'],
      data_level: must('AUCTION_AD'),
      dimensions: 'strings!',
      metrics: 'strings',
      start_date: 'string!',
      end_date: 'string!',
      filtering: 'objects',
    },
    true,
  );
  const [id, day] = asked.dimensions;
  if (!['ad_id', 'ad_id_v2'].includes(id) || day !== 'stat_time_day' || asked.dimensions.length !== 2)
    throw refused('dimensions', 'This simulator reports by ad_id_v2 and stat_time_day.');
  const { start_date: from, end_date: to, metrics = ['spend', 'impressions'] } = asked;
  for (const one of metrics) if (!KNOWN.has(one)) throw refused('metrics', `Not a valid choice: ${one}.`);
  for (const [name, date] of Object.entries({ start_date: from, end_date: to }))
    if (!/^\d{4}-\d\d-\d\d$/.test(String(date))) throw refused(name, 'Not a valid date.');
  const days: string[] = [];
  for (let at = Date.parse(from); dayOf(at) <= to; at += DAY) days.push(dayOf(at));
  if (days.length < 1 || days.length > LONGEST)
    throw refused('end_date', 'The range must be of 1 to 30 days.');
  const deleted = (asked.filtering ?? []).some(
    (one: Params) => one.field_name === 'ad_status' && String(one.filter_value).includes('STATUS_ALL'),
  );
  const ads = world
    .all('ad', advertiser.id)
    .filter((ad) => deleted || !adStatus(world, ad).endsWith('_DELETE'))
    .reverse();
  const rows = days.flatMap((date) =>
    ads.flatMap((ad) => {
      const all = metricsOf(world, advertiser, ad, date);
      if (!all) return [];
      const kept = Object.fromEntries(metrics.map((name: string) => [name, all[name] ?? '0']));
      return [{ dimensions: { [id]: ad.id, stat_time_day: `${date} 00:00:00` }, metrics: kept }];
    }),
  );
  return page(params, rows);
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

function metricsOf(world: World, advertiser: Node, ad: Node, date: string): Params | null {
  const delivered = world.setting<Record<string, Params>>('delivery', {})[`${ad.id} ${date}`];
  const ran = (ad._runs ?? []).some(
    (run: { from: number; to: number | null }) =>
      !ad._rejection &&
      run.from <= world.now() &&
      dayOf(run.from) <= date &&
      date <= dayOf(run.to ?? world.now()),
  );
  if (!delivered && !ran) return null;
  const seed = [...`${ad.id}${date}`].reduce((sum, one) => (sum * 31 + one.charCodeAt(0)) % 9973, 7);
  const {
    spend = 1000 + (seed % 4000),
    impressions = 500 + seed,
    clicks = 10 + (seed % 90),
    plays = Math.floor(impressions / 2),
    purchases = seed % 4,
    value = 2500,
  } = delivered ?? {};
  const adgroup = world.get('adgroup', ad.adgroup_id);
  const campaign = world.get('campaign', ad.campaign_id);
  const major = (cents: number) => (advertiser.currency === 'JPY' ? String(cents) : (cents / 100).toFixed(2));
  return {
    campaign_id: campaign.id,
    campaign_name: campaign.campaign_name,
    adgroup_id: adgroup.id,
    adgroup_name: adgroup.adgroup_name,
    ad_name: ad.ad_name,
    currency: advertiser.currency,
    spend: major(spend),
    impressions: String(impressions),
    clicks: String(clicks),
    video_play_actions: String(plays),
    reach: String(Math.floor(impressions * 0.7)),
    ctr: '-',
    conversion: String(purchases),
    complete_payment: String(purchases),
    total_complete_payment_rate: major(purchases * value),
    total_purchase_value: '-',
  };
}

const KEYWORDS = [
  'Running',
  'Running shoes',
  'Trail running',
  'Cooking',
  'Coffee',
  'Cycling',
  'Skin care',
  'Yoga',
];

export function recommendKeywords(params: Params): Params {
  const { keyword, limit = 50 } = check(
    params,
    { keyword: 'string!', mode: ['FUZZ_MATCH', 'SEMANTIC_RECOMMEND'], limit: 'int' },
    true,
  );
  if (limit < 1 || limit > 50) throw refused('limit', 'It must be from 1 to 50.');
  const found = KEYWORDS.filter((name) => name.toLowerCase().includes(keyword.toLowerCase())).slice(0, limit);
  return {
    recommended_keywords: found.map((name) => ({
      keyword_id: `17000${KEYWORDS.indexOf(name)}`,
      keyword: name,
      language: 'en',
      status: name === 'Yoga' ? 'INEFFECTIVE' : 'EFFECTIVE',
      keyword_status: 'ONLINE',
    })),
  };
}

export function regions(params: Params): Params {
  check(
    params,
    {
      placements: 'strings!',
      objective_type: must(
        'APP_PROMOTION',
        'LEAD_GENERATION',
        'WEB_CONVERSIONS',
        'REACH',
        'TRAFFIC',
        'VIDEO_VIEWS',
      ),
      level_range: ['ALL', 'TO_COUNTRY', 'TO_PROVINCE', 'TO_CITY', 'TO_DISTRICT'],
    },
    true,
  );
  const countries = REGIONS.map(([code, id, name]) => ({
    location_id: id,
    name,
    region_code: code,
    country_code: code,
    parent_id: '0',
    level: 'COUNTRY',
    area_type: 'ADMIN',
    next_level_ids: [],
    support_below_18: false,
  }));
  const provinces = PROVINCES.map(([code, id, name, parent_id]) => ({
    location_id: id,
    name,
    region_code: code,
    country_code: code,
    parent_id,
    level: 'PROVINCE',
    area_type: 'ADMIN',
    next_level_ids: [],
    support_below_18: false,
  }));
  const below = params.level_range === 'TO_COUNTRY' ? [] : provinces;
  return { region_list: REGIONS.map(([code]) => code), region_info: [...countries, ...below] };
}
