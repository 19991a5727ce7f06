// Whether a code has leaked: it is used by people whom its creator never reached. A code that is only spoken brings no landings,
// so that alone proves nothing.
import { DAY_MS } from '../../../kit/time.ts';
import type { Evidence, Views } from './creator-code.ts';

/** What is looked at: the last 7 days, and how they compare with the 28 days before. */
export const RECENT_DAYS = 7;
export const EARLIER_DAYS = 28;

const LEAST_ORDERS = 10;
const FEW_LANDINGS = 0.05;
const SUDDEN = 5;
/** Views that grew by no more than this are no reason for more orders. */
const MORE_VIEWS = 1.5;
const LEAST_SIGNS = 2;

export interface CodeFacts {
  /** Orders of the last 7 days; of those, from a landing of the creator, and from a coupon site. */
  recent: number;
  landed: number;
  fromCouponSite: number;
  /** Orders of the 28 days before. */
  earlier: number;
  /** Views of the creator's work, as totals at moments; empty where nobody reports them. */
  views: readonly Views[];
  now: number;
}

/** The signs of a leak; null when they are too few to flag the code. */
export function leakOf(facts: CodeFacts): Evidence[] | null {
  const { recent, landed, fromCouponSite } = facts;
  if (recent < LEAST_ORDERS) return null;
  const signs: Evidence[] = [];
  const share = (part: number) => `${Math.round((part / recent) * 100)}%`;
  if (landed < recent * FEW_LANDINGS)
    signs.push({
      code: 'few_landings',
      text: `Only ${share(landed)} of the ${recent} orders in the last 7 days came from the creator's links.`,
    });
  if (fromCouponSite > recent / 2)
    signs.push({
      code: 'coupon_sites',
      text: `${share(fromCouponSite)} of the ${recent} orders in the last 7 days came from coupon sites.`,
    });
  const times = riseOf(facts);
  if (times !== null)
    signs.push({
      code: 'sudden_rise',
      text: `The code was used ${times} times as often as usual, and the creator's videos had no more views.`,
    });
  return signs.length < LEAST_SIGNS ? null : signs;
}

/** How many times the usual number of orders there were; null for no sudden rise, or one that views explain. */
function riseOf({ recent, earlier, views, now }: CodeFacts): number | null {
  const usual = earlier / (EARLIER_DAYS / RECENT_DAYS);
  if (usual === 0 || recent < usual * SUDDEN) return null;
  const [week, before] = [now - RECENT_DAYS * DAY_MS, now - 2 * RECENT_DAYS * DAY_MS];
  const middle = views.findLast(({ at }) => at <= week);
  const first = views.find(({ at }) => at <= before);
  const last = views.at(-1);
  if (!first || !middle || !last || middle === first) return null;
  const perDay = (a: Views, b: Views) => (b.views - a.views) / ((b.at - a.at) / DAY_MS);
  if (perDay(middle, last) > perDay(first, middle) * MORE_VIEWS) return null;
  return Math.round(recent / usual);
}
