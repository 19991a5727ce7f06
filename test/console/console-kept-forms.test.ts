// A form takes effect only for the person that it was made for, and nobody else can open what was kept of it.
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { isEmbedWindow } from '../../src/console/embed-window.ts';
import type { ConsolePage } from '../../src/console/page.ts';
import { PAGE_GROUPS } from '../../src/console/pages.ts';
import type { Env } from '../../src/env.ts';
import { DAY_MS, MINUTE_MS } from '../../src/kit/time.ts';
import * as clock from '../harness/clock.ts';
import { countTrips } from '../harness/faults/trips.ts';
import {
  bring,
  FROM_HERE,
  goOn,
  interrupted,
  KEY,
  type KeptScene,
  keptScene,
  signIn,
} from '../harness/pages/kept-forms.ts';
import {
  ask,
  type Browser,
  browserOf,
  forgedToken,
  keptIn,
  newBrowser,
  type PageAnswer,
  sendShown,
  wordsOf,
} from '../harness/pages/pages.ts';
import { type MintedPerson, mintPerson } from '../harness/people/people.ts';
import { testEnv } from '../harness/world.ts';

let at: KeptScene;

beforeAll(async () => {
  at = await keptScene();
});

afterEach(() => {
  clock.release();
  vi.restoreAllMocks();
});

const isOpen = async ({ session }: MintedPerson) =>
  (await testEnv.DB.prepare('SELECT 1 FROM sessions WHERE id = ?').bind(session).first()) !== null;

describe('every form', () => {
  const STAFF_PEOPLE = () => `ada:${at.ada.email},ben:${at.ben.email}`;
  const addressOf = ({ path: written }: ConsolePage) =>
    written.replace(':place', at.brand).replace(/:\w+/g, 'some_id');

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
        // Two pages may have actions with the same name.
        run.mockClear();
        const to = addressOf(page);
        const post = (browser: Browser, person: MintedPerson, tokenOf = (token: string) => token) => {
          const _token = tokenOf(forgedToken(browser, person.id, kind));
          const fields = { _action: action, _token, note: 'Typed <here>' };
          return ask(browser, to, { env: watched, headers: FROM_HERE, fields });
        };
        const where = `${action} at ${page.path}`;
        if (!page.carries || page.for !== 'anybody') {
          const other = await post(browserOf(at.ben), at.ada);
          // The console's sign-in would cost the window of a frame its way back: it shows its page anew.
          const inWindow = isEmbedWindow(to);
          expect([other.status, run.mock.calls.length], where).toEqual([inWindow ? 303 : 403, 0]);
          expect(other.html, where).not.toContain('Typed');
          if (inWindow) expect(other.headers.get('location'), where).toBe(to);
          else {
            expect(wordsOf(other), where).toMatch(/You are signed in as .* opened by another person/);
            expect(keptIn(other), where).toMatch(/./);
          }
        }
        if (page.for !== 'anybody') {
          forms += 1;
          const nobody = await post(newBrowser(), at.ada);
          expect([nobody.status, run.mock.calls.length], where).toEqual([401, 0]);
          expect(wordsOf(nobody), where).toContain('Your session has ended');
          expect(keptIn(nobody), where).toMatch(/./);
          expect(nobody.html, where).not.toContain('Typed');
        }
        expect(written, where).toEqual([]);
        if (page.for !== 'anybody') {
          await post(browserOf(at.ada), at.ada, (token) => token.split('.')[0]!);
          await post(browserOf(at.ada), at.ada, (token) =>
            token.replace(/^./, (first) => (first === 'a' ? 'b' : 'a')),
          );
          expect(run.mock.calls.length, where).toBe(0);
        }
        const own = await post(browserOf(at.ada), at.ada);
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
    const mine = forgedToken(browser, at.ada.id);
    const mark = mine.split('.')[1]!;
    const changed = `${mark[0] === '0' ? '1' : '0'}${mark.slice(1)}`;
    for (const _token of ['', 'x', mine.split('.')[0]!, `${mine.split('.')[0]}.${changed}`]) {
      const answer = await ask(browser, at.path, { headers: FROM_HERE, fields: { ...KEY, _token } });
      expect([answer.status, answer.headers.get('location'), answer.html]).toEqual([
        303,
        `/sign-in?to=${encodeURIComponent(at.path)}`,
        '',
      ]);
    }
    const elsewhere = { headers: { 'Sec-Fetch-Site': 'cross-site' }, fields: { ...KEY, _token: mine } };
    const forced = await ask(browser, at.path, elsewhere);
    expect([forced.status, keptIn(forced)]).toEqual([403, null]);
    const counted = countTrips();
    const fields = { ...KEY, _token: mine, _action: 'create' };
    expect(keptIn(await ask(browser, at.path, { env: counted.env, headers: FROM_HERE, fields }))).toMatch(
      /./,
    );
    expect(counted.count()).toBe(0);
  });
});

