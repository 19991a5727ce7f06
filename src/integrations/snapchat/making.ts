// Creates objects at Snapchat, and finds what an earlier try created. The platform has no idempotency keys, so the
// intent's key is part of the name.
import * as z from 'zod';
import { iso } from '../../kit/time.ts';
import { tag, tagged } from '../ads/intent-name.ts';
import type { AdSession } from '../ads/platform.ts';
import type { AdSetStep, AdStep, AdStepSpec, CampaignStep, CreativeStep } from '../ads/steps.ts';
import { allOf, entities, Id, inPath, snap } from './client.ts';
import { SNAPCHAT } from './outcome.ts';
import { accountOf } from './setup.ts';
import { toMicros } from './units.ts';
import { findMedium, upload } from './uploading.ts';
import { CALLS, goalOf, OBJECTIVES, targeting } from './words.ts';

const Named = z.object({ id: Id, name: z.string().max(1000) });

const KINDS = {
  campaign: entities('campaigns', 'campaign', Named),
  ad_set: entities('adsquads', 'adsquad', Named),
  creative: entities('creatives', 'creative', Named),
  ad: entities('ads', 'ad', Named),
} as const;
const PLURALS = { campaign: 'campaigns', ad_set: 'adsquads', creative: 'creatives', ad: 'ads' } as const;

type Entity = CampaignStep | AdSetStep | CreativeStep | AdStep;

/** The path of the parent under which an object is created and listed. */
function placeOf(session: AdSession, step: Entity): string {
  if (step.kind === 'ad_set') return `campaigns/${inPath(step.campaign, 'campaign_id')}/adsquads`;
  if (step.kind === 'ad') return `adsquads/${inPath(step.adSet, 'ad_squad_id')}/ads`;
  return `adaccounts/${accountOf(session)}/${PLURALS[step.kind]}`;
}

export async function create(session: AdSession, step: AdStepSpec): Promise<{ id: string }> {
  if (step.kind === 'video' || step.kind === 'image') return await upload(session, step);
  const item = { name: tagged(step.name, step.intent), ...(await fieldsOf(session, step)) };
  const body = { [PLURALS[step.kind]]: [item] };
  const { items } = await snap(session, 'POST', placeOf(session, step), KINDS[step.kind], { body });
  const [made] = items;
  if (!made) throw SNAPCHAT.error('unreadable', { mayHaveHappened: true });
  return { id: made.id };
}

async function fieldsOf(session: AdSession, step: Entity): Promise<Record<string, unknown>> {
  switch (step.kind) {
    case 'campaign':
      return campaignFields(session, step);
    case 'ad_set':
      return await squadFields(session, step);
    case 'creative':
      return creativeFields(session, step);
    case 'ad':
      if (typeof step.creative !== 'string') throw SNAPCHAT.error('invalid', { field: 'creative_id' });
      // A creative with a web view requires this ad type.
      return {
        ad_squad_id: step.adSet,
        creative_id: step.creative,
        type: 'REMOTE_WEBPAGE',
        status: 'PAUSED',
      };
  }
}

function campaignFields(session: AdSession, step: CampaignStep): Record<string, unknown> {
  const { objective, cap, startsAt, endsAt, specialCategories } = step;
  const objective_v2_type = OBJECTIVES[objective];
  if (objective_v2_type === undefined) throw SNAPCHAT.error('invalid', { field: 'objective_v2_type' });
  return {
    ad_account_id: accountOf(session),
    status: 'PAUSED',
    buy_model: 'AUCTION',
    objective_v2_properties: { objective_v2_type },
    start_time: iso(startsAt),
    ...(endsAt === null ? {} : { end_time: iso(endsAt) }),
    ...(cap === null ? {} : { lifetime_spend_cap_micro: toMicros(cap, session.currency) }),
    ...(specialCategories.length > 0 ? { regulations: { restricted_delivery_signals: true } } : {}),
  };
}

const PIXEL_WINDOW = 'SWIPE_28DAY_VIEW_1DAY';

