// Two people edit one record: a form counts for the record as its person saw it, until that person sees the
// new state.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '../../src/auth/actor.ts';
import { appOperations } from '../../src/domains/accounts/apps/operations.ts';
import { keyOperations } from '../../src/domains/accounts/keys/operations.ts';
import { HOUR_MS } from '../../src/kit/time.ts';
import { type CampaignWorld, campaignWorld } from '../harness/ads/campaigns.ts';
import * as clock from '../harness/clock.ts';
import { goOn, letSignIn, signIn } from '../harness/pages/kept-forms.ts';
import { formsIn, type PageForm } from '../harness/pages/page-forms.ts';
import {
  ask,
  type Browser,
  browserOf,
  type PageAnswer,
  sendShown,
  signedIn,
  wordsOf,
} from '../harness/pages/pages.ts';
import { mintApp } from '../harness/people/apps.ts';
import { type MintedPerson, mintPerson, proveNow } from '../harness/people/people.ts';
import { performed, personOf } from '../harness/people/person.ts';
import { call, mintAccount, testEnv } from '../harness/world.ts';

let world: CampaignWorld;
let campaign: string;
let ada: MintedPerson;
let browser: Browser;
let other: Actor;
const here = (path: string) => `/app/${world.brand.id}/${path}`;
const MOVED = 'Not saved: this changed since you opened it';

beforeAll(async () => {
  world = await campaignWorld();
  ada = await mintPerson({ [world.brand.id]: 'owner' });
  await letSignIn(ada);
  browser = browserOf(ada);
  other = await personOf(world.brand, 'admin');
  const made = await world.send('POST', '/v1/campaigns', world.body({ launch: false }));
  campaign = made.body.data.id;
  await settle();
}, 60_000);
// What the scene waits for takes longer than a fresh proof lasts.
beforeEach(() => proveNow(ada));
afterAll(() => clock.release());

const open = (path: string, who = browser) => ask(who, path, { env: world.meta.env });

function formOf(page: PageAnswer, action: string, id = ''): PageForm {
  const found = formsIn(page.html).find((one) => one.action === action && one.id === id);
  if (!found) throw new Error(`no form ${action}: ${page.status}`);
  return found;
}

/** The values in the form's fields. */
function heldBy(page: PageAnswer, action: string, id = ''): Record<string, string> {
  const { fields } = formOf(page, action, id);
  return Object.fromEntries(
    fields.flatMap(({ name, value }) => value.filter((one) => one !== '').map((one) => [name, one])),
  );
}

/** Sends a form as a browser does: its own values, and what a person typed. */
const sendIt = (
  path: string,
  page: PageAnswer,
  action: string,
  typed: Record<string, string>,
  who = browser,
) =>
  sendShown(
    who,
    path,
    page,
    action,
    { ...heldBy(page, action, typed._id), ...typed },
    { env: world.meta.env },
  );

