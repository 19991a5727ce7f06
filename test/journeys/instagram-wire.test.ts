// Meta's own client reads an account's media and their insights from the simulator, changed only in URL and version.
import { randomInt } from 'node:crypto';
import biz from 'facebook-nodejs-business-sdk';
import { beforeAll, expect, inject, it } from 'vitest';
import * as clock from '../harness/clock.ts';
import type {} from '../harness/servers/start-simulators.ts';

const ADA = '17841400000000001';
const DAY_MS = 86_400_000;

const simulators = inject('simulators');
beforeAll(() => {
  const told = { GRAPH: `${simulators}/instagram`, VERSION: 'v26.0' };
  for (const [name, value] of Object.entries(told))
    Object.defineProperty(biz.FacebookAdsApi, name, { get: () => value });
});

it("Meta's own client reads media page by page, and insights, as the platform has them", async () => {
  const app = `3${Array.from({ length: 14 }, () => randomInt(10)).join('')}`;
  const at = `${simulators}/instagram`;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  const json = async (url: string, init?: RequestInit): Promise<any> => await (await fetch(url, init)).json();
  const sim = (path: string, body: object) =>
    json(`${simulators}/_sim/instagram/${app}/${path}`, { method: 'POST', body: JSON.stringify(body) });
  const redirect_uri = 'https://service.example/connections/callback/instagram';
  const scope = 'instagram_business_basic,instagram_business_manage_insights';
  const asked = new URLSearchParams({
    client_id: app,
    redirect_uri,
    scope,
    response_type: 'code',
    state: 's',
  });
  const form = new URLSearchParams({ user: ADA, answer: 'allow' });
  const sent = await fetch(`${at}/oauth/authorize?${asked}`, {
    method: 'POST',
    body: form,
    redirect: 'manual',
  });
  const code = new URL(sent.headers.get('location')!).searchParams.get('code')!;
  const client = { client_id: app, client_secret: `sim_secret_${app}` };
  const redeem = new URLSearchParams({ ...client, grant_type: 'authorization_code', redirect_uri, code });
  const { access_token } = await json(`${at}/oauth/access_token`, { method: 'POST', body: redeem });
  for (let n = 0; n < 5; n++)
    await sim('posts', { user: ADA, caption: `Post ${n}`, at: clock.now() - (n + 1) * DAY_MS });

  const api = biz.FacebookAdsApi.init(access_token, 'en_US', false);
  const user = new biz.IGUser(ADA, undefined, undefined, api);
  const read = await user.get(['username', 'account_type', 'media_count']);
  expect(read._data).toMatchObject({ username: 'ada.sim', account_type: 'MEDIA_CREATOR', media_count: 5 });
  const first = await user.getMedia(['caption', 'permalink', 'timestamp', 'like_count'], { limit: 3 });
  // The client puts the next page in the place of this one.
  const newest = [...first];
  const captions = [...newest, ...(await first.next())].map((one) => one.caption);
  expect(captions).toEqual(['Post 0', 'Post 1', 'Post 2', 'Post 3', 'Post 4']);
  const media = new biz.IGMedia(newest[0].id, undefined, undefined, api);
  const rows = await media.getInsights([], { metric: ['views', 'saved'].join(',') });
  expect(rows.map((one: { name: string; values: object[] }) => [one.name, one.values])).toEqual([
    ['views', [{ value: 5_000 }]],
    ['saved', [{ value: 35 }]],
  ]);
  await expect(media.getInsights([], { metric: 'impressions' })).rejects.toMatchObject({
    response: { code: 100 },
  });
  await sim('nodes/17841400000000001', { account_type: 'PERSONAL' });
  await expect(user.getMedia(['caption'])).rejects.toMatchObject({ response: { code: 10 } });
});
