// A form whose person is not signed in here any more: nothing of it is done, and what was filled in comes back to that person
// alone.
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ConsolePage } from '../../src/console/page.ts';
import { PAGE_GROUPS } from '../../src/console/pages.ts';
import type { Env } from '../../src/env.ts';
import { newId } from '../../src/kit/ids.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/kit/time.ts';
import { totpCode, totpStep } from '../../src/kit/totp.ts';
import * as clock from '../harness/clock.ts';
import {
  ask,
  type Browser,
  forgedToken,
  keptIn,
  newBrowser,
  type PageAnswer,
  send,
  sendShown,
  wordsOf,
} from '../harness/pages.ts';
import { givePassword, type MintedPerson, mintPerson } from '../harness/people.ts';
import { countTrips } from '../harness/trips.ts';
import { type Minted, mintAccount, testEnv } from '../harness/world.ts';

const PASSWORD = 'a long password';
const FROM_HERE = { 'Sec-Fetch-Site': 'same-origin', Origin: 'null' };

let brand: Minted;
let ada: MintedPerson;
let ben: MintedPerson;
let path: string;

const browserOf = ({ token }: MintedPerson): Browser => ({ cookies: new Map([['__Host-session', token]]) });

beforeAll(async () => {
  brand = await mintAccount('brand', { name: 'Northwind' });
  ada = await mintPerson({ [brand.id]: 'owner' });
  ben = await mintPerson({ [brand.id]: 'member' });
  await givePassword(PASSWORD, [ada.id, ben.id]);
  path = `/app/${brand.id}/keys/new`;
});

afterEach(() => {
  clock.release();
  vi.restoreAllMocks();
});

const KEY = { name: 'Shop <server>', access: 'write' };
const keys = async () =>
  (await testEnv.DB.prepare('SELECT count(*) AS n FROM api_keys WHERE account_id = ?')
    .bind(brand.id)
    .first<{ n: number }>())!.n;

/** Fills a form in as somebody, whose session has ended when it is sent. */
async function interrupted(browser: Browser, fields: Record<string, string> = KEY): Promise<PageAnswer> {
  const page = await ask(browser, path);
  browser.cookies.delete('__Host-session');
  return await sendShown(browser, path, page, 'create', fields);
}

/** Signs in on the page that stands in the way of a form, as its own form does. */
const signIn = (browser: Browser, gate: PageAnswer, { email }: MintedPerson, password = PASSWORD) => {
  const action = /<form method="post" action="([^"]+)"/.exec(gate.html)![1]!.replaceAll('&amp;', '&');
  return sendShown(browser, action, gate, 'enter', { email, password });
};

/** Goes on as the page behind the sign-in does: by its script, or by its button. */
const goOn = (browser: Browser, page: PageAnswer, env: Env = testEnv) => {
  const action = /<form method="post" action="([^"]+)"[^>]*data-goes-on/.exec(page.html)![1]!;
  return bring(browser, keptIn(page)!, action.replaceAll('&amp;', '&'), env);
};

const bring = (browser: Browser, kept: string, to = path, env: Env = testEnv) =>
  ask(browser, to, { headers: FROM_HERE, fields: { _kept: kept }, env });

const isOpen = async ({ session }: MintedPerson) =>
  (await testEnv.DB.prepare('SELECT 1 FROM sessions WHERE id = ?').bind(session).first()) !== null;

