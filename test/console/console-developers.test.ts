// The pages of keys with their events and problems, and of the audit log: who can see and do what there.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../../src/auth/actor.ts';
import * as clock from '../harness/clock.ts';
import { countTrips } from '../harness/faults/trips.ts';
import {
  ask,
  type Browser,
  forgedToken,
  type PageAnswer,
  send,
  sendShown,
  signedIn,
  wordsOf,
} from '../harness/pages/pages.ts';
import { personOf } from '../harness/people/person.ts';
import { emitNow, heldQueues } from '../harness/webhooks.ts';
import { call, type Minted, mintAccount, testEnv } from '../harness/world.ts';

const MOST_TRIPS = 3;
const HOOK = 'https://hooks.example.com/in';
const secretIn = ({ html }: PageAnswer) => /service_sk_[0-9A-Za-z]{49}/.exec(html)?.[0];
const writes = async (key: string) => (await call('PATCH', '/v1/account', { key, body: {} })).status;

let brand: Minted;
let as: Record<Role, Browser>;
let memberId: string;
/** A path in the brand's workspace. */
const to = (path: string) => `/app/${brand.id}${path}`;

beforeAll(async () => {
  brand = await mintAccount('brand', { name: 'Northwind' });
  const people = await Promise.all(
    (['owner', 'admin', 'member'] as const).map((role) => personOf(brand, role)),
  );
  memberId = people[2]!.callerId;
  const [owner, admin, member] = await Promise.all(people.map(signedIn));
  as = { owner: owner!, admin: admin!, member: member! };
});

async function made(name: string, fields: Record<string, string> = {}) {
  const answer = await send(as.owner, to('/keys/new'), 'create', { name, access: 'write', ...fields });
  const id = /\/keys\/(key_[0-9a-z]{26})/.exec(answer.html)?.[1];
  return { answer, id: id!, secret: secretIn(answer)! };
}