describe('a form of another person', () => {
  it('shows nothing of itself, says who is signed in, and waits for its own person', async () => {
    const [browser, before] = [browserOf(at.ada), await at.keys()];
    const gate = await interrupted(browser, at);
    const strange = await goOn(browser, await signIn(browser, gate, at.ben));
    expect(strange.status).toBe(403);
    expect(wordsOf(strange)).toContain(`You are signed in as ${at.ben.email}`);
    expect(strange.html).not.toContain('Shop');
    expect([keptIn(strange), (await ask(browser, '/sign-in')).status]).toEqual([keptIn(gate), 303]);
    const form = await goOn(browser, await signIn(browser, strange, at.ada));
    expect(form.html).toContain('value="Shop &lt;server&gt;"');
    expect(await at.keys()).toBe(before);
  });

  it('in another tab is not done as who is signed in now, whose session ends when its own person signs in', async () => {
    const lee = await mintPerson({ [at.brand]: 'owner' });
    const [browser, before] = [browserOf(at.ada), await at.keys()];
    const page = await ask(browser, at.path);
    browser.cookies.set('__Host-session', lee.token);
    const strange = await sendShown(browser, at.path, page, 'create', KEY);
    expect([strange.status, wordsOf(strange).includes(lee.email)]).toEqual([403, true]);
    expect((await signIn(browser, strange, at.ada, { password: 'not this one' })).status).toBe(422);
    expect(await isOpen(lee)).toBe(true);
    const form = await goOn(browser, await signIn(browser, strange, at.ada));
    expect([form.status, await isOpen(lee), await at.keys()]).toEqual([200, false, before]);
    expect((await sendShown(browser, at.path, form, 'create', KEY)).status).toBe(200);
    expect(await at.keys()).toBe(before + 1);
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
    expect([answer.status, answer.headers.get('location')]).toEqual([303, at.path]);
    expect(answer.html).toBe('');
  };

  it('opens in the same browser, on the same page, for a day, and only as it was sealed', async () => {
    clock.hold();
    const browser = browserOf(at.ada);
    const kept = keptIn(await interrupted(browser, at))!;
    browser.cookies.set('__Host-session', at.ada.token);
    expect((await bring(browser, kept, at.path)).html).toContain('Shop &lt;server&gt;');
    const last = kept.length - 5;
    const changed = `${kept.slice(0, last)}${kept[last] === 'A' ? 'B' : 'A'}${kept.slice(last + 1)}`;
    gone(await bring(browser, changed, at.path));
    expect(wordsOf(await ask(browser, at.path))).toContain('what you filled in is no longer kept');
    for (const odd of ['x', `${kept}.x`, kept.slice(65), kept.slice(0, 64)])
      gone(await bring(browser, odd, at.path));
    const elsewhere = browserOf(at.ada);
    await ask(elsewhere, at.path);
    gone(await bring(elsewhere, kept, at.path));
    const query = `${at.path}?x=1`;
    expect((await bring(browser, kept, query)).headers.get('location')).toBe(query);
    // With another person's mark, the kept form opens neither for that person nor for the first one.
    const bens = forgedToken(newBrowser(), at.ben.id).split('.')[1]!;
    const moved = `${bens}${kept.slice(64)}`;
    expect((await bring(browser, moved, at.path)).status).toBe(403);
    const own = { cookies: new Map([...browser.cookies, ['__Host-session', at.ben.token]]) };
    gone(await bring(own, moved, at.path));
    clock.advance(DAY_MS - MINUTE_MS);
    await testEnv.DB.prepare('UPDATE sessions SET expires_at = expires_at + ?').bind(DAY_MS).run();
    expect((await bring(browser, kept, at.path)).status).toBe(200);
    clock.advance(2 * MINUTE_MS);
    gone(await bring(browser, kept, at.path));
  });

  it('is nothing of a form that a browser could not bring along any more', async () => {
    const browser = browserOf(at.ada);
    const gate = await interrupted(browser, at, { ...KEY, name: '\u0001'.repeat(80_000) });
    const way = `/sign-in?to=${encodeURIComponent(at.path)}`;
    expect([gate.status, gate.headers.get('location'), keptIn(gate)]).toEqual([303, way, null]);
    expect(wordsOf(await ask(browser, way))).toContain('Nothing was submitted. Fill in the form again.');
  });

  it('opens for nobody who is not signed in, and from no other site', async () => {
    const browser = browserOf(at.ada);
    const gate = await interrupted(browser, at);
    const again = await bring(browser, keptIn(gate)!, at.path);
    expect([again.status, keptIn(again), again.html.includes('Shop')]).toEqual([401, keptIn(gate), false]);
    browser.cookies.set('__Host-session', at.ada.token);
    const fields = { _kept: keptIn(gate)! };
    const forced = await ask(browser, at.path, { headers: { 'Sec-Fetch-Site': 'cross-site' }, fields });
    expect([forced.status, forced.html.includes('Shop')]).toEqual([403, false]);
    // It takes no effect either when it is sent together with an action.
    const before = await at.keys();
    const token = forgedToken(browser, at.ada.id);
    const both = { ...KEY, ...fields, _action: 'create', _token: token };
    expect((await ask(browser, at.path, { headers: FROM_HERE, fields: both })).status).toBe(303);
    expect(await at.keys()).toBe(before);
  });
});