describe('every form', () => {
  const STAFF_PEOPLE = () => `ada:${ada.email},ben:${ben.email}`;
  const addressOf = ({ path: written }: ConsolePage) =>
    written.replace(':place', brand.id).replace(/:\w+/g, 'some_id');

  it('does nothing without its person’s session or with another’s, and runs as its own', async () => {
    const env = { ...testEnv, STAFF_PEOPLE: STAFF_PEOPLE(), ALLOW_LOCAL_URLS: 'true' };
    const written: string[] = [];
    const prepare = (sql: string) => {
      if (!/^\s*SELECT\b/i.test(sql)) written.push(sql);
      return testEnv.DB.prepare(sql);
    };
    const watched = { ...env, DB: { prepare, batch: testEnv.DB.batch.bind(testEnv.DB) } } as unknown as Env;
    const pages = (await Promise.all(PAGE_GROUPS.map(({ load }) => load()))).flat();
    let forms = 0;
    for (const page of pages) {
      const kind = page.for === 'staff' ? 'staff' : 'person';
      for (const action of Object.keys(page.actions ?? {})) {
        const run = vi.spyOn(page.actions!, action).mockImplementation(async () => new Response(null));
        // Two pages may have the same actions.
        run.mockClear();
        const to = addressOf(page);
        const post = (browser: Browser, person: MintedPerson, tokenOf = (token: string) => token) => {
          const _token = tokenOf(forgedToken(browser, person.id, kind));
          const fields = { _action: action, _token, note: 'Typed <here>' };
          return ask(browser, to, { env: watched, headers: FROM_HERE, fields });
        };
        const where = `${action} at ${page.path}`;
        if (!page.carries || page.for !== 'anybody') {
          const other = await post(browserOf(ben), ada);
          expect([other.status, run.mock.calls.length], where).toEqual([403, 0]);
          expect(wordsOf(other), where).toMatch(/You are signed in as .* opened by another person/);
          expect(keptIn(other), where).toMatch(/./);
          expect(other.html, where).not.toContain('Typed');
        }
        if (page.for !== 'anybody') {
          forms += 1;
          const nobody = await post(newBrowser(), ada);
          expect([nobody.status, run.mock.calls.length], where).toEqual([401, 0]);
          expect(wordsOf(nobody), where).toContain('Your session has ended');
          expect(keptIn(nobody), where).toMatch(/./);
          expect(nobody.html, where).not.toContain('Typed');
        }
        expect(written, where).toEqual([]);
        if (page.for !== 'anybody') {
          await post(browserOf(ada), ada, (token) => token.split('.')[0]!);
          await post(browserOf(ada), ada, (token) =>
            token.replace(/^./, (first) => (first === 'a' ? 'b' : 'a')),
          );
          expect(run.mock.calls.length, where).toBe(0);
        }
        const own = await post(browserOf(ada), ada);
        expect([own.status, run.mock.calls.length], where).toEqual([200, 1]);
      }
    }
    expect(forms).toBeGreaterThan(40);
  });

  it('of the staff says to others no more than that there is no such page', async () => {
    const env = { ...testEnv, STAFF_PEOPLE: STAFF_PEOPLE(), ALLOW_LOCAL_URLS: 'true' };
    const stranger = await mintPerson();
    for (const browser of [newBrowser(), browserOf(stranger)]) {
      for (const to of ['/staff/people', '/staff/nothing']) {
        const token = forgedToken(browser, stranger.id);
        const fields = { _action: 'reset', _token: token };
        expect((await ask(browser, to, { env, headers: FROM_HERE, fields })).status, to).toBe(404);
      }
    }
  });

  it('of a stranger is neither kept nor answered but by the way to the sign-in', async () => {
    const browser = newBrowser();
    const mine = forgedToken(browser, ada.id);
    const mark = mine.split('.')[1]!;
    const changed = `${mark[0] === '0' ? '1' : '0'}${mark.slice(1)}`;
    for (const _token of ['', 'x', mine.split('.')[0]!, `${mine.split('.')[0]}.${changed}`]) {
      const answer = await ask(browser, path, { headers: FROM_HERE, fields: { ...KEY, _token } });
      expect([answer.status, answer.headers.get('location'), answer.html]).toEqual([
        303,
        `/sign-in?to=${encodeURIComponent(path)}`,
        '',
      ]);
    }
    const elsewhere = { headers: { 'Sec-Fetch-Site': 'cross-site' }, fields: { ...KEY, _token: mine } };
    const forced = await ask(browser, path, elsewhere);
    expect([forced.status, keptIn(forced)]).toEqual([403, null]);
    const counted = countTrips();
    const fields = { ...KEY, _token: mine, _action: 'create' };
    expect(keptIn(await ask(browser, path, { env: counted.env, headers: FROM_HERE, fields }))).toMatch(/./);
    expect(counted.count()).toBe(0);
  });
});