describe('keys', () => {
  it('are made, and shown once: not on a page again, nor where a browser keeps it', async () => {
    const { answer, id, secret } = await made('Shop server', { webhookUrl: HOOK });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.html).toMatch(/whsec_[0-9A-Za-z]{43}/);
    expect(await writes(secret)).toBe(200);
    for (const path of ['/keys', `/keys/${id}`, `/keys/${id}/events`, '/audit']) {
      const page = await ask(as.owner, to(path));
      expect(page.status, path).toBe(200);
      expect(page.html, path).not.toMatch(/service_sk_|whsec_/);
    }
    expect(wordsOf(await ask(as.owner, to('/keys')))).toMatch(/Shop server.*Read and write/);
  });

  it('are made once by one showing of a form, however often and fast it is sent', async () => {
    const rows = async (path: string, of: RegExp) => (await ask(as.owner, to(path))).html.match(of)?.length;
    const form = await ask(as.owner, to('/keys/new'));
    const click = (name = 'Twice') =>
      sendShown(as.owner, to('/keys/new'), form, 'create', { name, access: 'read', webhookUrl: HOOK });
    const clicks = await Promise.all([click(), click(), click()]);
    const [shown, ...later] = clicks.toSorted((one, other) => one.status - other.status);
    expect([shown!.status, secretIn(shown!)]).toEqual([200, expect.stringContaining('service_sk_')]);
    for (const one of [...later, await click()]) {
      expect([one.status, secretIn(one)]).toEqual([409, undefined]);
      expect(wordsOf(one)).toContain('This was done already, by an earlier click.');
      expect(one.html).toContain('value="Twice"');
    }
    expect(await rows('/keys', />Twice</g)).toBe(1);
    // Another name, or the same form on a page that was loaded again, creates another key.
    expect([(await click('Other')).status, await rows('/keys', />Other</g)]).toEqual([200, 1]);
    expect([(await made('Twice')).answer.status, await rows('/keys', />Twice</g)]).toEqual([200, 2]);
    const id = /\/keys\/(key_[0-9a-z]{26})/.exec(shown!.html)![1];
    const events = await ask(as.owner, to(`/keys/${id}/events`));
    const { env } = heldQueues();
    const test = () =>
      sendShown(as.owner, to(`/keys/${id}/events`), events, 'test', { type: 'application.created' }, { env });
    const sent = await Promise.all([test(), test()]);
    expect(new Set(sent.map(({ status, headers }) => `${status} ${headers.get('location')}`)).size).toBe(1);
    const page = sent[0]!.headers.get('location')!;
    expect(page).toContain('/events/evt_');
    // As after 30 days, when its attempts are deleted.
    const shownAs = async (status: string) => {
      const change = testEnv.DB.prepare('UPDATE deliveries SET status = ? WHERE event_id = ?');
      await change.bind(status, /evt_[0-9a-z]+/.exec(page)![0]).run();
      return wordsOf(await ask(as.owner, page));
    };
    expect(await shownAs('pending')).toMatch(/No attempts yet The event is about to be sent\..*Reload/);
    expect(await shownAs('delivered')).toMatch(/Attempts are no longer kept The event was delivered\./);
    expect(await shownAs('failed')).toMatch(/No attempts to show The event was not delivered\./);
  });

  it('that are refused say why at the field, and keep what was typed', async () => {
    const { answer } = await made('Kept <name>', {
      origins: 'https://shop.example.com\nftp://nope',
      webhookUrl: HOOK,
    });
    expect(answer.status).toBe(422);
    expect(wordsOf(answer)).toContain('ftp://nope does not begin with https://');
    expect(answer.html).toMatch(/<textarea[^>]*name="origins"[^>]*aria-invalid="true"/);
    expect(answer.html).toContain('value="Kept &lt;name&gt;"');
    expect(answer.html).toContain(`value="${HOOK}"`);
    expect(answer.html).toMatch(/value="write" checked/);
    expect(wordsOf(await ask(as.owner, to('/keys')))).not.toContain('Kept');
  });

  it('are changed, rolled with the old secret kept, and revoked after a question', async () => {
    const { id, secret } = await made('Till');
    const page = to(`/keys/${id}`);
    const saved = await send(as.admin, page, 'update', { name: 'Till 2', access: 'write', origins: '' });
    expect([saved.status, saved.headers.get('location')]).toEqual([303, page]);
    const rolled = await send(as.admin, page, 'roll', { keepHours: '1' });
    expect([await writes(secret), await writes(secretIn(rolled)!)]).toEqual([200, 200]);
    const asked = wordsOf(await ask(as.admin, `${page}?ask=revoke`));
    expect(asked).toContain('Revoke key Till 2? Requests with this key fail from now on');
    const revoked = await send(as.admin, page, 'revoke');
    expect(revoked.status).toBe(303);
    expect([await writes(secret), await writes(secretIn(rolled)!)]).toEqual([401, 401]);
    const after = await ask(as.admin, page);
    expect(wordsOf(after)).toContain('This key was revoked');
    expect(after.html).not.toContain('name="_action" value="roll"');
  });

  it('and apps show each secret in the answer to one click, not to a second one, and on no page', async () => {
    const { id } = await made('Both');
    const fields = { name: 'Planner', redirectUris: 'https://app.example.com/back', access: 'read' };
    const app = /\/apps\/(oapp_[0-9a-z]{26})/.exec(
      (await send(as.owner, to('/apps/new'), 'create', fields)).html,
    )![1]!;
    const [key, ofApp] = [to(`/keys/${id}`), to(`/apps/${app}`)];
    const shown: string[] = [];
    for (const [path, action, typed] of [
      [key, 'webhook', { webhookUrl: HOOK }],
      [key, 'roll', { keepHours: '0' }],
      [to('/apps/new'), 'create', fields],
      [ofApp, 'rotate', {}],
    ] as const) {
      const form = await ask(as.owner, path);
      const clicks = [
        await sendShown(as.owner, path, form, action, typed),
        await sendShown(as.owner, path, form, action, typed),
      ];
      const secrets = clicks.map(({ html }) => /(?:service_[a-z]{2}|whsec)_[0-9A-Za-z]{43,}/.exec(html)?.[0]);
      expect([action, clicks[0]!.status, secrets]).toEqual([action, 200, [expect.any(String), undefined]]);
      expect(clicks[0]!.headers.get('cache-control')).toBe('no-store');
      shown.push(secrets[0]!);
    }
    expect(new Set(shown).size).toBe(4);
    for (const path of [key, ofApp, `${key}/events`, to('/apps'), to('/audit')]) {
      const { status, html } = await ask(as.owner, path);
      expect([path, status, shown.filter((secret) => html.includes(secret))]).toEqual([path, 200, []]);
    }
  });

  it("are only looked at by members, and not at all by a partner's people or strangers", async () => {
    const { id, secret } = await made('Mine');
    const page = await ask(as.member, to(`/keys/${id}`));
    expect(page.status).toBe(200);
    expect(page.html).not.toContain('<form method="post" action="/app/');
    expect((await ask(as.member, to('/keys/new'))).status).toBe(403);
    for (const _action of ['revoke', 'roll', 'update', 'webhook']) {
      const forced = await ask(as.member, to(`/keys/${id}`), {
        headers: { 'Sec-Fetch-Site': 'same-origin' },
        fields: { _action, _token: forgedToken(as.member, memberId), keepHours: '0', webhookUrl: HOOK },
      });
      expect(forced.status, _action).toBe(403);
    }
    expect(await writes(secret)).toBe(200);
    const stranger = await signedIn(await personOf(await mintAccount()));
    expect((await ask(stranger, to('/keys'))).status).toBe(404);
    const partner = await mintAccount('partner');
    const client = await mintAccount('brand', { managedBy: partner.id });
    const agent = await signedIn(await personOf(partner));
    const own = await ask(agent, `/app/${client.id}/keys`);
    expect(own.status).toBe(403);
    expect(own.html).not.toContain(`href="/app/${client.id}/keys"`);
    // A person who is always refused to create a key or an app is not shown the form, even by a direct link.
    const ended = await mintAccount('brand', { status: 'ended' });
    const added = await call('POST', '/v1/creators', {
      key: brand.key,
      body: { name: 'Cy', email: 'cy@people.example' },
    });
    const record = added.body.data.id as string;
    const person = await personOf(await mintAccount());
    await testEnv.DB.prepare('UPDATE creators SET person_id = ?2, claimed_at = ?3 WHERE id = ?1')
      .bind(record, person.callerId, clock.now())
      .run();
    const refused: [Browser, string, number][] = [
      [as.member, brand.id, 403],
      [agent, client.id, 403],
      [await signedIn(await personOf(ended)), ended.id, 403],
      [stranger, brand.id, 404],
      [await signedIn(person), record, 403],
    ];
    for (const [browser, at, status] of refused)
      for (const path of ['keys/new', 'apps/new']) {
        const shown = await ask(browser, `/app/${at}/${path}`);
        expect([shown.status, shown.html.includes('value="create"')], `${at} ${path}`).toEqual([
          status,
          false,
        ]);
      }
    const foreign = await mintAccount();
    for (const path of ['', '/events', '/problems'])
      expect((await ask(as.owner, to(`/keys/${foreign.keyId}${path}`))).status, path).toBe(404);
  });

  it('of a partner are bound to any of its clients: more than a page shows are looked for by name', async () => {
    const partner = await mintAccount('partner');
    const names = Array.from({ length: 52 }, (_, n) => `Alpha ${String(n).padStart(3, '0')}`);
    for (const name of [...names, 'Zeta_1%']) await mintAccount('brand', { managedBy: partner.id, name });
    const other = await mintAccount('brand', { name: 'Zeta of others' });
    const browser = await signedIn(await personOf(partner));
    const path = `/app/${partner.id}/keys/new`;
    const first = await ask(browser, path);
    expect([first.html.match(/name="clients"/g)?.length, wordsOf(first)]).toEqual([
      50,
      expect.stringContaining('There are more than are shown here.'),
    ]);
    expect(first.html).not.toContain('Zeta');
    const [, chosen] = /name="clients" value="(acct_\w+)"/.exec(first.html)!;
    const filled = { name: 'Bound', access: 'read', clients: chosen!, clientName: 'zeta_1%' };
    const found = await send(browser, path, 'create', { ...filled, _again: '1' });
    expect([found.status, secretIn(found)]).toEqual([200, undefined]);
    expect(found.html).toContain(`value="${chosen}" checked`);
    expect(found.html).toMatch(/value="Bound"/);
    expect(wordsOf(found)).toMatch(/Alpha 000 Zeta_1% Find a client/);
    expect(found.html).not.toContain(other.id);
    const [, zeta] = /value="(acct_\w+)"(?! checked)/.exec(found.html)!;
    const made = await send(browser, path, 'create', { ...filled, clients: zeta! });
    const key = /\/keys\/(key_[0-9a-z]{26})/.exec(made.html)![1];
    const counted = countTrips();
    const page = await ask(browser, `/app/${partner.id}/keys/${key}`, { env: counted.env });
    expect(page.html).toContain(`value="${zeta}" checked`);
    expect(counted.count()).toBeLessThanOrEqual(MOST_TRIPS);
  });

  it('wait for the database three times at most', async () => {
    const { env: held } = heldQueues();
    const { id } = await made('Counted', { webhookUrl: HOOK });
    const event = await emitNow(held, { account: brand.id }, clock.now() + 1);
    const paths = [
      '/keys',
      '/keys/new',
      ...['', '/events', `/events/${event}`, '/problems'].map((part) => `/keys/${id}${part}`),
      '/audit',
    ];
    for (const path of paths) {
      const { env, count } = countTrips();
      expect((await ask(as.owner, to(path), { env })).status, path).toBe(200);
      expect(count(), path).toBeLessThanOrEqual(MOST_TRIPS);
    }
  });
});

