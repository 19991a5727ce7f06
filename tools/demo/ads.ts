// The brand's ad accounts at the simulated platforms, each with a live campaign. Each step checks first or
// repeats its Idempotency-Key, so that it can run again (steps.ts).
import * as clock from '../../src/kit/clock.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../src/kit/time.ts';
import { AD_PLATFORMS, type AdPlatformName, connectAds, scriptAds } from './ad-platforms.ts';
import { type ApiRecord, callApi } from './api.ts';
import { runCron } from './crons.ts';
import type { Ads, Demo, Work } from './demo-file.ts';
import { addPlans } from './plans.ts';
import type { Steps } from './steps.ts';

const PATIENCE_MS = 90 * SECOND_MS;
const PAUSE_MS = 300;
/** How long the platforms process a video by default. */
const PROCESSING_MS = 30 * SECOND_MS;
/** Longer than any platform reviews an ad. */
const REVIEWED_MS = 31 * MINUTE_MS;

export async function addAds(demo: Demo & { work: Work }, simulatorsUrl: string, steps: Steps): Promise<Ads> {
  const { baseUrl, keys, work } = demo;
  const { once } = steps;
  const brand = { key: keys.brand };
  const campaigns = `${baseUrl}/v1/campaigns`;
  const onEach = async (path: string, body: object) => {
    await Promise.all(AD_PLATFORMS.map((name) => scriptAds(simulatorsUrl, name, path, body)));
    return true;
  };
  await onEach('settings', { processing: 0 });
  const all = await Promise.all(
    AD_PLATFORMS.map(async (name) => {
      const { id: connection, settings } = await once(`connection-${name}`, () =>
        connectAds(baseUrl, brand, name),
      );
      const campaign = await once(`campaign-${name}`, async (key) => {
        const body = { ...campaignBody(connection, settings, work), name: NAMES[name], launch: false };
        return (await callApi(campaigns, 'POST', brand, body, key)).id;
      });
      return { name, connection, settings, campaign };
    }),
  );
  /**
   * Runs the service's jobs of each minute until all campaigns have this status.
   * @param next the status to ask for when nothing is under way; null to wait.
   */
  const untilAll = async (
    what: string,
    done: (campaign: Campaign) => boolean,
    next: (campaign: Campaign) => 'launch' | 'retry' | null,
  ) => {
    const end = Date.now() + PATIENCE_MS;
    for (let left = all; ; ) {
      await runCron(baseUrl, '* * * * *', clock.now());
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      const states: string[] = [];
      const behind: typeof all = [];
      for (const one of left) {
        const path = `${campaigns}/${one.campaign}`;
        const now = await callApi<Campaign>(path, 'GET', brand);
        if (done(now)) continue;
        behind.push(one);
        states.push(`${one.name} is ${now.status}`);
        const status = now.pendingChange === null ? next(now) : null;
        if (status) await callApi(path, 'PATCH', brand, { status });
      }
      left = behind;
      if (left.length === 0) return;
      if (Date.now() > end) throw new Error(`not ${what} within ${PATIENCE_MS / SECOND_MS} s (${states})`);
    }
  };
  const broken = ({ status }: Campaign) => status === 'draft' || status === 'needs_attention';
  await untilAll(
    'set up',
    (one) => one.status !== 'processing' && !broken(one),
    (one) => (broken(one) ? 'retry' : null),
  );
  // The platforms also review paused campaigns.
  await once('reviewed', () => onEach('clock', { advance: REVIEWED_MS }));
  await onEach('settings', { processing: PROCESSING_MS });
  await untilAll(
    'live',
    ({ status, pendingChange }) => status === 'live' && pendingChange === null,
    (one) => (one.status === 'paused' ? 'launch' : broken(one) ? 'retry' : null),
  );
  const by = (field: 'connection' | 'campaign') =>
    Object.fromEntries(all.map((one) => [one.name, one[field]])) as Record<AdPlatformName, string>;
  const { settings } = all.find(({ name }) => name === 'meta')!;
  const campaignIds = by('campaign');
  const plans = await addPlans(demo, simulatorsUrl, campaignIds, steps);
  return { connections: by('connection'), campaigns: campaignIds, settings, plans };
}

type Campaign = ApiRecord & { pendingChange: unknown };

const NAMES: Record<AdPlatformName, string> = {
  meta: 'Ready overnight',
  tiktok: 'Ready overnight, for you',
  google: 'Ready overnight, watched',
  snapchat: 'Ready overnight, swiped',
};

/** A campaign with the creator's live submission, for any of the platforms. */
export const campaignBody = (
  connection: string,
  settings: Record<string, unknown>,
  work: { submissions: Pick<Work['submissions'], 'live'> },
) => ({
  name: 'Ready overnight',
  connection,
  destination: { type: 'website', value: 'https://northwind.example/cold-brew' },
  optimizationEvent: 'purchase',
  settings,
  budget: { daily: 4_000, billingLimit: 100_000 },
  schedule: { startDate: new Date(clock.now() + DAY_MS).toISOString().slice(0, 10) },
  audience: { countries: ['US'] },
  ad: {
    primaryText: 'Ready overnight, cold all day.',
    headline: 'Cold all day',
    callToAction: 'shop_now',
  },
  creatives: [work.submissions.live],
});