describe('a form whose session has ended', () => {
  it('comes back as it was behind the sign-in, wrong passwords included, and is done when it is sent', async () => {
    const [browser, before] = [browserOf(ada), await keys()];
    const gate = await interrupted(browser);
    expect([gate.status, gate.headers.get('cache-control')]).toEqual([401, 'no-store']);
    expect(gate.html).not.toMatch(/Shop|href="\/sign-up/);
    const wrong = await signIn(browser, gate, ada, 'not this one');
    expect([wrong.status, keptIn(wrong)]).toEqual([422, keptIn(gate)]);
    expect(wordsOf(wrong)).toMatch(/Your session has ended.*do not belong together/);
    const onwards = await signIn(browser, wrong, ada);
    expect([onwards.status, browser.cookies.has('__Host-session')]).toEqual([200, true]);
    expect(onwards.html).not.toMatch(/Shop|a long password/);
    const form = await goOn(browser, onwards);
    expect(form.status).toBe(200);
    expect(form.html).toMatch(/name="name"[^>]*value="Shop &lt;server&gt;"/);
    expect(wordsOf(form)).toMatch(/Not sent yet You had to sign in first\. Check the form, then send it/);
    expect(await keys()).toBe(before);
    expect((await sendShown(browser, path, form, 'create', KEY)).status).toBe(200);
    expect(await keys()).toBe(before + 1);
  });

  it('is done once, also where it had been done and only the answer was lost', async () => {
    const [browser, before] = [browserOf(ada), await keys()];
    const page = await ask(browser, path);
    expect((await sendShown(browser, path, page, 'create', KEY)).status).toBe(200);
    browser.cookies.delete('__Host-session');
    const gate = await sendShown(browser, path, page, 'create', KEY);
    const form = await goOn(browser, await signIn(browser, gate, ada));
    expect((await sendShown(browser, path, form, 'create', KEY)).status).toBe(409);
    expect(await keys()).toBe(before + 1);
  });

  it('keeps no password, code or file', async () => {
    const you = `/app/${brand.id}/you`;
    const browser = browserOf(ada);
    const page = await ask(browser, you);
    const secrets = [...page.html.matchAll(/<input[^>]*name="([^"]+)"[^>]*type="password"/g)].map(
      ([, one]) => one!,
    );
    expect(secrets).toEqual(['current', 'password']);
    for (const one of secrets) expect(page.html).toContain(`name="_secret" value="${one}"`);
    browser.cookies.delete('__Host-session');
    const fields = [
      ...Object.entries({
        _token: /name="_token" value="([^"]+)"/.exec(page.html)![1]!,
        _action: 'password',
      }),
      ...Object.entries({ current: 'first secret', password: 'next secret', note: 'Kept.' }),
      ...Object.entries({ '_find.list': 'Sought.' }),
      ...secrets.map((one) => ['_secret', one] as [string, string]),
    ];
    const gate = await ask(browser, you, { headers: FROM_HERE, fields: fields as [string, string][] });
    const form = await goOn(browser, await signIn(browser, gate, ada));
    expect(wordsOf(form)).toContain('Passwords, codes and files are not kept: enter them again.');
    expect(form.html).not.toMatch(/first secret|next secret/);
    const { openSealed } = await import('../../src/kit/sealed.ts');
    const { vars } = await import('../../src/env.ts');
    const [mark, ...sealed] = keptIn(gate)!.split('.');
    const about = ['form', mark!, browser.cookies.get('__Host-form')!, you];
    const inside = await openSealed(vars(testEnv).SEALING_KEYS, sealed.join('.'), about);
    expect(inside).toMatch(/"_action","password".*Kept\..*Sought\./);
    expect(inside).not.toContain('"_token"');
    expect(inside).not.toMatch(/first secret|next secret/);

    const connection = `/app/${brand.id}/connections/${newId('connection', clock.now())}`;
    const file = { logo: new Blob(['a'.repeat(1_000)], { type: 'image/png' }) };
    const owned = { _token: forgedToken(browser, ada.id), _action: 'logo' };
    const sent = { headers: FROM_HERE, fields: owned, files: file };
    const other = await ask(
      { cookies: new Map([...browserOf(ben).cookies, ...browser.cookies]) },
      connection,
      sent,
    );
    expect(other.status).toBe(404);
    browser.cookies.delete('__Host-session');
    const unread = await ask(browser, connection, sent);
    expect([unread.status, keptIn(unread)]).toEqual([303, null]);
    expect(wordsOf(await ask(browser, unread.headers.get('location')!))).toContain('Nothing was sent');
  });

  it('is not kept where a deployment has nothing to seal it with, and says so', async () => {
    const env: Env = { ...testEnv, ...{ SEALING_KEYS: undefined } };
    const browser = browserOf(ada);
    const page = await ask(browser, path, { env });
    browser.cookies.delete('__Host-session');
    const answer = await sendShown(browser, path, page, 'create', KEY, { env });
    const to = `/sign-in?to=${encodeURIComponent(path)}`;
    expect([answer.status, answer.headers.get('location')]).toEqual([303, to]);
    expect(wordsOf(await ask(browser, to, { env }))).toContain('Nothing was sent. Fill in the form again.');
  });

  it('is carried however much it holds', async () => {
    const browser = browserOf(ada);
    const long = 'ü'.repeat(40_000);
    const gate = await interrupted(browser, { ...KEY, name: long });
    expect(gate.status).toBe(401);
    const form = await goOn(browser, await signIn(browser, gate, ada));
    expect(form.html).toContain(`value="${long}"`);
    const most = await interrupted(browser, { ...KEY, name: 'x'.repeat(260_000) });
    expect(await goOn(browser, await signIn(browser, most, ada))).toMatchObject({ status: 200 });
    const over = await interrupted(browser, { ...KEY, name: 'x'.repeat(270_000) });
    expect(over.status).toBe(413);
  });

  it('comes back as far as the person’s role still goes', async () => {
    const carol = await mintPerson({ [brand.id]: 'owner' });
    await givePassword(PASSWORD, [carol.id]);
    const [browser, before] = [browserOf(carol), await keys()];
    const gate = await interrupted(browser);
    await testEnv.DB.prepare("UPDATE memberships SET role = 'member' WHERE person_id = ?")
      .bind(carol.id)
      .run();
    const form = await goOn(browser, await signIn(browser, gate, carol));
    expect(form.status).toBe(403);
    const team = `/app/${brand.id}/team`;
    const _token = forgedToken(browser, carol.id);
    const fields = { _token, _action: 'invite', email: 'kim@people.example', role: 'admin' };
    browser.cookies.delete('__Host-session');
    const asked = await ask(browser, team, { headers: FROM_HERE, fields });
    const missing = await goOn(browser, await signIn(browser, asked, carol));
    expect(missing.status).toBe(410);
    expect(wordsOf(missing)).toContain('the form that you filled in is not on this page any more');
    await testEnv.DB.prepare('DELETE FROM memberships WHERE person_id = ?').bind(carol.id).run();
    expect((await bring(browser, keptIn(gate)!)).status).toBe(404);
    expect(await keys()).toBe(before);
  });
});

