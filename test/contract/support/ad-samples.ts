// Records and lists of ads, for samples.ts.
import { AdTemplateCreate } from '../../../src/domains/ads/ad-templates/ad-template.ts';
import { CampaignCreate } from '../../../src/domains/ads/campaign-record/campaign-input.ts';
import { insertCampaign } from '../../../src/domains/ads/campaign-record/store.ts';
import { termsOf } from '../../../src/domains/ads/campaigns/terms-of-input.ts';
import { resourceIdOf } from '../../../src/domains/ads/resources/resource-id.ts';
import { newId } from '../../../src/kit/ids.ts';
import { exampleOf } from '../../../src/resource/example.ts';
import { mintOperation, mintPlan } from '../../harness/ads/kept-plans.ts';
import { insertHere } from '../../harness/ads/live-campaigns.ts';
import * as clock from '../../harness/clock.ts';
import { call, type Minted, systemCtx, testEnv } from '../../harness/world.ts';
import { CREATOR_RECORDS } from './creator-samples.ts';

async function made(method: string, path: string, key: string, body: unknown, as?: string): Promise<string> {
  const answer = await call(method, path, { key, body, ...(as ? { as } : {}) });
  if (answer.status >= 300)
    throw new Error(`${path} answered ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.data.id;
}

/** Asks a creator for permission to use an approved submission. */
async function makeAdAuthorization(owner: Minted): Promise<string> {
  const submission = await CREATOR_RECORDS['/v1/submissions/:id'](owner);
  const { key } = owner;
  await made('PATCH', `/v1/submissions/${submission}`, key, { status: 'approved' });
  return await made('POST', '/v1/ad-authorizations', key, { submission, platform: 'meta' });
}

/** A stored campaign that no platform has. */
async function makeCampaign({ id: accountId }: Minted): Promise<string> {
  const ctx = systemCtx();
  const id = newId('campaign', ctx.now);
  const row = {
    id,
    accountId,
    name: 'Kept',
    status: 'live' as const,
    wanted: 'live' as const,
    connectionId: newId('connection', ctx.now),
    platform: 'meta',
    currency: 'usd',
    timezone: 'UTC',
    terms: termsOf(CampaignCreate.parse(exampleOf(CampaignCreate)), false),
    hold: null,
    scheduledLaunchAt: null,
    launchedAt: null,
    publishedAt: null,
    pendingChange: null,
    partnerId: null,
    approvalStatus: null,
    approvalNote: null,
    approvalRequestedAt: null,
    approvalReviewedAt: null,
    moves: 0,
    version: 1,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  };
  insertCampaign(ctx, { row, platforms: [], adSets: [], ads: [] });
  await ctx.write.commit();
  return id;
}

/** An ad set with one ad at a platform that is never called. */
async function makeAdParts(owner: Minted): Promise<{ set: string; ad: string }> {
  const submission = await CREATOR_RECORDS['/v1/submissions/:id'](owner);
  const now = clock.now();
  const connection = newId('connection', now);
  await testEnv.DB.prepare(
    `INSERT INTO connections (id, holder, provider, status, platform_user, name, selection, version, created_at, updated_at)
    VALUES (?1, ?2, 'meta', 'expired', ?1, 'Ads', '{}', 1, ?3, ?3)`,
  )
    .bind(connection, owner.id, now)
    .run();
  const there = { campaign: `1${submission}`, set: `2${submission}`, ad: `3${submission}` };
  return await insertHere(owner.id, connection, there, { status: 'paused', submission, at: now });
}

const makeAdTemplate = ({ key }: Minted) =>
  made('POST', '/v1/ad-templates', key, exampleOf(AdTemplateCreate));

export const AD_RECORDS = {
  '/v1/ad-templates/:id': makeAdTemplate,
  '/v1/ad-authorizations/:id': makeAdAuthorization,
  '/v1/campaigns/:id': makeCampaign,
  '/ads/plans/:id': async (owner: Minted) => (await mintPlan(owner.id)).id,
  '/ads/operations/:id': mintOperation,
  '/ads/resources/:id': async (owner: Minted) => resourceIdOf((await makeAdParts(owner)).set),
  '/v1/ad-sets/:id': async (owner: Minted) => (await makeAdParts(owner)).set,
  '/v1/ads/:id': async (owner: Minted) => (await makeAdParts(owner)).ad,
};

export const AD_LISTS = {
  '/v1/ad-templates': makeAdTemplate,
  '/v1/ad-authorizations': makeAdAuthorization,
  '/v1/campaigns': makeCampaign,
  '/ads/operations': mintOperation,
  '/ads/resources': async (owner: Minted) => resourceIdOf((await makeAdParts(owner)).set),
  '/v1/ad-sets': async (owner: Minted) => (await makeAdParts(owner)).set,
  '/v1/ads': async (owner: Minted) => (await makeAdParts(owner)).ad,
};

/** These bodies change nothing, because no platform would answer. */
export const AD_BODIES = { updateAdSet: { name: 'Set 1' }, updateAd: { name: 'Ad' } };
