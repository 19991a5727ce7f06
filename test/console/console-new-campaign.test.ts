// The form of a new campaign: its fields, its messages, and the campaign that it creates.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../../src/auth/actor.ts';
import { asset } from '../../src/console/assets.ts';
import { type CampaignWorld, campaignWorld, mintApproved } from '../harness/ads/campaigns.ts';
import { twinOf } from '../harness/ads/live-campaigns.ts';
import { PIXEL } from '../harness/ads/meta.ts';
import * as clock from '../harness/clock.ts';
import { countTrips } from '../harness/faults/trips.ts';
import { ask, type Browser, forgedToken, send, signedIn, wordsOf } from '../harness/pages/pages.ts';
import { personOf } from '../harness/people/person.ts';
import { type Minted, mintAccount, testEnv } from '../harness/world.ts';

/** The names of a list's creators are read only after the list. */
const MOST_TRIPS = 3;

let world: CampaignWorld;
let brand: Minted;
let as: Record<Role, Browser>;
let memberId: string;
const to = (path = '') => `/app/${brand.id}/campaigns${path}`;
const open = (who: Browser, path: string) => ask(who, path, { env: world.meta.env });
const act = (who: Browser, path: string, action: string, fields: Record<string, string> = {}) =>
  send(who, path, action, fields, { env: world.meta.env });
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
const read = async (one: string): Promise<any> => (await world.send('GET', `/v1/campaigns/${one}`)).body.data;

beforeAll(async () => {
  world = await campaignWorld();
  brand = world.brand;
  const people = await Promise.all(
    (['owner', 'admin', 'member'] as const).map((role) => personOf(brand, role)),
  );
  memberId = people[2]!.callerId;
  const [owner, admin, member] = await Promise.all(people.map(signedIn));
  as = { owner: owner!, admin: admin!, member: member! };
});
afterAll(() => clock.release());