describe('a form of another person', () => {
  it('shows nothing of itself, says who is signed in, and waits for its own person', async () => {
    const [browser, before] = [browserOf(ada), await keys()];
    const gate = await interrupted(browser);
    const strange = await goOn(browser, await signIn(browser, gate, ben));
    expect(strange.status).toBe(403);
    expect(wordsOf(strange)).toContain(`You are signed in as ${ben.email}`);
    expect(strange.html).not.toContain('Shop');
    expect([keptIn(strange), (await ask(browser, '/sign-in')).status]).toEqual([keptIn(gate), 303]);
    const form = await goOn(browser, await signIn(browser, strange, ada));
    expect(form.html).toContain('value="Shop &lt;server&gt;"');
    expect(await keys()).toBe(before);
  });

  it('in another tab is not done as who is signed in now, whose session ends when its own person signs in', async () => {
    const lee = await mintPerson({ [brand.id]: 'owner' });
    const [browser, before] = [browserOf(ada), await keys()];
    const page = await ask(browser, path);
    browser.cookies.set('__Host-session', lee.token);
    const strange = await sendShown(browser, path, page, 'create', KEY);
    expect([strange.status, wordsOf(strange).includes(lee.email)]).toEqual([403, true]);
    expect((await signIn(browser, strange, ada, 'not this one')).status).toBe(422);
    expect(await isOpen(lee)).toBe(true);
    const form = await goOn(browser, await signIn(browser, strange, ada));
    expect([form.status, await isOpen(lee), await keys()]).toEqual([200, false, before]);
    expect((await sendShown(browser, path, form, 'create', KEY)).status).toBe(200);
    expect(await keys()).toBe(before + 1);
  });

  it('is not signed out by whom it does not name', async () => {
    const lee = await mintPerson();
    const browser = browserOf(await mintPerson());
    const page = await ask(browser, '/sign-out');
    browser.cookies.set('__Host-session', lee.token);
    const refused = await sendShown(browser, '/sign-out', page, 'leave');
    expect([refused.status, await isOpen(lee)]).toEqual([403, true]);
    browser.cookies.delete('__Host-session');
    const nobodys = await bring(browser, keptIn(refused)!, '/sign-out');
    expect([nobodys.status, keptIn(nobodys)]).toEqual([401, keptIn(refused)]);
    const left = await sendShown(browser, '/sign-out', page, 'leave');
    expect([left.status, left.headers.get('location')]).toEqual([303, '/sign-in']);
  });
});

