// A test's own TikTok: simulators/tiktok/README.md says how to script it.

import { sealCode } from '../../../src/domains/ads/ad-authorizations/code.ts';
import { tiktokAdapter } from '../../../src/integrations/tiktok/adapter.ts';
import { newId } from '../../../src/kit/ids.ts';
import * as clock from '../clock.ts';
import { testEnv } from '../world.ts';
import type { CampaignWorld } from './campaigns.ts';
import { redirectOf, type ScriptedAds, scriptedAds } from './scripted-ads.ts';

export const ADA = '7000000000000000001';
export const GRACE = '7000000000000000002';
export const CENTER = '7100000000000000001';
export const MAIN = '7200000000000000001';
export const TOKYO = '7200000000000000002';
export const CLOSED = '7200000000000000003';
export const IDENTITY = '7300000000000000001';
export const LINKED = '7300000000000000002';
export const TOKYO_IDENTITY = '7300000000000000003';
export const PIXEL = '7400000000000000001';
export const APP = '7500000000000000001';
export const REDIRECT = redirectOf('tiktok');

export const tiktokWorld = (): Promise<ScriptedAds> =>
  scriptedAds({
    provider: 'tiktok',
    adapter: tiktokAdapter,
    vars: (simulators, app) => ({
      TIKTOK_API_URL: `${simulators}/tiktok`,
      TIKTOK_DIALOG_URL: `${simulators}/tiktok`,
      TIKTOK_APP_ID: app,
      TIKTOK_APP_SECRET: `sim_secret_${app}`,
    }),
    person: ADA,
    selection: { advertiserId: MAIN, identityId: IDENTITY },
  });

/** A creator's permission, as `PATCH /v1/ad-authorizations` stores it. */
export async function permitSpark(
  { meta, brand }: Pick<CampaignWorld, 'meta' | 'brand'>,
  submission: string,
  code: string,
): Promise<string> {
  const now = clock.now();
  const owner = { id: newId('adAuthorization', now), accountId: brand.id };
  await testEnv.DB.prepare(
    `INSERT INTO ad_authorizations (id, account_id, creator_id, submission_id, program_id, platform, status, code,
       authorized_at, version, created_at, updated_at)
     SELECT ?1, account_id, creator_id, id, program_id, 'tiktok', 'granted', ?2, ?3, 1, ?3, ?3 FROM submissions WHERE id = ?4`,
  )
    .bind(owner.id, await sealCode(meta.ctx(), owner, code), now, submission)
    .run();
  return owner.id;
}