describe("a key's events and problems", () => {
  it('show what was sent and what came of it, send it again, and filter', async () => {
    const { id } = await made('Receiver', { webhookUrl: HOOK });
    const events = to(`/keys/${id}/events`);
    expect(wordsOf(await ask(as.owner, events))).toContain('No events yet');
    const sent = await send(as.owner, events, 'test', { type: 'pixel.verified' });
    const event = sent.headers.get('location')!;
    expect(event).toMatch(/\/events\/evt_/);
    const page = await ask(as.owner, event);
    expect(wordsOf(page)).toMatch(/pixel\.verified.*Payload/);
    expect((await send(as.owner, event, 'redeliver')).status).toBe(303);
    expect((await ask(as.member, event)).html).not.toContain('value="redeliver"');
    expect((await ask(as.owner, `${events}?type=pixel.verified`)).html).toContain(event);
    expect(wordsOf(await ask(as.owner, `${events}?type=payment.created`))).toContain('No results');
    const other = await made('Other', { webhookUrl: HOOK });
    expect((await ask(as.owner, event.replace(id, other.id))).status).toBe(404);
  });

  it('show what went wrong', async () => {
    const { id, secret } = await made('Clumsy');
    await call('GET', '/v1/pixels/pxl_nobody', { key: secret });
    const problems = wordsOf(await ask(as.member, to(`/keys/${id}/problems`)));
    expect(problems).toMatch(/not_found.*404.*GET \/v1\/pixels\/:id/);
  });
});

describe('the log', () => {
  it('says who did what, to owners and admins, and is filtered', async () => {
    const { id } = await made('Logged');
    const page = wordsOf(await ask(as.admin, to('/audit')));
    expect(page).toMatch(new RegExp(`Create key ${id}\\s+Ada`));
    expect((await ask(as.member, to('/audit'))).status).toBe(403);
    await call('PATCH', '/v1/account', { key: brand.key, body: { description: 'By a key' } });
    const whole = wordsOf(await ask(as.owner, to('/audit')));
    expect(whole).toMatch(/Update account .*API key/);
    const none = wordsOf(await ask(as.owner, to('/audit?to=2001-01-01')));
    expect(none).toContain('No entry matches these filters. Clear filters');
    expect((await ask(as.owner, to('/audit?operation=createKey&from=2001-01-01'))).html).toContain(id);
  });
});