describe('the form of a new campaign', () => {
  const form = (more = '') =>
    to(`/new?connection=${world.connection}&objective=conversions&destination=website${more}`);
  const filled = () => ({
    name: 'Spring <1>',
    'destination.value': 'https://shop.example/',
    optimizationEvent: 'purchase',
    creatives: world.submissions[0]!,
    'ad.primaryText': 'Bloom.',
    'ad.callToAction': 'shop_now',
    identity: 'brand',
    'budget.billingLimit': '1,500.10',
    'schedule.startDate': new Date(clock.now() + 86_400_000).toISOString().slice(0, 10),
    'audience.countries': 'US',
    'audience.ageMin': '21',
    'audience.ageMax': '65',
    'audience.gender': 'all',
    'settings.pixel': PIXEL,
    start: 'paused',
  });
  const check = async (who: Browser, fields: Record<string, string>) => {
    const answer = await act(who, form(), 'check', fields);
    return { ...answer, said: answer.status === 200 ? JSON.parse(answer.html) : null };
  };
  const madeThere = async () =>
    Object.entries(await world.meta.sim('counts')).filter(([asked]) => asked.startsWith('POST'));
  const count = async () => (await world.send('GET', '/v1/campaigns?limit=100')).body.data.length as number;

  it("asks where first, and then what that platform takes, beginning with a template's and the account's words", async () => {
    expect(wordsOf(await open(as.owner, to('/new')))).toMatch(/Main account \(Meta\).*Continue/);
    await world.send('PATCH', '/v1/ad-defaults', {
      audience: { countries: ['CA'] },
      settings: { meta: { pixel: PIXEL } },
    });
    const template = await world.send('POST', '/v1/ad-templates', {
      name: 'Prospecting',
      campaign: { ad: { headline: 'Look <here>' }, budget: { daily: 2_005 } },
    });
    const page = await open(as.owner, form(`&template=${template.body.data.id}`));
    expect(page.html).toMatch(/name="ad\.headline"[^>]*value="Look &lt;here&gt;"/);
    expect(page.html).toMatch(/name="budget\.daily"[^>]*value="20\.05"/);
    expect(page.html).toMatch(/name="audience\.countries" value="CA" checked/);
    expect(page.html).toMatch(new RegExp(`name="settings\\.pixel"[^>]*><option value="${PIXEL}" selected`));
    expect(page.html).not.toMatch(/name="settings\.(logo|app)"/);
    expect(page.html).toMatch(/name="creatives" value="sub_/);
    const app = await open(as.owner, form().replace('website', 'ios_app_store'));
    expect(app.html).toMatch(/name="settings\.app"/);
    expect(app.html).not.toMatch(/name="settings\.pixel"/);
    expect((await open(as.owner, form().replace('conversions', 'odd'))).status).toBe(422);
    await world.send('PATCH', '/v1/ad-defaults', { audience: null, settings: { meta: null } });
  });

  it('requires nothing that only some countries or categories need', async () => {
    const page = await open(as.owner, form());
    for (const name of ['settings.singaporeBeneficiary', 'settings.australiaBeneficiary']) {
      const input = new RegExp(`<input[^>]*name="${name.replace('.', '\\.')}"[^>]*>`).exec(page.html)?.[0];
      expect(input, name).toBeDefined();
      expect(input, name).not.toContain('required');
    }
    expect(page.html).toMatch(/name="ad\.primaryText"[^>]*required|required[^>]*name="ad\.primaryText"/);
  });

  it('is for owners and admins, and checks for nobody else', async () => {
    for (const path of [to('/new'), form()]) expect((await open(as.member, path)).status, path).toBe(403);
    const other = await mintAccount('brand');
    const stranger = await signedIn(await personOf(other));
    expect((await open(stranger, form())).status).toBe(404);
    expect((await open(stranger, form().replace(brand.id, other.id))).status).toBe(404);
    const page = await open(as.owner, form());
    const token = /name="_token" value="([^"]+)"/.exec(page.html)![1]!;
    const fields = { ...filled(), _action: 'check', _token: token };
    const from = (site: string) => ({ headers: { 'Sec-Fetch-Site': site }, fields, env: world.meta.env });
    expect((await ask(as.owner, form(), from('cross-site'))).status).toBe(403);
    const forged = { ...from('same-origin'), fields: { ...fields, _token: 'x' } };
    expect((await ask(as.owner, form(), forged)).status).toBe(403);
    expect((await ask({ cookies: new Map() }, form(), from('same-origin'))).status).toBe(401);
    const own = { ...fields, _token: forgedToken(as.member, memberId) };
    const checked = await ask(as.member, form(), { ...from('same-origin'), fields: own });
    expect([checked.status, wordsOf(checked)]).toEqual([
      403,
      expect.stringContaining('Owners and admins of the account create campaigns'),
    ]);
    const tired = {
      ...world.meta.env,
      WRITES: { limit: async ({ key }: { key: string }) => ({ success: !key.startsWith('user_') }) },
    };
    const late = await ask(as.owner, form(), { ...from('same-origin'), env: tired as never });
    expect([late.status, late.html]).toEqual([429, expect.stringContaining('Too many changes')]);
  });

  it('shows its problems while it is half filled in, with what to do, and creates nothing', async () => {
    const before = [await count(), await madeThere()];
    const empty = (await check(as.owner, { start: 'planned' })).said.problems;
    const names = empty.map(({ name, code }: { name: string; code: string }) => `${name} ${code}`);
    expect(names).toEqual(
      expect.arrayContaining([
        ...['name required', 'creatives required', 'ad.primaryText required', 'settings.pixel required'],
        ...[
          'audience.countries required',
          'budget.billingLimit required',
          'scheduledLaunchAt invalid',
          'ad.callToAction required',
        ],
      ]),
    );
    const half = {
      ...filled(),
      name: '',
      'budget.daily': '0.50',
      'budget.billingLimit': '12.345',
      'settings.pixel': 'odd',
    };
    const { said } = await check(as.admin, half);
    expect(said.problems).toMatchObject([
      { name: 'budget.billingLimit', message: expect.stringContaining('such as 1234.50') },
      { name: 'name', message: 'This field is required.', fix: '' },
      { name: 'settings.pixel', code: 'malformed', fix: expect.stringMatching(/./) },
      { name: 'budget.daily', code: 'below_floor', platform: 'meta' },
    ]);
    expect((await check(as.owner, filled())).said).toEqual({ problems: [], warnings: [] });
    // Messages use the words of the pages instead of API names, and appear at a field that exists.
    const unpaid = { ...filled(), 'creatorPay.model': 'attributed_revenue', 'creatorPay.creatorShare': '12' };
    const counted = { ...unpaid, 'attribution.source': 'service', creatives: `sub_${'0'.repeat(26)}` };
    const missing = (await check(as.owner, counted)).said.problems;
    const told = missing.map(({ name, fix }: Record<string, string>) => [name, fix]);
    expect(told).toEqual(
      expect.arrayContaining([
        [
          'attribution.conversion',
          'Create a conversion first, or set the attribution source to the platform.',
        ],
        ['creatives', 'Choose another submission.'],
      ]),
    );
    expect(JSON.stringify(missing)).not.toContain('/v1/');
    expect([await count(), await madeThere()]).toEqual(before);
  });

  it('warns of what the platform takes otherwise, as does the page of the campaign', async () => {
    const fields = { ...filled(), 'audience.ageMin': '30', 'audience.expand': 'on' };
    const { said } = await check(as.owner, fields);
    const message = 'With audience expansion, Meta treats ages above 25 as a suggestion.';
    expect(said).toMatchObject({ problems: [], warnings: [{ name: 'audience.ageMin', message }] });
    const made = await act(as.owner, form(), 'create', fields);
    const page = await open(as.owner, made.headers.get('location')!);
    expect(wordsOf(page)).toContain(`${message} ${said.warnings[0].fix}`);
  });

  it('without a script says the same when it is sent, and keeps what was filled in', async () => {
    const before = await count();
    const half = { ...filled(), 'budget.billingLimit': '12.345', 'settings.pixel': 'odd', creatives: '' };
    for (const fields of [
      half,
      { ...half, 'budget.billingLimit': '1', 'budget.daily': '0.50', creatives: world.submissions[0]! },
    ]) {
      const refused = await act(as.owner, form(), 'create', fields);
      expect(refused.status).toBe(422);
      expect(refused.html).toMatch(/name="name"[^>]*value="Spring &lt;1&gt;"/);
      expect(refused.html).toMatch(
        /name="settings\.pixel"[^>]*aria-invalid="true"[^>]*><option value="odd" selected/,
      );
      expect(refused.html).toMatch(/name="budget\.(daily|billingLimit)"[^>]*aria-invalid="true"/);
      expect(refused.html).toMatch(/value="US" checked/);
    }
    const elsewhere = await act(as.owner, form().replace('conversions', 'engagement'), 'create', filled());
    expect(wordsOf(elsewhere)).toMatch(/Fix the following Objective: /);
    expect(await count()).toBe(before);
  });

  it('makes what was filled in, exactly to the cent', async () => {
    const made = await act(as.owner, form(), 'create', { ...filled(), 'budget.daily': '0.29e1' });
    expect(made.status).toBe(422);
    const done = await act(as.owner, form(), 'create', {
      ...filled(),
      'budget.daily': '64.10',
      'ad.headline': 'Now',
    });
    expect(done.status).toBe(303);
    expect(await read(done.headers.get('location')!.split('/').at(-1)!)).toMatchObject({
      name: 'Spring <1>',
      status: 'processing',
      budget: { daily: 6_410, billingLimit: 150_010 },
      creatives: [world.submissions[0]],
      audience: { countries: ['US'], ageMin: 21, ageMax: 65, gender: 'all', expand: false },
      ad: { primaryText: 'Bloom.', headline: 'Now', callToAction: 'shop_now' },
      settings: { pixel: PIXEL },
      optimizationEvent: 'purchase',
      identity: 'brand',
      schedule: { endDate: null },
      scheduledLaunchAt: null,
    });
    const paid = await act(as.owner, form(), 'create', {
      ...filled(),
      'creatorPay.model': 'lead',
      'creatorPay.creatorShare': '',
      'creatorPay.leadAmount': '3.50',
      'creatorPay.cap': '',
      'attribution.source': 'platform',
    });
    expect((await read(paid.headers.get('location')!.split('/').at(-1)!)).creatorPay).toEqual({
      model: 'lead',
      creatorShare: null,
      leadAmount: 350,
      cap: null,
      revenueEvent: null,
      attribution: { source: 'platform', conversion: null },
    });
    const at = new Date(clock.now() + 172_800_000).toISOString().slice(0, 16);
    const planned = await act(as.admin, form(), 'create', {
      ...filled(),
      start: 'planned',
      scheduledLaunchAt: at,
    });
    expect((await read(planned.headers.get('location')!.split('/').at(-1)!)).scheduledLaunchAt).toBe(
      `${at}:00.000Z`,
    );
    await world.pass();
  });

  it('adds Snapchat through the account’s only connection there, with what is different there', async () => {
    const twin = await twinOf(world.connection, brand.id, 7);
    const there = '{"organizationId":"o","adAccountId":"sn","profileId":"p"}';
    await testEnv.DB.batch([
      testEnv.DB.prepare("UPDATE connections SET provider = 'snapchat', selection = ? WHERE id = ?").bind(
        there,
        twin,
      ),
      testEnv.DB.prepare("INSERT INTO ad_account_facts VALUES (?, 'sn', 500, ?)").bind(twin, clock.now()),
    ]);
    expect(wordsOf(await open(as.owner, form()))).toMatch(/Also on Snapchat.*Settings for Snapchat.*Pixel/);
    const block = {
      'added.snapchat': 'on',
      'settings.snapchat.pixel': 'odd',
      'settings.snapchat.link': 'nowhere',
    };
    const { said } = await check(as.owner, { ...filled(), ...block, 'budget.daily': '64.10' });
    expect(said.problems.map(({ name, platform }: Record<string, string>) => [name, platform])).toEqual(
      expect.arrayContaining([
        ['settings.snapchat.link', null],
        ['settings.snapchat.pixel', 'snapchat'],
        ['ad.headline', 'snapchat'],
      ]),
    );
    const { 'added.snapchat': _, ...without } = block;
    expect((await check(as.owner, { ...filled(), ...without })).said).toEqual({ problems: [], warnings: [] });
    await testEnv.DB.prepare("UPDATE connections SET provider = 'shopify' WHERE id = ?").bind(twin).run();
    expect((await open(as.owner, form().replace(world.connection, twin))).status).toBe(404);
  });

  it('offers all work, the older behind a button, by its creators’ names, and keeps what is chosen', async () => {
    const [oldest] = world.submissions;
    const creator = await world.send('POST', '/v1/creators', {
      email: 'mia@people.example',
      name: 'Mia Torres',
    });
    await testEnv.DB.prepare('UPDATE submissions SET creator_id = ? WHERE id = ?')
      .bind(creator.body.data.id, oldest)
      .run();
    const newer = [];
    for (let n = 0; n < 50; n++) newer.push(await mintApproved(brand.id));
    const first = await open(as.owner, form());
    expect(first.html).not.toContain(`value="${oldest}"`);
    const [, cursor] = /name="_again" value="([^"]+)"[^>]*>\s*<span>Show older videos/.exec(first.html)!;
    const fields = { ...filled(), creatives: newer[0]!, _again: cursor! };
    const older = await act(as.owner, form(), 'create', fields);
    expect(older.html).toMatch(new RegExp(`value="${oldest}"[\\s\\S]{0,200}Mia Torres`));
    expect(older.html).toContain(`name="creatives" value="${newer[0]}" checked`);
    expect(older.html).toContain('value="Spring &lt;1&gt;"');
    const refused = await act(as.owner, form(), 'create', { ...filled(), creatives: oldest!, name: '' });
    expect([refused.status, refused.html]).toEqual([
      422,
      expect.stringContaining(`name="creatives" value="${oldest}" checked`),
    ]);
  });

  it('is small, and waits for the database three times at most', async () => {
    for (const path of [to('/new'), form()]) {
      const { env, count: trips } = countTrips();
      const page = await ask(as.owner, path, { env: { ...world.meta.env, DB: env.DB } });
      expect(page.status, path).toBe(200);
      expect(trips(), path).toBeLessThanOrEqual(MOST_TRIPS);
      expect(await gzipped(page.html)).toBeLessThan(60_000);
    }
    const { html } = await open(as.owner, form());
    const scripts = [...html.matchAll(/<script[^>]+src="([^"]+)"/g)].map(([, src]) => src!);
    const named = (['enhance', 'keyboard', 'drafts', 'preflight'] as const).map((name) =>
      asset(`${name}.js`),
    );
    expect(scripts).toEqual(named);
    const sizes = await Promise.all(scripts.map(async (src) => gzipped((await open(as.owner, src)).html)));
    expect(sizes.reduce((all, one) => all + one, 0)).toBeLessThan(35_000);
  });
});

async function gzipped(text: string): Promise<number> {
  const stream = new Response(text).body!.pipeThrough(new CompressionStream('gzip'));
  return (await new Response(stream).arrayBuffer()).byteLength;
}
