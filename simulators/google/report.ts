// What ads brought, day by day: made up, but always the same for the same ad and day.
import type { Query } from './gaql.ts';
import { fits } from './gaql.ts';
import type { Json } from './wire.ts';
import { DAY, type Node, type World } from './world.ts';

interface Brought {
  cost?: string;
  impressions?: number;
  clicks?: number;
  purchases?: number;
  value?: number;
}

/** Days without delivery are left out, and with them the ads that had none. */
export function reportRows(
  world: World,
  customer: Node,
  { select, where }: Query,
  ads: Node[],
  rowOf: (ad: Node) => Json,
): Json[] {
  const dates = where.filter(({ field }) => field === 'segments.date');
  const today = world.local(customer).slice(0, 10);
  const days: string[] = [];
  for (let at = world.now() - 400 * DAY; at < world.now() + 2 * DAY; at += DAY) {
    const date = new Date(at).toISOString().slice(0, 10);
    if (date <= today && dates.every((one) => fits(date, one))) days.push(date);
  }
  const byCategory = select.includes('segments.conversion_action_category');
  return days.flatMap((date) =>
    ads.flatMap((ad) => {
      const brought = broughtOn(world, customer, ad, date);
      if (!brought) return [];
      const { cost, impressions, clicks, purchases, value } = brought;
      const counted = { conversions: purchases, conversionsValue: purchases * value };
      if (byCategory && purchases === 0) return [];
      const segments = { date, ...(byCategory ? { conversionActionCategory: 'PURCHASE' } : {}) };
      const whole = {
        costMicros: cost,
        impressions: String(impressions),
        clicks: String(clicks),
        ...counted,
      };
      return [{ ...rowOf(ad), segments, metrics: byCategory ? counted : whole }];
    }),
  );
}

function broughtOn(world: World, customer: Node, ad: Node, date: string): Required<Brought> | null {
  const delivered = world.setting<Record<string, Brought>>('delivery', {})[`${ad.id} ${date}`];
  const day = (ms: number) => world.local(customer, ms).slice(0, 10);
  const runs: { from: number; to: number | null }[] = ad._runs ?? [];
  const ran =
    !ad._rejection &&
    runs.some(({ from, to }) => from <= world.now() && day(from) <= date && date <= day(to ?? world.now()));
  if (!delivered && !ran) return null;
  const seed = [...`${ad.id}${date}`].reduce((sum, one) => (sum * 31 + one.charCodeAt(0)) % 9973, 7);
  const yen = customer.currencyCode === 'JPY';
  return {
    cost: String((1000 + (seed % 4000)) * (yen ? 1_000_000 : 10_000)),
    impressions: 500 + seed,
    clicks: 10 + (seed % 90),
    purchases: seed % 4,
    value: yen ? 2500 : 25,
    ...delivered,
  };
}
