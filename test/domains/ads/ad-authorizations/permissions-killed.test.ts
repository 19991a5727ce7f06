// Killed at any contact, a look, a telling and an end leave each permission ended once, told once, and its ads paused once.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expireAdAuthorizations } from '../../../../src/domains/ads/ad-authorizations/expire-ad-authorizations.ts';
import { lookAtPermissions } from '../../../../src/domains/ads/ad-authorizations/look-at-permissions.ts';
import { tellExpiring } from '../../../../src/domains/ads/ad-authorizations/tell-expiring.ts';
import type { Env } from '../../../../src/env.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/kit/time.ts';
import { systemCtx } from '../../../../src/system-ctx.ts';
import { insertHere } from '../../../harness/ads/live-campaigns.ts';
import { askToAdvertise, connectBrand, mintToAdvertise } from '../../../harness/ads/permissions.ts';
import type { ScriptedAds } from '../../../harness/ads/scripted-ads.ts';
import { IDENTITY, MAIN, tiktokWorld } from '../../../harness/ads/tiktok.ts';
import * as clock from '../../../harness/clock.ts';
import { atEveryDeath } from '../../../harness/faults/mortal.ts';
import { mintPair, type Pair } from '../../../harness/work/submissions.ts';
import { call, testEnv } from '../../../harness/world.ts';

let tiktok: ScriptedAds;
let pair: Pair;
let connection: string;
beforeAll(async () => {
  clock.hold(clock.now());
  [tiktok, pair] = [await tiktokWorld(), await mintPair()];
  connection = await connectBrand(tiktok, { advertiserId: MAIN, identityId: IDENTITY }, pair);
});
afterAll(() => clock.release());

let n = 0;
/** A permission by a code, with an ad that uses it. */
async function inUse(days: number): Promise<{ id: string; code: string; ad: string }> {
  n++;
  const code = `#code${n}=`;
  const submission = await mintToAdvertise(pair);
  const { id } = await askToAdvertise(pair, submission);
  await tiktok.sim('posts', { auth_code: code, handle: 'maya', days });
  const body = { status: 'granted', sparkCode: code };
  const granted = await call('PATCH', `/v1/ad-authorizations/${id}`, {
    env: tiktok.env,
    ...pair.creator,
    body,
  });
  expect(granted.status, JSON.stringify(granted.body)).toBe(200);
  const place = { campaign: `6${n}`, set: `7${n}`, ad: `8${n}` };
  const { campaign, ad } = await insertHere(pair.brand.id, connection, place, {
    submission,
    platform: 'tiktok',
  });
  await testEnv.DB.prepare(
    `UPDATE campaigns SET terms = json_set(terms, '$.identity', 'creator') WHERE id = ?`,
  )
    .bind(campaign)
    .run();
  return { id, code, ad };
}

const told = async (id: string) =>
  (
    await testEnv.DB.prepare("SELECT type FROM events WHERE data ->> '$.ad_authorization' = ? ORDER BY id")
      .bind(id)
      .all<{ type: string }>()
  ).results.map(({ type }) => type.replace('ad_authorization.', ''));

/** What is left of a permission and of the ad that used it. */
async function left({ id, ad }: { id: string; ad: string }) {
  const row = await testEnv.DB.prepare('SELECT status, code FROM ad_authorizations WHERE id = ?')
    .bind(id)
    .first<{ status: string; code: string | null }>();
  const one = await testEnv.DB.prepare('SELECT status FROM ads WHERE id = ?').bind(ad).first<object>();
  const { results } = await testEnv.DB.prepare(
    "SELECT 1 FROM platform_steps WHERE kind = 'run' AND input ->> '$.ad' = ?",
  )
    .bind(ad)
    .all();
  return { permission: row!.status, code: row!.code !== null, ad: one, pauses: results.length };
}
const PAUSED = { code: false, ad: { status: 'paused' }, pauses: 1 };

it('while it looks at permissions and tells of an end', async () => {
  const ends = new Set<string>();
  let withdrawn: Awaited<ReturnType<typeof inUse>>;
  let ending: Awaited<ReturnType<typeof inUse>>;
  const jobs = async (env: Env, at: number) => {
    await lookAtPermissions(systemCtx(env, at));
    await tellExpiring(systemCtx(env, at));
  };
  const contacts = await atEveryDeath({
    async scene() {
      [withdrawn, ending] = [await inUse(30), await inUse(6)];
      await tiktok.sim(`nodes/${encodeURIComponent(withdrawn.code)}`, { _revoked: true });
      return { env: tiktok.env };
    },
    live: (_, env) => jobs(env, clock.now()),
    async afterwards() {
      await jobs(tiktok.env, clock.now() + 10 * MINUTE_MS);
      await jobs(tiktok.env, clock.now() + 10 * MINUTE_MS);
      ends.add(
        JSON.stringify([
          ...[await left(withdrawn), await told(withdrawn.id)],
          ...[(await left(ending)).permission, await told(ending.id)],
        ]),
      );
      // The next scene's permissions are alone.
      await testEnv.DB.prepare('UPDATE ad_authorizations SET look_at = NULL, tell_at = NULL').run();
    },
  });
  expect([...ends].map((one) => JSON.parse(one))).toEqual([
    [
      { permission: 'revoked', ...PAUSED },
      ['requested', 'granted', 'revoked'],
      'granted',
      ['requested', 'granted', 'expiring'],
    ],
  ]);
  expect(contacts.length).toBeGreaterThan(4);
}, 120_000);

it('while it ends permissions', async () => {
  const ends = new Set<string>();
  let over: Awaited<ReturnType<typeof inUse>>;
  const contacts = await atEveryDeath({
    async scene() {
      over = await inUse(1);
      return { env: tiktok.env };
    },
    live: (_, env) => expireAdAuthorizations(systemCtx(env, clock.now() + DAY_MS + HOUR_MS)),
    async afterwards() {
      for (const hours of [1, 2])
        await expireAdAuthorizations(systemCtx(tiktok.env, clock.now() + DAY_MS + hours * HOUR_MS));
      ends.add(JSON.stringify([await left(over), await told(over.id)]));
    },
  });
  expect([...ends].map((one) => JSON.parse(one))).toEqual([
    [{ permission: 'expired', ...PAUSED }, ['requested', 'granted', 'expired']],
  ]);
  expect(contacts.length).toBeGreaterThan(0);
}, 120_000);
