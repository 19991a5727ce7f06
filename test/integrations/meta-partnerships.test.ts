// Which posts of creators a brand may advertise at Meta, and what the platform wants for telling it.
import { beforeAll, expect, it, vi } from 'vitest';
import type { AdSession, PermissionOf } from '../../src/integrations/ads/platform.ts';
import { metaAdapter as meta } from '../../src/integrations/meta/adapter.ts';
import { errorOf } from '../harness/ads/ad-steps.ts';
import { MAIN, type MetaWorld, metaWorld, PAGE, PROFILE } from '../harness/ads/meta.ts';

let world: MetaWorld;
let session: AdSession;
beforeAll(async () => {
  world = await metaWorld();
  session = {
    ...(await world.session()),
    selection: { adAccountId: MAIN, pageId: PAGE, profileId: PROFILE },
  };
});

const BUSINESS = '200000000000001';
const ask = async (code: string, as = session) => await meta.readPermission!(as, { code });

it('finds the post of a code, until its creator takes it back; another brand’s refusal is not ours', async () => {
  const permalink = 'https://www.instagram.com/reel/Cw7/';
  const more = { tagged: ['500000000000009'], ad_eligibility: 'INELIGIBLE' };
  const { id } = await world.sim('posts', { ad_code: 'good', handle: 'nia', permalink, ...more });
  const found = {
    post: { id, url: permalink, handle: 'nia', caption: 'A post of nia' },
    holds: true,
    endsAt: null,
  };
  expect(await ask('good')).toEqual(found);
  const business = { ...session, selection: { adAccountId: MAIN, pageId: PAGE, businessId: BUSINESS } };
  expect(await ask('good', business)).toEqual(found);
  expect(await ask('unknown')).toBeNull();
  await world.sim('posts', { ad_code: 'ours', tagged: [PROFILE], ad_eligibility: 'EXCLUDED' });
  expect(await ask('ours')).toMatchObject({ holds: false });
  await world.sim(`nodes/${id}`, { _revoked: true });
  expect(await ask('good')).toBeNull();
});

it('finds a post that names the brand, at whichever address, and may be advertised', async () => {
  const post = async (name: string, more: object) =>
    await world.sim('posts', {
      permalink: `https://www.instagram.com/reel/${name}/`,
      handle: 'nia',
      ...more,
    });
  const { id } = await post('Cw9', { tagged: [PROFILE] });
  await post('Cx1', { tagged: [PROFILE], ad_eligibility: 'NEEDS_ATTENTION' });
  await post('Cx2', { tagged: ['500000000000009'] });
  const find = async (name: string) =>
    await meta.readPermission!(session, { url: `https://www.instagram.com/p/${name}` });
  expect(await find('Cw9')).toMatchObject({ holds: true, post: { id, handle: 'nia' } });
  expect(await find('Cx1')).toMatchObject({ holds: false });
  expect([await find('Cx2'), await find('Cx3')]).toEqual([null, null]);
});

it('takes no other post than the one it asked for, and none of several', async () => {
  const at = (name: string) => ({ permalink: `https://www.instagram.com/p/${name}/` });
  const post = (content_id: string, more: object = {}) => ({
    content_id,
    ...more,
    partnership_info: [{ ad_eligibility: 'AD_READY' }],
  });
  const business = { ...session, selection: { ...session.selection, businessId: BUSINESS } };
  const answers = async (data: object[], of: PermissionOf) => {
    const real = globalThis.fetch;
    vi.stubGlobal('fetch', async () => Response.json({ data }));
    try {
      return await meta.readPermission!(business, of);
    } finally {
      vi.stubGlobal('fetch', real);
    }
  };
  const url = 'https://www.instagram.com/p/Cw7';
  expect(await answers([post('2', at('Cw8')), post('1', at('Cw7'))], { url })).toMatchObject({
    post: { id: '1' },
  });
  expect(await answers([post('2', at('Cw8'))], { url })).toBeNull();
  expect(await answers([post('1')], { url })).toMatchObject({ holds: true, post: { url: null } });
  const several = answers([post('1', at('Cw7')), post('2', at('Cw8'))], { code: 'good' });
  expect(await errorOf(several)).toMatchObject({ kind: 'unreadable' });
});

it('is told what is in the way', async () => {
  const other = { ...session, selection: { ...session.selection, profileId: '500000000000009' } };
  expect(await errorOf(ask('good', other))).toMatchObject({ kind: 'invalid', field: 'ig_user_id' });
  const get = async (params: object) => {
    const url = new URL(`${session.site.at.api}/v26.0/${BUSINESS}/partnership-ads-advertisable-content`);
    for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
    const answer = await fetch(url, { headers: { Authorization: `Bearer ${session.token}` } });
    return answer.status;
  };
  const brand = { ig_user_id: PROFILE };
  expect(await get({ ...brand, ad_codes: '["good"]' })).toBe(200);
  for (const wrong of [
    {},
    { ...brand, ad_codes: '["good"]', permalinks: '["https://www.instagram.com/p/a"]' },
    { ...brand, ad_codes: '["good"]', creator_username: 'nia' },
    { ...brand, ad_codes: JSON.stringify(Array.from({ length: 51 }, (_, n) => `code${n}`)) },
    { ...brand, fields: 'nothing' },
  ])
    expect(await get(wrong), JSON.stringify(wrong)).toBe(400);
});
