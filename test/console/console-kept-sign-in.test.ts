// The way back to a form after its session ended: through wrong passwords, the sign-in and the second factor.
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newStaffToken } from '../../src/auth/staff-token.ts';
import { vars } from '../../src/env.ts';
import { sha256Hex } from '../../src/kit/crypto.ts';
import { newId } from '../../src/kit/ids.ts';
import { openSealed } from '../../src/kit/sealed.ts';
import { HOUR_MS, MINUTE_MS } from '../../src/kit/time.ts';
import { totpCode, totpStep } from '../../src/kit/totp.ts';
import * as clock from '../harness/clock.ts';
import {
  bring,
  FROM_HERE,
  goOn,
  interrupted,
  KEY,
  type KeptScene,
  keptScene,
  letSignIn,
  signIn,
} from '../harness/pages/kept-forms.ts';
import {
  ask,
  browserOf,
  forgedToken,
  hiddenIn,
  keptIn,
  type PageAnswer,
  send,
  sendShown,
  wordsOf,
} from '../harness/pages/pages.ts';
import { mintPerson } from '../harness/people/people.ts';
import { testEnv, withVars } from '../harness/world.ts';

let at: KeptScene;

beforeAll(async () => {
  at = await keptScene();
});

afterEach(() => clock.release());

