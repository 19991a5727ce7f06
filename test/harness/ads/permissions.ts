// A brand with a connected ad account, and a creator whom it asks to authorize ads.
import { expect } from 'vitest';
import type { Actor } from '../../../src/auth/actor.ts';
import type { AdAuthorization } from '../../../src/domains/ads/ad-authorizations/ad-authorization.ts';
import { adAuthorizationRoutes } from '../../../src/domains/ads/ad-authorizations/routes.ts';
import type { Operation } from '../../../src/http/define-operation.ts';
import { newId } from '../../../src/kit/ids.ts';
import { DAY_MS, day } from '../../../src/kit/time.ts';
import * as clock from '../clock.ts';
import { performed } from '../people/person.ts';
import { approve } from '../work/retainers.ts';
import { mintSubmission, type Pair } from '../work/submissions.ts';
import { call, testEnv } from '../world.ts';
import { connectAds, RETURN } from './ad-connections.ts';
import type { ScriptedAds } from './scripted-ads.ts';

/** Connects the brand's ad account at a platform. Returns the connection's ID. */
export async function connectBrand(world: ScriptedAds, selection: object, { brand }: Pair): Promise<string> {
  await testEnv.DB.prepare(
    'INSERT OR IGNORE INTO key_origins (origin, key_id) SELECT ?2, id FROM api_keys WHERE account_id = ?1',
  )
    .bind(brand.id, new URL(RETURN).origin)
    .run();
  const id = await connectAds(world, brand);
  const answer = await call('PATCH', `/v1/connections/${id}`, {
    env: world.env,
    ...brand,
    body: { selection },
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return id;
}

/** An approved submission, published on TikTok if there is a URL. */
export async function mintToAdvertise(of: Pair, url: string | null = null): Promise<string> {
  const { id } = await mintSubmission(of);
  await approve(of, id);
  if (url !== null)
    await testEnv.DB.prepare(
      "UPDATE submissions SET url = ?2, status = 'live', platform = 'tiktok' WHERE id = ?1",
    )
      .bind(id, url)
      .run();
  return id;
}

/** What a campaign takes besides its name and creatives, for one that starts tomorrow. */
export const CAMPAIGN = (pixel: string) => ({
  destination: { type: 'website', value: 'https://shop.example/' },
  budget: { billingLimit: 90_000 },
  audience: { countries: ['US'] },
  schedule: { startDate: day(clock.now() + DAY_MS) },
  ad: { primaryText: 'See it.', callToAction: 'shop_now' },
  optimizationEvent: 'purchase',
  settings: { pixel },
});

export async function askToAdvertise(
  of: Pair,
  submission: string,
  platform = 'tiktok',
): Promise<{ id: string; requestUrl: string | null }> {
  const answer = await call('POST', '/v1/ad-authorizations', {
    ...of.brand,
    body: { submission, platform },
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.data;
}

/** What a creator says to a request as a person, signed in. Throws its error. */
export async function sayInPerson(of: Pair, id: string, body: object): Promise<AdAuthorization> {
  const person: Actor = {
    by: 'person',
    callerId: newId('person', clock.now()),
    role: null,
    access: 'write',
    scopes: null,
    origins: [],
    home: null,
    account: null,
    creator: of.creator.as,
  };
  const update = adAuthorizationRoutes.find(({ operationId }) => operationId === 'updateAdAuthorization');
  return await performed(person, update as unknown as Operation<AdAuthorization>, { params: { id }, body });
}
