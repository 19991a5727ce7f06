// The results of a campaign, from its platforms' reports.
import { type CampaignResults, RESULT_DAYS } from '../../../domains/ads/ad-sync/get-campaign-results.ts';
import type { Campaign } from '../../../domains/ads/campaign-record/campaign.ts';
import { DAY_MS } from '../../../kit/time.ts';
import { Card, Cards, Stat } from '../../components/card.tsx';
import { BarChart } from '../../components/chart.tsx';
import { count, day, money, Time, words } from '../../format.tsx';

/** The days that the numbers cover. */
const PERIOD = `last ${RESULT_DAYS} days`;

/** The results of each event, with the names that Ads Manager uses. */
const RESULTS: Record<NonNullable<Campaign['optimizationEvent']>, string> = {
  install: 'Installs',
  purchase: 'Purchases',
  subscription: 'Subscriptions',
  trial_start: 'Trials started',
  initiate_checkout: 'Checkouts initiated',
  add_to_cart: 'Adds to cart',
  view_content: 'Content views',
  complete_registration: 'Registrations completed',
  lead: 'Leads',
  contact: 'Contacts',
};

export function Results({ campaign, results }: { campaign: Campaign; results: CampaignResults }) {
  const { currency, budget } = campaign;
  const { days, conversions, spent } = results;
  const sum = (of: 'impressions' | 'clicks' | 'revenue') => days.reduce((all, one) => all + one[of], 0);
  const [impressions, clicks, revenue] = [sum('impressions'), sum('clicks'), sum('revenue')];
  const goal = campaign.optimizationEvent;
  return (
    <>
      <Cards>
        <Stat
          label="Amount spent"
          value={money(spent, currency)}
          hint={budget.billingLimit === null ? 'to date' : `of ${money(budget.billingLimit, currency)}`}
        />
        <Stat label="Impressions" value={count(impressions)} hint={PERIOD} />
        <Stat label="Clicks" value={count(clicks)} hint={`CTR ${shareOf(clicks, impressions)}`} />
        {goal && (
          <Stat
            label={RESULTS[goal]}
            value={count(conversions[goal] ?? 0)}
            hint={costPer(words(goal).toLowerCase(), conversions[goal] ?? 0, days, currency)}
          />
        )}
        {revenue > 0 && <Stat label="Revenue" value={money(revenue, currency)} hint={PERIOD} />}
      </Cards>
      {days.length > 0 && (
        <Card>
          <BarChart title="Daily spend" points={pointsOf(days)} say={(value) => money(value, currency)} />
          {results.readAt && (
            <p class="quiet">
              Reported by the platforms, last read <Time at={results.readAt} exact />. Days are in the ad
              account’s time zone.
            </p>
          )}
        </Card>
      )}
    </>
  );
}

/** A point for each of the last days, including days without results. */
function pointsOf(days: CampaignResults['days']) {
  const last = Date.parse(days.at(-1)!.day);
  return Array.from({ length: RESULT_DAYS }, (_, n) => {
    const at = new Date(last - (RESULT_DAYS - 1 - n) * DAY_MS).toISOString().slice(0, 10);
    const found = days.find((one) => one.day === at);
    return { label: day(at).replace(/ \d{4}$/, ''), value: found?.spend ?? 0 };
  });
}

const shareOf = (part: number, whole: number) =>
  whole === 0 ? '0%' : `${((part / whole) * 100).toFixed(2)}%`;

function costPer(result: string, times: number, days: CampaignResults['days'], currency: string): string {
  const spend = days.reduce((all, one) => all + one.spend, 0);
  return times === 0 ? PERIOD : `${money(Math.round(spend / times), currency)} per ${result}, ${PERIOD}`;
}