/** What the page says at a field about a change that happened meanwhile. */
function changedAt({ html }: PageAnswer, name: string): string | null {
  const field = html
    .split(/(?=<(?:div|fieldset) class="field[ "])/)
    .slice(1)
    .filter((one) => new RegExp(`^[\\s\\S]{0,4000}?<(?:input|select|textarea)[^>]* name="${name}"`).test(one))
    .join('');
  const line = /<p class="field-changed"[^>]*>([\s\S]*?)<\/p>/.exec(field)?.[1];
  return line === undefined ? null : line.replace(/<[^>]+>/g, '').trim();
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
const now = async (): Promise<any> => (await world.send('GET', `/v1/campaigns/${campaign}`)).body.data;
const somebodyChanges = async (body: object) => {
  const answer = await world.send('PATCH', `/v1/campaigns/${campaign}`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  await settle();
};
/** Waits until the platform has the change. */
const settle = async () => {
  for (let i = 0; i < 3; i += 1) await world.passAds();
};

describe('a campaign that somebody else changed', () => {
  const path = () => here(`campaigns/${campaign}/edit`);

  it('keeps the change when the form comes back behind the sign-in, and the form says what it is', async () => {
    const page = await open(path());
    await somebodyChanges({ budget: { billingLimit: 120_000 } });
    browser.cookies.delete('__Host-session');
    const gate = await sendIt(path(), page, 'save', { name: 'Late summer' });
    expect(gate.status).toBe(401);
    const { env } = world.meta;
    const back = await goOn(browser, await signIn(browser, gate, ada, { env }), env);
    expect(heldBy(back, 'save')).toMatchObject({ name: 'Late summer', 'budget.billingLimit': '900.00' });
    const refused = await sendIt(path(), back, 'save', {});
    expect([refused.status, wordsOf(refused).includes(MOVED)]).toEqual([409, true]);
    expect(heldBy(refused, 'save')).toMatchObject({
      name: 'Late summer',
      'budget.billingLimit': '1200.00',
    });
    expect(changedAt(refused, 'budget.billingLimit')).toBe(
      'Updated since you opened this. Previous value: 900.00',
    );
    expect([changedAt(refused, 'name'), (await now()).name]).toEqual([null, 'Summer']);
    expect((await sendIt(path(), refused, 'save', {})).status).toBe(303);
    await settle();
    expect(await now()).toMatchObject({ name: 'Late summer', budget: { billingLimit: 120_000 } });
  });

  it('keeps it when the form was refused for another reason in between', async () => {
    const page = await open(path());
    await somebodyChanges({ budget: { billingLimit: 130_000 } });
    const wrong = await sendIt(path(), page, 'save', { name: '' });
    expect([wrong.status, heldBy(wrong, 'save')['budget.billingLimit']]).toEqual([422, '1200.00']);
    const again = await sendIt(path(), wrong, 'save', { name: 'Autumn' });
    expect([again.status, (await now()).budget.billingLimit]).toEqual([409, 130_000]);
    expect(heldBy(again, 'save')).toMatchObject({ name: 'Autumn', 'budget.billingLimit': '1300.00' });
    // An error in a form that was just shown again does not change the state that it was shown with.
    const odd = await sendIt(path(), again, 'save', { 'budget.billingLimit': 'much' });
    expect(odd.status).toBe(422);
    await somebodyChanges({ budget: { billingLimit: 140_000 } });
    const late = await sendIt(path(), odd, 'save', { 'budget.billingLimit': '1500' });
    expect([late.status, heldBy(late, 'save')['budget.billingLimit']]).toEqual([409, '1500']);
    expect(changedAt(late, 'budget.billingLimit')).toBe(
      'Changed since you opened this. Current value: 1400.00',
    );
    expect((await sendIt(path(), late, 'save', {})).status).toBe(303);
    await settle();
    expect(await now()).toMatchObject({ name: 'Autumn', budget: { billingLimit: 150_000 } });
  });

  it('shows a text of both, whole and as text', async () => {
    const page = await open(path());
    await somebodyChanges({ ad: { primaryText: 'Two\nlines & <b>more</b>.', callToAction: 'learn_more' } });
    const refused = await sendIt(path(), page, 'save', { 'ad.primaryText': 'Mine' });
    expect(refused.status).toBe(409);
    expect(heldBy(refused, 'save')).toMatchObject({
      'ad.primaryText': 'Mine',
      'ad.callToAction': 'learn_more',
    });
    expect(changedAt(refused, 'ad.primaryText')).toContain('Two\nlines &amp; &lt;b&gt;more&lt;/b&gt;.');
    expect(changedAt(refused, 'ad.callToAction')).toBe(
      'Updated since you opened this. Previous value: Shop now',
    );
  });

  it('is not launched as nobody saw it, and can be paused at any time', async () => {
    // Meta allows four budget changes an hour.
    await world.passAds(HOUR_MS);
    const one = here(`campaigns/${campaign}`);
    const page = await open(one);
    await somebodyChanges({ budget: { billingLimit: 500_000 } });
    const refused = await sendIt(one, page, 'launch', {});
    expect([refused.status, (await now()).status]).toEqual([409, 'paused']);
    expect(wordsOf(refused)).toMatch(/Budget changed from \$1,500\.00 lifetime to \$5,000\.00 lifetime/);
    expect((await sendIt(one, refused, 'launch', {})).status).toBe(303);
    await settle();
    const running = await open(one);
    await somebodyChanges({ name: 'Renamed' });
    expect((await sendIt(one, running, 'pause', {})).status).toBe(303);
  });

  it('is refused from a form that does not say what was seen', async () => {
    await settle();
    const page = await open(path());
    for (const _seen of ['', '0', 'x', '1', '-1', '1.5', '1e999']) {
      const refused = await sendIt(path(), page, 'save', { name: 'Blind', _seen });
      const isVersion = /^(?:|0|x|1)$/.test(_seen);
      expect([refused.status, wordsOf(refused).includes(MOVED)], _seen).toEqual([
        isVersion ? 409 : 422,
        isVersion,
      ]);
    }
    expect((await now()).name).toBe('Renamed');
    expect((await sendIt(path(), page, 'save', { name: 'Seen' })).status).toBe(303);
  });
});

describe("a partner's campaign", () => {
  it('is approved as the brand read it', async () => {
    const partner = await mintAccount('partner');
    await testEnv.DB.prepare('UPDATE accounts SET managed_by = ? WHERE id = ?')
      .bind(partner.id, world.brand.id)
      .run();
    const agent = (method: string, path: string, body: object) =>
      call(method, path, { env: world.meta.env, key: partner.key, as: world.brand.id, body });
    const made = await agent('POST', '/v1/campaigns', world.body({ launch: true, name: 'Winter' }));
    const one = here(`campaigns/${made.body.data.id}`);
    await settle();
    const page = await open(one);
    expect(wordsOf(page)).toContain('Pending approval');
    const api = `/v1/campaigns/${made.body.data.id}`;
    const raised = await agent('PATCH', api, { budget: { billingLimit: 700_000 } });
    expect(raised.status, JSON.stringify(raised.body)).toBe(200);
    await settle();
    expect((await agent('PATCH', api, { status: 'launch' })).status).toBe(200);
    const yes = await sendIt(one, page, 'answer', { status: 'approved', note: 'Fine.' });
    expect([yes.status, heldBy(yes, 'answer').note]).toEqual([409, 'Fine.']);
    expect(wordsOf(yes)).toMatch(/Budget changed from \$900\.00 lifetime to \$7,000\.00 lifetime/);
    expect((await sendIt(one, yes, 'answer', {})).status).toBe(303);
  });
});

describe('a key that somebody else changed', () => {
  it('is not given back what was taken from it', async () => {
    const body = { name: 'Shop', access: 'write', origins: ['https://shop.example.com'] };
    const { id } = await performed(other, keyOperations.createKey, { body });
    const change = (changes: object) =>
      performed(other, keyOperations.updateKey, { params: { id }, body: changes });
    const read = () => performed(other, keyOperations.getKey, { params: { id } });
    const path = here(`keys/${id}`);
    const page = await open(path);
    await change({ access: 'read', origins: ['https://shop.example.com', 'https://two.example.com'] });
    const refused = await sendIt(path, page, 'update', { name: 'Shop server' });
    expect([refused.status, (await read()).access]).toEqual([409, 'read']);
    expect(heldBy(refused, 'update')).toMatchObject({ name: 'Shop server', access: 'read' });
    expect(changedAt(refused, 'access')).toBe(
      'Updated since you opened this. Previous value: Read and write',
    );
    expect(changedAt(refused, 'origins')).toContain('Previous value: https://shop.example.com');
    expect((await sendIt(path, refused, 'update', {})).status).toBe(303);
    expect(await read()).toMatchObject({ name: 'Shop server', access: 'read', origins: { length: 2 } });
    // Its other forms also send the state that they are about.
    const later = await open(path);
    await change({ name: 'Renamed' });
    const url = 'https://receiver.example.com/hooks';
    for (const [action, typed] of [
      ['webhook', { webhookUrl: url }],
      ['roll', { keepHours: '0' }],
    ] as const) {
      const stale = await sendIt(path, later, action, typed);
      expect([stale.status, heldBy(stale, action)], action).toEqual([409, typed]);
    }
    expect((await read()).webhookUrl).toBeNull();
    // A revoked key has no form any more that could say why nothing was done.
    await performed(other, keyOperations.revokeKey, { params: { id } });
    const late = await sendIt(path, later, 'update', { name: 'Late' });
    expect([late.status, wordsOf(late)]).toEqual([
      409,
      expect.stringContaining('Nothing was changed This key was revoked. Make a new one instead.'),
    ]);
  });
});

describe('an app, a role and a connection that somebody else changed', () => {
  it('stay as they are until who sends the form has seen it', async () => {
    const app = await mintApp(await personOf(world.brand), 'read');
    const path = here(`apps/${app.id}`);
    const page = await open(path);
    const redirectUris = ['https://app.example/other'];
    const body = { name: 'Planner', redirectUris, access: 'read', version: app.version };
    await performed(other, appOperations.updateApp, { params: { id: app.id }, body });
    const refused = await sendIt(path, page, 'update', { name: 'Planner 2' });
    expect([refused.status, heldBy(refused, 'update')]).toEqual([
      409,
      { name: 'Planner 2', redirectUris: redirectUris[0], access: 'read' },
    ]);
    expect((await sendIt(path, page, 'revoke', {})).status).toBe(409);

    const kim = await mintPerson({ [world.brand.id]: 'member' });
    const team = here('team');
    const before = await open(team);
    const setRole = testEnv.DB.prepare("UPDATE memberships SET role = 'admin' WHERE person_id = ?");
    await setRole.bind(kim.id).run();
    const stale = await sendIt(team, before, 'change', { _id: kim.id, role: 'member' });
    expect([stale.status, heldBy(stale, 'change', kim.id).role]).toEqual([409, 'admin']);
    expect(changedAt(stale, 'role')).toMatch(/^Updated since you opened this\. Previous value: Member/);

    const setup = here(`connections/${world.connection}`);
    const choices = await open(setup);
    await testEnv.DB.prepare('UPDATE connections SET version = version + 1 WHERE id = ?')
      .bind(world.connection)
      .run();
    expect((await sendIt(setup, choices, 'select', {})).status).toBe(409);
    expect((await sendIt(setup, await open(setup), 'select', {})).status).toBe(303);
  });
});

describe('a member whose form was opened as an admin', () => {
  it('is told so, and not that something changed', async () => {
    const admin = await personOf(world.brand, 'admin');
    const own = await signedIn(admin);
    const path = here(`campaigns/${campaign}/edit`);
    const page = await open(path, own);
    await testEnv.DB.prepare("UPDATE memberships SET role = 'member' WHERE person_id = ?")
      .bind(admin.callerId)
      .run();
    expect((await sendIt(path, page, 'save', { name: 'No' }, own)).status).toBe(403);
  });
});
