// What ads brought, by day and ad: made up, but always the same for the same ad and day.
import { type Fields, invalid, nextLink, placeOf, success } from './wire.ts';
import { DAY, type Node, type World } from './world.ts';

const FIELDS = `impressions swipes spend video_views conversion_purchases conversion_purchases_value
  conversion_sign_ups conversion_add_cart conversion_view_content conversion_start_checkout conversion_subscribe
  conversion_start_trial total_installs native_leads`
  .split(/\s+/)
  .filter(Boolean);
const WINDOWS: Readonly<Record<string, readonly string[]>> = {
  swipe_up_attribution_window: ['1_DAY', '7_DAY', '28_DAY'],
  view_attribution_window: ['1_HOUR', '3_HOUR', '6_HOUR', '1_DAY', '7_DAY', '28_DAY'],
};
const LONGEST_DAYS = 31;
const ADS_A_PAGE = 200;
const UNDER: Readonly<Record<string, string | null>> = {
  account: null,
  campaign: '_campaign',
  adsquad: 'ad_squad_id',
  ad: 'id',
};

/** The day of a moment in a zone, and how far the zone is from UTC then. */
function local(ms: number, zone: string): { day: string; time: string; offset: string } {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  const [day, time] = format.format(ms).split(' ') as [string, string];
  const minutes = Math.round((Date.parse(`${day}T${time}Z`) - Math.floor(ms / 1000) * 1000) / 60_000);
  const two = (number: number) => String(number).padStart(2, '0');
  const size = Math.abs(minutes);
  return { day, time, offset: `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}` };
}

const written = (ms: number, zone: string) => {
  const { day, time, offset } = local(ms, zone);
  return `${day}T${time}.000${offset}`;
};

function boundary(text: string | null, name: string, zone: string): number {
  const ms = Date.parse(text ?? '');
  if (!Number.isFinite(ms)) throw invalid(`${name} is missing or no time`);
  // The first moment of a day: a moment before it was another one.
  if (local(ms, zone).day === local(ms - 1000, zone).day)
    throw invalid(`${name} must lie at midnight in the zone of the ad account`);
  return ms;
}

/** When the days of a range begin, with the end of the last. */
function daysBetween(from: number, to: number, zone: string): number[] {
  const starts = [from];
  while (starts.at(-1)! < to) {
    const about = starts.at(-1)! + DAY;
    const candidates = [about - DAY / 24, about, about + DAY / 24];
    starts.push(candidates.find((ms) => local(ms, zone).day !== local(ms - 1000, zone).day) ?? about);
  }
  return starts;
}

export function stats(world: World, url: URL, kind: string, of: Node): Fields {
  const asked = url.searchParams;
  const account = kind === 'account' ? of : world.get('account', of._account ?? of.ad_account_id);
  const zone: string = account.timezone;
  if (asked.get('granularity') !== 'DAY') throw invalid('This simulator reports by day: granularity=DAY');
  const breakdown = asked.get('breakdown');
  if (breakdown !== null && breakdown !== 'ad') throw invalid('This simulator breaks down by ad.');
  const fields = (asked.get('fields') ?? 'impressions,spend').split(',');
  const unknown = fields.find((name) => !FIELDS.includes(name));
  if (unknown !== undefined) throw invalid(`fields: ${unknown} is not known`);
  if (kind === 'account' && breakdown === null && fields.some((name) => name !== 'spend'))
    throw invalid('fields: an ad account alone has only spend');
  for (const [name, values] of Object.entries(WINDOWS))
    if (!values.includes(asked.get(name) ?? values[0]!)) throw invalid(`${name}: not a window`);
  const from = boundary(asked.get('start_time'), 'start_time', zone);
  const to = boundary(asked.get('end_time'), 'end_time', zone);
  if (to <= from || to - from > LONGEST_DAYS * DAY + DAY / 24)
    throw invalid(`start_time and end_time must lie 1 to ${LONGEST_DAYS} days apart`);
  const starts = daysBetween(from, to, zone);
  const under = UNDER[kind]!;
  const ads = world.all('ad', account.id).filter((ad) => under === null || ad[under] === of.id);
  const place = placeOf(asked.get('cursor'));
  const shown = breakdown === null ? ads : ads.slice(place, place + world.setting('statsPage', ADS_A_PAGE));
  const series = (some: Node[]) =>
    starts.slice(0, -1).map((start, at) => ({
      start_time: written(start, zone),
      end_time: written(starts[at + 1]!, zone),
      stats: sum(
        some.map((ad) => statsOf(world, account, ad, start, starts[at + 1]!)),
        fields,
      ),
    }));
  const base = { granularity: 'DAY', start_time: written(from, zone), end_time: written(to, zone) };
  const finalized_data_end_time = written(Math.min(to, world.now() - (world.now() % (DAY / 24))), zone);
  const content =
    breakdown === null
      ? { timeseries: series(shown) }
      : {
          breakdown_stats: {
            ad: shown.map((ad) => ({ id: ad.id, type: 'AD', ...base, timeseries: series([ad]) })),
          },
        };
  const type = kind === 'account' ? 'AD_ACCOUNT' : kind === 'adsquad' ? 'AD_SQUAD' : kind.toUpperCase();
  const stat = { id: of.id, type, ...base, finalized_data_end_time, ...content };
  const more = breakdown !== null && place + shown.length < ads.length;
  const paging = more ? { next_link: nextLink(url, place + shown.length) } : {};
  return success({
    paging,
    timeseries_stats: [{ sub_request_status: 'SUCCESS', timeseries_stat: stat }],
  });
}

function sum(rows: Fields[], fields: string[]): Fields {
  return Object.fromEntries(
    fields.map((name) => [name, rows.reduce((total, row) => total + (row[name] ?? 0), 0)]),
  );
}

/** Money is in micros. Yen have no hundredths, so theirs are whole. */
function statsOf(world: World, account: Node, ad: Node, start: number, end: number): Fields {
  const { day } = local(start, account.timezone);
  const delivered = world.setting<Record<string, Fields>>('delivery', {})[`${ad.id} ${day}`];
  const ran = (ad._runs ?? []).some(
    (run: { from: number; to: number | null }) =>
      !ad._rejection && run.from < Math.min(end, world.now()) && start < (run.to ?? world.now()),
  );
  if (delivered || !ran) return delivered ?? {};
  const seed = [...`${ad.id}${day}`].reduce((total, one) => (total * 31 + one.charCodeAt(0)) % 9973, 7);
  const whole = account.currency === 'JPY' ? 1_000_000 : 10_000;
  const purchases = seed % 4;
  return {
    impressions: 500 + seed,
    swipes: 10 + (seed % 90),
    spend: (1000 + (seed % 4000)) * whole,
    conversion_purchases: purchases,
    conversion_purchases_value: purchases * 2500 * whole,
    conversion_sign_ups: seed % 3,
  };
}
