// The brand's ad accounts at the simulated platforms, each with a campaign that is live. Each step asks first or repeats its
// Idempotency-Key, so that a start that was stopped in the middle is followed by one that goes on.
import * as clock from '../../src/kit/clock.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../src/kit/time.ts';
import { AD_PLATFORMS, type AdPlatformName, connectAds, scriptAds } from './ad-platforms.ts';
import { type ApiRecord, callApi } from './api.ts';
import { runCron } from './crons.ts';
import type { Ads, Demo, Work } from './demo-file.ts';

const PATIENCE_MS = 90 * SECOND_MS;
const PAUSE_MS = 300;
/** How long the platforms process a video, unless they are told otherwise. */
const PROCESSING_MS = 30 * SECOND_MS;
/** Longer than any of them reviews an ad. */
const REVIEWED_MS = 31 * MINUTE_MS;

export async function addAds(
  { baseUrl, keys, work }: Demo & { work: Work },
  simulatorsUrl: string,
): Promise<Ads> {
  const brand = { key: keys.brand };
  const campaigns = `${baseUrl}/v1/campaigns`;
  const onEach = (path: string, body: object) =>
    Promise.all(AD_PLATFORMS.map((name) => scriptAds(simulatorsUrl, name, path, body)));
  await onEach('settings', { processing: 0 });
  const all = await Promise.all(
    AD_PLATFORMS.map(async (name) => {
      const { id: connection, settings } = await connectAds(baseUrl, brand, name);
      const body = { ...campaignBody(connection, settings, work), name: NAMES[name], launch: false };
      const made = await callApi(campaigns, 'POST', brand, body, `demo-ads-${connection}`);
      return { name, connection, settings, campaign: made.id };
    }),
  );
  /** Runs what the service does each minute until all campaigns have come so far. */
  const untilAll = async (what: string, done: (campaign: Campaign) => boolean) => {
    const end = Date.now() + PATIENCE_MS;
    for (let left = all; ; ) {
      await runCron(baseUrl, '* * * * *', clock.now());
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      const now = await Promise.all(
        left.map(({ campaign }) => callApi<Campaign>(`${campaigns}/${campaign}`, 'GET', brand)),
      );
      left = left.filter((_, n) => !done(now[n]!));
      if (left.length === 0) return;
      if (Date.now() > end)
        throw new Error(`Not ${what} within ${PATIENCE_MS / SECOND_MS} s: ${JSON.stringify(now)}`);
    }
  };
  await untilAll('set up', ({ status }) => status !== 'processing');
  // The platforms review while a campaign is paused.
  await onEach('clock', { advance: REVIEWED_MS });
  await onEach('settings', { processing: PROCESSING_MS });
  for (const { campaign } of all) {
    const { status } = await callApi(`${campaigns}/${campaign}`, 'GET', brand);
    if (status === 'paused') await callApi(`${campaigns}/${campaign}`, 'PATCH', brand, { status: 'launch' });
  }
  await untilAll('live', ({ status, pendingChange }) => status === 'live' && pendingChange === null);
  const by = (field: 'connection' | 'campaign') =>
    Object.fromEntries(all.map((one) => [one.name, one[field]])) as Record<AdPlatformName, string>;
  const { settings } = all.find(({ name }) => name === 'meta')!;
  return { connections: by('connection'), campaigns: by('campaign'), settings };
}

type Campaign = ApiRecord & { pendingChange: unknown };

const NAMES: Record<AdPlatformName, string> = {
  meta: 'Ready overnight',
  tiktok: 'Ready overnight, for you',
  google: 'Ready overnight, watched',
  snapchat: 'Ready overnight, swiped',
};

/** A campaign with the creator's work that is live, on any of the platforms. */
export const campaignBody = (connection: string, settings: Record<string, unknown>, work: Work) => ({
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