describe('what was kept', () => {
  const gone = (answer: PageAnswer) => {
    expect([answer.status, answer.headers.get('location')]).toEqual([303, path]);
    expect(answer.html).toBe('');
  };

  it('opens in the same browser, on the same page, for a day, and only as it was sealed', async () => {
    clock.hold();
    const browser = browserOf(ada);
    const kept = keptIn(await interrupted(browser))!;
    browser.cookies.set('__Host-session', ada.token);
    expect((await bring(browser, kept)).html).toContain('Shop &lt;server&gt;');
    const last = kept.length - 5;
    const changed = `${kept.slice(0, last)}${kept[last] === 'A' ? 'B' : 'A'}${kept.slice(last + 1)}`;
    gone(await bring(browser, changed));
    expect(wordsOf(await ask(browser, path))).toContain('what you filled in is not kept any more');
    for (const odd of ['x', `${kept}.x`, kept.slice(65), kept.slice(0, 64)]) gone(await bring(browser, odd));
    const elsewhere = browserOf(ada);
    await ask(elsewhere, path);
    gone(await bring(elsewhere, kept));
    const query = `${path}?x=1`;
    expect((await bring(browser, kept, query)).headers.get('location')).toBe(query);
    // With another's mark on it, it is that person's as little as it is the first one's.
    const bens = forgedToken(newBrowser(), ben.id).split('.')[1]!;
    const moved = `${bens}${kept.slice(64)}`;
    expect((await bring(browser, moved)).status).toBe(403);
    const own = { cookies: new Map([...browser.cookies, ['__Host-session', ben.token]]) };
    gone(await bring(own, moved));
    clock.advance(DAY_MS - MINUTE_MS);
    await testEnv.DB.prepare('UPDATE sessions SET expires_at = expires_at + ?').bind(DAY_MS).run();
    expect((await bring(browser, kept)).status).toBe(200);
    clock.advance(2 * MINUTE_MS);
    gone(await bring(browser, kept));
  });

  it('opens for nobody who is not signed in, and from no other site', async () => {
    const browser = browserOf(ada);
    const gate = await interrupted(browser);
    const again = await bring(browser, keptIn(gate)!);
    expect([again.status, keptIn(again), again.html.includes('Shop')]).toEqual([401, keptIn(gate), false]);
    browser.cookies.set('__Host-session', ada.token);
    const fields = { _kept: keptIn(gate)! };
    const forced = await ask(browser, path, { headers: { 'Sec-Fetch-Site': 'cross-site' }, fields });
    expect([forced.status, forced.html.includes('Shop')]).toEqual([403, false]);
    // Beside an action it is not done either.
    const before = await keys();
    const token = forgedToken(browser, ada.id);
    const both = { ...KEY, ...fields, _action: 'create', _token: token };
    expect((await ask(browser, path, { headers: FROM_HERE, fields: both })).status).toBe(303);
    expect(await keys()).toBe(before);
  });
});