async function squadFields(session: AdSession, step: AdSetStep): Promise<Record<string, unknown>> {
  const { budget, audience, startsAt, endsAt, campaign } = step;
  if (budget === null) throw SNAPCHAT.error('invalid', { field: 'daily_budget_micro' });
  const { goal, byPixel } = goalOf(step.objective, step.goal.event);
  const counted = byPixel
    ? { pixel_id: step.goal.pixel ?? (await onlyPixel(session)), conversion_window: PIXEL_WINDOW }
    : {};
  const { targetCost } = step.goal;
  const bid =
    targetCost === null
      ? { bid_strategy: 'AUTO_BID' }
      : { bid_strategy: 'TARGET_COST', bid_micro: toMicros(targetCost, session.currency) };
  return {
    campaign_id: campaign,
    type: 'SNAP_ADS',
    status: 'PAUSED',
    billing_event: 'IMPRESSION',
    placement_v2: { config: 'AUTOMATIC' },
    optimization_goal: goal,
    ...counted,
    ...bid,
    ...budgetFields(budget, session.currency),
    targeting: targeting(audience),
    start_time: iso(startsAt),
    ...(endsAt === null ? {} : { end_time: iso(endsAt) }),
  };
}

export const budgetFields = (budget: NonNullable<AdSetStep['budget']>, currency: string) =>
  'daily' in budget
    ? { daily_budget_micro: toMicros(budget.daily, currency), delivery_constraint: 'DAILY_BUDGET' }
    : { lifetime_budget_micro: toMicros(budget.lifetime, currency), delivery_constraint: 'LIFETIME_BUDGET' };

const Pixels = entities(
  'pixels',
  'pixel',
  z.object({ id: Id, name: z.string().max(500).optional(), status: z.string().max(64) }),
);

/** The ad account's active pixels. */
export async function activePixels(session: AdSession) {
  const path = `adaccounts/${accountOf(session)}/pixels`;
  const pixels = await allOf((params) => snap(session, 'GET', path, Pixels, { params }));
  return pixels.filter(({ status }) => status === 'ACTIVE');
}

/** If the campaign names no pixel, the ad account's only one is used. */
async function onlyPixel(session: AdSession): Promise<string> {
  const [pixel, ...others] = await activePixels(session);
  if (!pixel || others.length > 0) throw SNAPCHAT.error('invalid', { field: 'pixel_id' });
  return pixel.id;
}

export const LONGEST = { name: 375, headline: 34, brand: 32 } as const;

function creativeFields(session: AdSession, step: CreativeStep): Record<string, unknown> {
  if (step.partner !== null) throw SNAPCHAT.error('invalid', { field: 'profile_id' });
  if (step.headline === null) throw SNAPCHAT.error('invalid', { field: 'headline' });
  const brand = step.brand.name.length <= LONGEST.brand ? { brand_name: step.brand.name } : {};
  return {
    ad_account_id: accountOf(session),
    type: 'WEB_VIEW',
    headline: step.headline,
    // Without a brand name Snapchat shows the profile's name.
    ...brand,
    top_snap_media_id: step.video,
    call_to_action: CALLS[step.callToAction],
    profile_properties: { profile_id: inPath(session.selection.profileId, 'profile_id') },
    web_view_properties: { url: linkOf(step) },
  };
}

function linkOf({ link, urlParameters }: CreativeStep): string {
  if (!URL.canParse(link)) throw SNAPCHAT.error('invalid', { field: 'web_view_properties' });
  const url = new URL(link);
  if (urlParameters) url.search = url.search === '' ? urlParameters : `${url.search}&${urlParameters}`;
  return url.href;
}

/**
 * Finds what an earlier try of the step created. A medium whose file is missing does not count: creating it again
 * uploads the file.
 */
export async function find(session: AdSession, step: AdStepSpec): Promise<{ id: string } | null> {
  if (step.kind === 'video' || step.kind === 'image') {
    const medium = await findMedium(session, step.intent);
    return medium && medium.media_status !== 'PENDING_UPLOAD' ? { id: medium.id } : null;
  }
  const place = placeOf(session, step);
  const end = tag(step.intent);
  const fits = ({ name }: z.output<typeof Named>) => name.endsWith(end);
  const found = await allOf(
    (params) => snap(session, 'GET', place, KINDS[step.kind], { params }),
    (items) => items.some(fits),
  );
  const id = found.find(fits)?.id;
  return id === undefined ? null : { id };
}