describe('a form whose session has ended', () => {
  it('comes back as it was behind the sign-in, wrong passwords included, and is done when it is sent', async () => {
    const [browser, before] = [browserOf(at.ada), await at.keys()];
    const gate = await interrupted(browser, at);
    expect([gate.status, gate.headers.get('cache-control')]).toEqual([401, 'no-store']);
    expect(gate.html).not.toMatch(/Shop|href="\/sign-up/);
    const wrong = await signIn(browser, gate, at.ada, { password: 'not this one' });
    expect([wrong.status, keptIn(wrong)]).toEqual([422, keptIn(gate)]);
    expect(wordsOf(wrong)).toMatch(/Your session has ended.*Incorrect email or password/);
    const onwards = await signIn(browser, wrong, at.ada);
    expect([onwards.status, browser.cookies.has('__Host-session')]).toEqual([200, true]);
    expect(onwards.html).not.toMatch(/Shop|a long password/);
    const form = await goOn(browser, onwards);
    expect(form.status).toBe(200);
    expect(form.html).toMatch(/name="name"[^>]*value="Shop &lt;server&gt;"/);
    expect(wordsOf(form)).toMatch(/Not sent yet You had to sign in first\. Check the form, then send it/);
    expect(await at.keys()).toBe(before);
    expect((await sendShown(browser, at.path, form, 'create', KEY)).status).toBe(200);
    expect(await at.keys()).toBe(before + 1);
  });

  it('is done once, also where it had been done and only the answer was lost', async () => {
    const [browser, before] = [browserOf(at.ada), await at.keys()];
    const page = await ask(browser, at.path);
    expect((await sendShown(browser, at.path, page, 'create', KEY)).status).toBe(200);
    browser.cookies.delete('__Host-session');
    const gate = await sendShown(browser, at.path, page, 'create', KEY);
    const form = await goOn(browser, await signIn(browser, gate, at.ada));
    expect((await sendShown(browser, at.path, form, 'create', KEY)).status).toBe(409);
    expect(await at.keys()).toBe(before + 1);
  });

  it('keeps no password, code or file', async () => {
    const you = `/app/${at.brand}/you`;
    const browser = browserOf(at.ada);
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
    const form = await goOn(browser, await signIn(browser, gate, at.ada));
    expect(wordsOf(form)).toContain('Passwords, codes and files are not kept: enter them again.');
    expect(form.html).not.toMatch(/first secret|next secret/);
    const [mark, ...sealed] = keptIn(gate)!.split('.');
    const about = ['form', mark!, browser.cookies.get('__Host-form')!, you];
    const inside = await openSealed(vars(testEnv).SEALING_KEYS, sealed.join('.'), about);
    expect(inside).toMatch(/"_action","password".*Kept\..*Sought\./);
    expect(inside).not.toContain('"_token"');
    expect(inside).not.toMatch(/first secret|next secret/);

    const connection = `/app/${at.brand}/connections/${newId('connection', clock.now())}`;
    const file = { logo: new Blob(['a'.repeat(1_000)], { type: 'image/png' }) };
    const owned = { _token: forgedToken(browser, at.ada.id), _action: 'logo' };
    const sent = { headers: FROM_HERE, fields: owned, files: file };
    const other = await ask(
      { cookies: new Map([...browserOf(at.ben).cookies, ...browser.cookies]) },
      connection,
      sent,
    );
    expect(other.status).toBe(404);
    browser.cookies.delete('__Host-session');
    const unread = await ask(browser, connection, sent);
    expect([unread.status, keptIn(unread)]).toEqual([303, null]);
    expect(wordsOf(await ask(browser, unread.headers.get('location')!))).toContain('Nothing was submitted');
  });

  it('is not kept where a deployment has nothing to seal it with, and says so', async () => {
    const env = withVars(testEnv, { SEALING_KEYS: undefined });
    const browser = browserOf(at.ada);
    const page = await ask(browser, at.path, { env });
    browser.cookies.delete('__Host-session');
    const answer = await sendShown(browser, at.path, page, 'create', KEY, { env });
    const to = `/sign-in?to=${encodeURIComponent(at.path)}`;
    expect([answer.status, answer.headers.get('location')]).toEqual([303, to]);
    expect(wordsOf(await ask(browser, to, { env }))).toContain(
      'Nothing was submitted. Fill in the form again.',
    );
  });

  it('is carried however much it holds', async () => {
    const browser = browserOf(at.ada);
    const long = 'ü'.repeat(40_000);
    const gate = await interrupted(browser, at, { ...KEY, name: long });
    expect(gate.status).toBe(401);
    const form = await goOn(browser, await signIn(browser, gate, at.ada));
    expect(form.html).toContain(`value="${long}"`);
    const most = await interrupted(browser, at, { ...KEY, name: 'x'.repeat(260_000) });
    expect(await goOn(browser, await signIn(browser, most, at.ada))).toMatchObject({ status: 200 });
    const over = await interrupted(browser, at, { ...KEY, name: 'x'.repeat(270_000) });
    expect(over.status).toBe(413);
  });

  it('comes back as far as the person’s role still goes', async () => {
    const carol = await mintPerson({ [at.brand]: 'owner' });
    await letSignIn(carol);
    const [browser, before] = [browserOf(carol), await at.keys()];
    const gate = await interrupted(browser, at);
    await testEnv.DB.prepare("UPDATE memberships SET role = 'member' WHERE person_id = ?")
      .bind(carol.id)
      .run();
    const form = await goOn(browser, await signIn(browser, gate, carol));
    expect(form.status).toBe(403);
    const team = `/app/${at.brand}/team`;
    const _token = forgedToken(browser, carol.id);
    const fields = { _token, _action: 'invite', email: 'kim@people.example', role: 'admin' };
    browser.cookies.delete('__Host-session');
    const asked = await ask(browser, team, { headers: FROM_HERE, fields });
    const missing = await goOn(browser, await signIn(browser, asked, carol));
    expect(missing.status).toBe(410);
    expect(wordsOf(missing)).toContain('the form that you filled in is no longer on this page');
    await testEnv.DB.prepare('DELETE FROM memberships WHERE person_id = ?').bind(carol.id).run();
    expect((await bring(browser, keptIn(gate)!, at.path)).status).toBe(404);
    expect(await at.keys()).toBe(before);
  });
});

describe('a form of the staff', () => {
  it('comes back behind the second factor, and behind the sign-in and the second factor', async () => {
    clock.hold();
    const token = newStaffToken();
    const env = withVars(testEnv, {
      STAFF_PEOPLE: `ada:${at.ada.email}`,
      ALLOW_LOCAL_URLS: 'false',
      STAFF_TOKENS: `ada:${sha256Hex(token)}`,
    });
    const [browser, to, factor] = [browserOf(at.ada), '/staff/corrections', '/staff/second-factor'];
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
    expect(wordsOf(gate)).toMatch(/Nothing was submitted yet.*Enter the code/);
    const wrong = await sendShown(
      browser,
      `${factor}?to=${encodeURIComponent(to)}`,
      gate,
      'prove',
      { code: '1' },
      { env },
    );
    expect([wrong.status, keptIn(wrong)]).toEqual([422, keptIn(gate)]);
    // Another person signs in while the form is kept: it keeps waiting for its own person.
    const other = { cookies: new Map([...browser.cookies, ['__Host-session', at.ben.token]]) };
    const address = `${factor}?to=${encodeURIComponent(to)}`;
    const strange = await sendShown(other, address, wrong, 'prove', await code(), { env });
    expect([strange.status, keptIn(strange)]).toEqual([403, keptIn(wrong)]);
    expect(strange.html).toContain(`action="/sign-in?to=${encodeURIComponent(to)}"`);
    const form = await goOn(browser, await prove(wrong), env);
    expect([form.status, form.html.includes('Paid &lt;twice&gt;.')]).toEqual([200, true]);

    browser.cookies.delete('__Host-session');
    const ended = await propose();
    expect(wordsOf(ended)).toContain('Your session has ended');
    const half = await signIn(browser, ended, at.ada, { env });
    expect([wordsOf(half), keptIn(half)]).toEqual([
      expect.stringContaining('Enter your code'),
      keptIn(ended),
    ]);
    clock.advance(MINUTE_MS);
    const gateway = `/sign-in?to=${encodeURIComponent(to)}`;
    const entered = await sendShown(
      browser,
      gateway,
      half,
      'code',
      { ...(await code()), half: hiddenIn(half, 'half') },
      { env },
    );
    const back = await goOn(browser, entered, env);
    expect([back.status, back.html.includes('Paid &lt;twice&gt;.')]).toEqual([200, true]);
  });
});
