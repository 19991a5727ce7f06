// Copies of ads and ad sets, and the templates that are saved from campaigns.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CampaignWorld, campaignWorld } from '../harness/ads/campaigns.ts';
import * as clock from '../harness/clock.ts';
import { ask, type Browser, send, signedIn, wordsOf } from '../harness/pages/pages.ts';
import { personOf } from '../harness/people/person.ts';

let world: CampaignWorld;
let owner: Browser;
let member: Browser;
let id: string;
const to = (path = '') => `/app/${world.brand.id}/campaigns${path}`;
const open = (who: Browser, path: string) => ask(who, path, { env: world.meta.env });
const act = (who: Browser, path: string, action: string, fields: Record<string, string> = {}) =>
  send(who, path, action, fields, { env: world.meta.env });
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
const read = async (path: string): Promise<any> => (await world.send('GET', path)).body.data;
const partsOf = async (path: string): Promise<string[]> =>
  (await read(`${path}?campaign=${id}&status=active,paused`)).map(
    (part: { name: string; status: string }) => `${part.name}: ${part.status}`,
  );

beforeAll(async () => {
  world = await campaignWorld();
  owner = await signedIn(await personOf(world.brand));
  member = await signedIn(await personOf(world.brand, 'member'));
  id = (await world.send('POST', '/v1/campaigns', world.body({ launch: false }))).body.data.id;
  await world.pass();
});
afterAll(() => clock.release());

describe("an ad's copy", () => {
  it('is made paused, under the given name or the usual one, beside it or in another ad set', async () => {
    const page = to(`/${id}`);
    const [{ id: set, ads }] = (await read(`/v1/campaigns/${id}`)).adSets;
    expect((await open(member, page)).html).not.toContain('copyPart');

    const red = { _id: ads[0].id, name: 'With the red shoe' };
    const done = await act(owner, page, 'copyPart', red);
    expect(done.status).toBe(303);
    expect(wordsOf(await open(owner, page))).toContain('The copy is being set up, and paused at first.');
    await world.pass();
    expect(await partsOf('/v1/ads')).toContain('With the red shoe: paused');

    expect((await act(owner, page, 'copyPart', { _id: set })).status).toBe(303);
    await world.pass();
    const [copied, ...others] = await read(`/v1/ad-sets?campaign=${id}`);
    expect(copied).toMatchObject({ name: expect.stringMatching(/ \(copy\)$/), status: 'paused' });
    expect(others.map((one: { id: string }) => one.id)).toEqual([set]);
    const inCopy = async () => (await read(`/v1/ads?campaign=${id}&adSet=${copied.id}`)).length;
    const before = await inCopy();
    expect((await open(owner, page)).html).toContain(`<option value="${copied.id}"`);
    const into = { _id: ads[0].id, name: '', into: copied.id };
    expect((await act(owner, page, 'copyPart', into)).status).toBe(303);
    await world.pass();
    expect(await inCopy()).toBe(before + 1);
  });

  it('is refused of what there is not, or is another account’s', async () => {
    const other = await campaignWorld();
    const body = other.body({ launch: false });
    const theirs = (await other.send('POST', '/v1/campaigns', body)).body.data.id;
    await other.pass();
    const [{ ads }] = (await other.send('GET', `/v1/campaigns/${theirs}`)).body.data.adSets;
    for (const missing of [ads[0].id, 'ad_nothing'])
      expect((await act(owner, to(`/${id}`), 'copyPart', { _id: missing })).status, missing).toBe(404);
    expect((await open(owner, to(`/${theirs}`))).status).toBe(404);
  });
});

describe('a template', () => {
  it('is saved from a campaign, starts another one, and is renamed, archived and restored', async () => {
    const page = to(`/${id}`);
    const none = await act(owner, page, 'saveTemplate', { name: '' });
    expect(none.status).toBe(422);
    expect(/name="name"[^>]*aria-invalid="true"/.test(none.html)).toBe(true);
    const saved = await act(owner, page, 'saveTemplate', { name: 'Prospecting' });
    const template = saved.headers.get('location')!;
    expect(template).toMatch(/\/campaigns\/templates\/adtpl_/);
    const at = `/v1/ad-templates/${template.split('/').at(-1)}`;
    expect(await read(at)).toMatchObject({ name: 'Prospecting', campaign: { objective: 'conversions' } });

    const shown = wordsOf(await open(owner, template));
    expect(shown).toContain('Prospecting saved as a template.');
    expect(shown).toMatch(/Objective Conversions/);
    expect(shown).toMatch(
      /Billing limit \$900\.00 .*Attribution source The platform Ad account Main account/,
    );
    const bare = { name: 'Yen or cents', campaign: { budget: { daily: 2_500 } } };
    const { id: other } = (await world.send('POST', '/v1/ad-templates', bare)).body.data;
    expect(wordsOf(await open(owner, to(`/templates/${other}`)))).toContain(
      'Daily budget 2,500 in the smallest unit of the ad account’s currency',
    );
    await world.send('PATCH', `/v1/ad-templates/${other}`, { status: 'archived' });
    expect(wordsOf(await open(member, template))).not.toMatch(/Rename|Archive template/);
    expect(wordsOf(await open(owner, to('/templates')))).toMatch(
      /Templates.*Prospecting.*Conversions.*Active/,
    );
    const start = await open(owner, to(`/new?template=${template.split('/').at(-1)}`));
    expect(start.html).toMatch(/<option value="adtpl_[^"]+" selected[^>]*>Prospecting/);

    const first = { name: 'Winter', _seen: '1' };
    expect((await act(owner, template, 'rename', first)).status).toBe(303);
    expect((await act(owner, template, 'rename', { name: 'Late', _seen: '1' })).status).toBe(409);
    expect((await act(owner, template, 'archive', { _seen: '2' })).status).toBe(303);
    expect(await read(at)).toMatchObject({ name: 'Winter', status: 'archived' });
    expect(wordsOf(await open(owner, to('/templates')))).toContain('No templates yet');
    expect(wordsOf(await open(owner, to('/templates?status=archived')))).toContain('Winter');
    expect(wordsOf(await open(owner, template))).toContain('new campaigns can’t start from it');
    expect((await act(owner, template, 'restore', { _seen: '3' })).status).toBe(303);
    expect(await read(at)).toMatchObject({ name: 'Winter', status: 'active', version: 4 });
  });
});
