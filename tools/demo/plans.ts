// Plans of changes to the brand's ads: one that waits for its approval, and one of which a platform refused a part, so that it can
// be repaired. Each step can run again (steps.ts).
import * as clock from '../../src/kit/clock.ts';
import { MINUTE_MS } from '../../src/kit/time.ts';
import { type AdPlatformName, scriptAds } from './ad-platforms.ts';
import { type ApiRecord, callApi } from './api.ts';
import { runCron } from './crons.ts';
import type { Demo, Plans, Work } from './demo-file.ts';
import type { Steps } from './steps.ts';

const MOST_PASSES = 100;
const PAUSE_MS = 300;

interface AdsPlan extends ApiRecord {
  revision: number;
  semanticHash: string;
  executionState: string;
}

/** @param campaigns live ones, by platform. */
export async function addPlans(
  { baseUrl, keys, work }: Demo & { work: Work },
  simulatorsUrl: string,
  campaigns: Record<AdPlatformName, string>,
  { once }: Steps,
): Promise<Plans> {
  const brand = { key: keys.brand };
  const make = (platform: PlannedPlatform, more: { daily: number; ad: string }) =>
    once(`plan-${platform}`, async () => {
      const path = `${baseUrl}/v1/ad-sets?campaign=${campaigns[platform]}`;
      const [adSet] = await callApi<ApiRecord[]>(path, 'GET', brand);
      const body = newVideoPlan(platform, {
        ...{ campaign: campaigns[platform], adSet: adSet!.id, video: work.submissions.live, ...more },
      });
      return (await callApi(`${baseUrl}/ads/plans`, 'POST', brand, body)).id;
    });
  const waiting = await make('meta', { daily: 6_000, ad: 'Iced, on the porch' });
  const failed = await make('tiktok', { daily: 5_000, ad: 'Iced, on the porch' });
  await once('plan-tiktok-executed', async () => {
    const at = `${baseUrl}/ads/plans/${failed}`;
    const { revision, semanticHash } = await callApi<AdsPlan>(at, 'GET', brand);
    const read = { revision, semanticHash };
    await callApi(`${at}/approval`, 'PUT', brand, read);
    await scriptAds(simulatorsUrl, 'tiktok', 'faults', NO_AD);
    await callApi(`${at}/executions`, 'POST', brand, read);
    for (let passes = 1; passes <= MOST_PASSES; passes++) {
      if ((await callApi<AdsPlan>(at, 'GET', brand)).executionState === 'completed') return true;
      await runCron(baseUrl, '* * * * *', clock.now() + passes * MINUTE_MS);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    throw new Error('The plan on TikTok did not end.');
  });
  return { waiting, failed };
}

/** TikTok refuses the next ad. */
export const NO_AD = { kind: 'refuse', path: 'POST smart_plus/ad/create', code: 40002 };

const VARIANTS = { meta: 'auction', tiktok: 'smart_plus' } as const;
export type PlannedPlatform = keyof typeof VARIANTS;

/** The body of a plan that gives a campaign another budget, and an ad with a new video. */
export function newVideoPlan(
  platform: PlannedPlatform,
  {
    campaign,
    adSet,
    video,
    daily,
    ad,
  }: { campaign: string; adSet: string; video: string; daily: number; ad: string },
): object {
  const submission = { kind: 'submission', id: video };
  const media = { kind: 'step', id: 'video' };
  const into = { name: ad, deliveryGroup: { kind: 'resource', id: adSet.replace('adset_', 'res_') } };
  const creative = planStep(platform, 'creative', 'creative create', { submission, media });
  const steps = [
    planStep(platform, 'budget', 'campaign update', { budget: { daily } }),
    planStep(platform, 'video', 'media upload', { source: submission }),
    ...(platform === 'meta'
      ? [
          creative,
          planStep(platform, 'ad', 'ad create', { ...into, creative: { kind: 'step', id: 'creative' } }),
        ]
      : [planStep(platform, 'ad', 'ad create', { ...into, submission, media })]),
  ];
  return planOf(platform, steps, { kind: 'paid_campaign', id: campaign });
}

export const planOf = (
  platform: PlannedPlatform,
  steps: object[],
  target: { kind: string; id: string },
  operationType = 'update_campaign',
): object => ({
  clientRequestId: crypto.randomUUID(),
  fieldCatalogVersion: '2026-08-08.2',
  settingsSchemaVersion: '2026-08-08.1',
  platforms: [platform],
  ...{ operationType, target, steps },
});

const isReference = (value: unknown): value is { kind: string; id: string } =>
  typeof value === 'object' && value !== null && 'kind' in value;

/** @param does the kind of object and what is done to it: "ad create". */
export function planStep(
  platform: PlannedPlatform,
  id: string,
  does: string,
  input: Record<string, object | string | number>,
): object {
  const [resourceKind, mutation] = does.split(' ');
  const values = Object.entries(input);
  const fieldPaths = values.flatMap(([name, value]) =>
    typeof value !== 'object' || isReference(value)
      ? [`/${name}`]
      : Object.keys(value).map((inner) => `/${name}/${inner}`),
  );
  return {
    ...{ id, idempotencyKey: `${id} ${crypto.randomUUID()}`, platform, productVariant: VARIANTS[platform] },
    ...{ resourceKind, mutation, fieldPaths, input },
    sequence: { creative: 2, ad: 3 }[resourceKind!] ?? 1,
    dependsOnStepIds: values.flatMap(([, value]) =>
      isReference(value) && value.kind === 'step' ? [value.id] : [],
    ),
  };
}
