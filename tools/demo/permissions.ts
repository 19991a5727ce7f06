// What a creator is asked to permit as ads: one request that waits for its answer, and one that was granted and ends in
// some weeks. Each step can run again (steps.ts).
import * as clock from '../../src/kit/clock.ts';
import { DAY_MS } from '../../src/kit/time.ts';
import { type AdPlatformName, scriptAds } from './ad-platforms.ts';
import { type ApiRecord, type Caller, callApi } from './api.ts';
import type { Permissions } from './demo-file.ts';
import type { Steps } from './steps.ts';

/** The codes that the creator got for the posts in the platforms' apps. */
export const AD_CODES = { tiktok: '#morning-coffee=', meta: 'adcode-morning-coffee' } as const;

/** @param submissions published work, by where it is published. */
export async function addPermissions(
  {
    baseUrl,
    brand,
    creator,
    simulatorsUrl,
  }: Record<'baseUrl' | 'simulatorsUrl', string> & Record<'brand' | 'creator', Caller>,
  submissions: Record<'instagram' | 'tiktok', string>,
  { once }: Steps,
): Promise<Permissions> {
  const urlOf = async (id: string) =>
    (await callApi<{ url: string }>(`${baseUrl}/v1/submissions/${id}`, 'GET', brand)).url;
  const at = `${baseUrl}/v1/ad-authorizations`;
  const ask = (submission: string, platform: AdPlatformName) =>
    once(`permission-${platform}`, async (key) => {
      return (await callApi<ApiRecord>(at, 'POST', brand, { submission, platform }, key)).id;
    });
  const publish = (platform: AdPlatformName, body: object) =>
    once(`permission-${platform}-post`, async () => {
      await scriptAds(simulatorsUrl, platform, 'posts', { handle: 'ada.sim', ...body });
      return true;
    });
  const [onTiktok, onInstagram] = [await urlOf(submissions.tiktok), await urlOf(submissions.instagram)];
  await publish('tiktok', { auth_code: AD_CODES.tiktok, item_id: onTiktok.split('/').at(-1), days: 60 });
  await publish('meta', { ad_code: AD_CODES.meta, permalink: onInstagram });
  const requested = await ask(submissions.tiktok, 'tiktok');
  const granted = await ask(submissions.instagram, 'meta');
  await once('permission-meta-granted', async () => {
    const expiresAt = new Date(clock.now() + 20 * DAY_MS).toISOString();
    const answer = { status: 'granted', adCode: AD_CODES.meta, expiresAt };
    await callApi(`${at}/${granted}`, 'PATCH', creator, answer);
    return true;
  });
  return { requested, granted };
}
