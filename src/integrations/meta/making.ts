// Creates objects at Meta, and finds what an earlier try created. The platform has no idempotency keys, so the intent's
// key is part of the name, in square brackets.
import * as z from 'zod';
import { tag, tagged } from '../ads/intent-name.ts';
import type { AdSession } from '../ads/platform.ts';
import type { AdSetStep, AdStepSpec, CreativeStep } from '../ads/steps.ts';
import { AccountId, allOf, graph, Id, inPath } from './client.ts';
import { META } from './outcome.ts';
import { toMeta } from './units.ts';
import { callToAction, LISTED, OBJECTIVES, optimisation, regional, targeting } from './words.ts';

const Made = z.object({ id: Id });
const Images = z.object({
  images: z.record(z.string(), z.object({ hash: z.string().regex(/^[0-9a-f]{32}$/) })),
});

const EDGES = {
  campaign: 'campaigns',
  ad_set: 'adsets',
  video: 'advideos',
  image: 'adimages',
  creative: 'adcreatives',
  ad: 'ads',
} as const;

const accountOf = (session: AdSession) => inPath(session.selection.adAccountId, 'adAccountId', AccountId);

export async function create(session: AdSession, step: AdStepSpec): Promise<{ id: string }> {
  const path = `${accountOf(session)}/${EDGES[step.kind]}`;
  if (step.kind !== 'image') return await graph(session, 'POST', path, paramsOf(session, step), Made);
  const { images } = await graph(
    session,
    'POST',
    path,
    { bytes: base64(step.bytes), name: step.name },
    Images,
  );
  const [image] = Object.values(images);
  if (!image) throw META.error('unreadable', { mayHaveHappened: true });
  return { id: image.hash };
}

function paramsOf(session: AdSession, step: Exclude<AdStepSpec, { kind: 'image' }>): Record<string, unknown> {
  const name = tagged(step.name, step.intent);
  switch (step.kind) {
    case 'campaign':
      return {
        name,
        objective: OBJECTIVES[step.objective],
        special_ad_categories: step.specialCategories,
        ...(step.specialCategories.length > 0 ? { special_ad_category_country: step.countries } : {}),
        spend_cap: step.cap === null ? null : toMeta(step.cap, session.currency),
        is_adset_budget_sharing_enabled: false,
        status: 'PAUSED',
      };
    case 'ad_set':
      return { name, ...adSetParams(session, step) };
    case 'video':
      return { title: name, name, file_url: step.url };
    case 'creative':
      return { name, ...creativeParams(session, step) };
    case 'ad':
      if (typeof step.creative !== 'string') throw META.error('invalid', { field: 'creative' });
      return { name, adset_id: step.adSet, creative: { creative_id: step.creative }, status: 'PAUSED' };
  }
}

function adSetParams(session: AdSession, step: AdSetStep): Record<string, unknown> {
  const { budget, audience, startsAt, endsAt, advertiser } = step;
  if (budget === null) throw META.error('invalid', { field: 'daily_budget' });
  return {
    campaign_id: step.campaign,
    ...('daily' in budget
      ? { daily_budget: toMeta(budget.daily, session.currency) }
      : { lifetime_budget: toMeta(budget.lifetime, session.currency) }),
    billing_event: 'IMPRESSIONS',
    bid_strategy: 'LOWEST_COST_WITHOUT_CAP',
    ...optimisation(step.objective, step.goal, inPath(session.selection.pageId, 'pageId')),
    targeting: targeting(audience),
    start_time: Math.floor(startsAt / 1000),
    end_time: endsAt === null ? null : Math.floor(endsAt / 1000),
    dsa_beneficiary: advertiser,
    dsa_payor: advertiser,
    ...regional(step.settings),
    status: 'PAUSED',
  };
}

function creativeParams(session: AdSession, step: CreativeStep): Record<string, unknown> {
  const page_id = inPath(session.selection.pageId, 'pageId');
  const profile = session.selection.profileId;
  const url_tags = step.urlParameters;
  // `url_tags` are appended to this link. Without it no sale could be credited.
  const call_to_action = { type: callToAction(step.callToAction), value: { link: step.link } };
  if (step.partner)
    return {
      ...postParams(step.partner, page_id),
      facebook_branded_content: { sponsor_page_id: page_id },
      ...(profile === undefined ? {} : { instagram_branded_content: { sponsor_id: profile } }),
      call_to_action,
      url_tags,
    };
  const video_data = {
    video_id: step.video,
    message: step.primaryText,
    ...(step.headline === null ? {} : { title: step.headline }),
    ...coverParams(step.cover),
    call_to_action,
  };
  const identity = profile === undefined ? {} : { instagram_user_id: profile };
  return { object_story_spec: { page_id, ...identity, video_data }, url_tags };
}

/** A creator's post, by their code or as it is: a post of Facebook names its page itself. */
function postParams(partner: NonNullable<CreativeStep['partner']>, object_id: string) {
  if ('code' in partner)
    return {
      object_id,
      branded_content: { instagram_boost_post_access_token: partner.code, ad_format: 1 },
    };
  if (partner.post.includes('_')) return { object_story_id: partner.post };
  return { object_id, source_instagram_media_id: partner.post, branded_content: { ad_format: 1 } };
}

function coverParams(cover: CreativeStep['cover']): Record<string, string> {
  if (cover === null) throw META.error('invalid', { field: 'image_url' });
  return 'image' in cover ? { image_hash: cover.image } : { image_url: cover.url };
}

const Named = z.object({ id: Id, name: z.string().optional(), title: z.string().optional() });

/**
 * Finds what an earlier try of the step created. An image needs no search, because uploading it again creates no second
 * one.
 */
export async function find(session: AdSession, step: AdStepSpec): Promise<{ id: string } | null> {
  if (step.kind === 'image') return null;
  const [title, end] = [step.kind === 'video' ? 'title' : 'name', tag(step.intent)] as const;
  const states =
    step.kind === 'campaign' || step.kind === 'ad_set' || step.kind === 'ad' ? LISTED[step.kind] : null;
  const fits = (one: z.output<typeof Named>) => one[title]?.endsWith(end) === true;
  const found = await allOf(
    session,
    `${accountOf(session)}/${EDGES[step.kind]}`,
    {
      fields: `id,${title}`,
      // The list starts with the newest, and what we look for is recent.
      ...(states
        ? { filtering: [{ field: 'name', operator: 'CONTAIN', value: end.trim() }], effective_status: states }
        : {}),
    },
    Named,
    (items) => items.some(fits),
  );
  const id = found.find(fits)?.id;
  return id === undefined ? null : { id };
}

function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}