describe('a form of the staff', () => {
  it('comes back behind the second factor, and behind the sign-in and the second factor', async () => {
    clock.hold();
    const { newStaffToken } = await import('../../src/auth/staff-token.ts');
    const { sha256Hex } = await import('../../src/kit/crypto.ts');
    const token = newStaffToken();
    const env: Env = {
      ...testEnv,
      ...{
        STAFF_PEOPLE: `ada:${ada.email}`,
        ALLOW_LOCAL_URLS: 'false',
        STAFF_TOKENS: `ada:${sha256Hex(token)}`,
      },
    };
    const [browser, to, factor] = [browserOf(ada), '/staff/corrections', '/staff/second-factor'];
    await send(browser, factor, 'begin', { token }, { env });
    const shown = await ask(browser, factor, { env });
    const secret = /([A-Z2-7]{4} ){7}[A-Z2-7]{4}/.exec(shown.html)![0].replaceAll(' ', '');
    const code = async () => ({ code: await totpCode(secret, totpStep(clock.now())) });
    await send(browser, factor, 'confirm', await code(), { env });
    const page = await ask(browser, to, { env });
    expect(page.status).toBe(200);
    const propose = () => sendShown(browser, to, page, 'propose', { reason: 'Paid <twice>.' }, { env });
    const prove = async (gate: PageAnswer) =>
      sendShown(browser, `${factor}?to=${encodeURIComponent(to)}`, gate, 'prove', await code(), { env });

    clock.advance(13 * HOUR_MS);
    const gate = await propose();
    expect([gate.status, gate.html.includes('twice')]).toEqual([401, false]);
    expect(wordsOf(gate)).toMatch(/Nothing was sent yet.*Write the code/);
    const wrong = await sendShown(
      browser,
      `${factor}?to=${encodeURIComponent(to)}`,
      gate,
      'prove',
      { code: '1' },
      { env },
    );
    expect([wrong.status, keptIn(wrong)]).toEqual([422, keptIn(gate)]);
    const form = await goOn(browser, await prove(wrong), env);
    expect([form.status, form.html.includes('Paid &lt;twice&gt;.')]).toEqual([200, true]);

    browser.cookies.delete('__Host-session');
    const ended = await propose();
    expect(wordsOf(ended)).toContain('Your session has ended');
    const fields = { email: ada.email, password: PASSWORD };
    const entered = await sendShown(
      browser,
      `/sign-in?to=${encodeURIComponent(to)}`,
      ended,
      'enter',
      fields,
      { env },
    );
    const second = await goOn(browser, entered, env);
    expect(wordsOf(second)).toMatch(/Nothing was sent yet.*Write the code/);
    // While it stands there somebody else signs in: it goes on waiting for its person.
    const other = { cookies: new Map([...browser.cookies, ['__Host-session', ben.token]]) };
    const strange = await sendShown(
      other,
      `${factor}?to=${encodeURIComponent(to)}`,
      second,
      'prove',
      await code(),
      { env },
    );
    expect([strange.status, keptIn(strange)]).toEqual([403, keptIn(second)]);
    expect(strange.html).toContain(`action="/sign-in?to=${encodeURIComponent(to)}"`);
    clock.advance(MINUTE_MS);
    const back = await goOn(browser, await prove(second), env);
    expect([back.status, back.html.includes('Paid &lt;twice&gt;.')]).toEqual([200, true]);
  });
});
