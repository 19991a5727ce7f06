// Everybody's second factor, and the fresh proof before acts that a stolen session alone must not do.
import encodeQR from 'qr';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PAGE_GROUPS } from '../../../../src/console/pages.ts';
import { HOUR_MS, MINUTE_MS } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import {
  ask,
  type Browser,
  browserOf,
  hiddenIn,
  newBrowser,
  type PageAnswer,
  send,
  sendShown,
  wordsOf,
} from '../../../harness/pages/pages.ts';
import { mintApp } from '../../../harness/people/apps.ts';
import { givePassword, type MintedPerson, mailsTo, mintPerson } from '../../../harness/people/people.ts';
import { personOf } from '../../../harness/people/person.ts';
import {
  codeOf,
  endProofs,
  FACTOR_PATH,
  forced,
  recoveryCodesIn,
  STEP_MS,
  setUpFactor,
} from '../../../harness/people/second-factors.ts';
import { deploymentOf, machineOf } from '../../../harness/people/staff-people.ts';
import { mintAccount, testEnv } from '../../../harness/world.ts';

const PASSWORD = 'correct horse battery';

let ada: MintedPerson;
let account: string;

beforeAll(async () => {
  account = (await mintAccount()).id;
  ada = await mintPerson({ [account]: 'owner' });
  await givePassword(PASSWORD, [ada.id]);
});
afterEach(() => clock.release());

/** @returns the page behind the password. */
const enter = (browser: Browser, person: MintedPerson) =>
  send(browser, '/sign-in', 'enter', { email: person.email, password: PASSWORD });

/** Sends the code behind the password. */
const finish = (browser: Browser, half: PageAnswer, code: string) =>
  sendShown(browser, '/sign-in', half, 'code', { code, half: hiddenIn(half, 'half') });

async function signedInBy(person: MintedPerson, code: string) {
  const browser = newBrowser();
  const half = await enter(browser, person);
  expect([half.status, browser.cookies.has('__Host-session')]).toEqual([200, false]);
  return { browser, answer: await finish(browser, half, code), half };
}

describe('a second factor of everybody', () => {
  it('is asked for at the sign-in, opens no session without its code, and takes each recovery code once', async () => {
    clock.hold();
    const browser = browserOf(ada);
    const elsewhere = await mintPerson();
    await testEnv.DB.prepare('UPDATE sessions SET person_id = ? WHERE id = ?')
      .bind(ada.id, elsewhere.session)
      .run();
    const { secret, codes } = await setUpFactor(browser);
    expect(new Set(codes).size).toBe(10);
    // Nobody gave a code in the other session.
    expect((await ask(browserOf(elsewhere), '/app/you')).status).toBe(303);
    expect((await ask(browser, '/app/you')).status).toBe(200);
    const stored = await testEnv.DB.prepare('SELECT code_hash FROM recovery_codes WHERE person_id = ?')
      .bind(ada.id)
      .all<{ code_hash: string }>();
    expect(stored.results).toHaveLength(10);
    for (const { code_hash: hash } of stored.results) expect(codes).not.toContain(hash);

    const sessions = async () =>
      (await testEnv.DB.prepare('SELECT COUNT(*) AS n FROM sessions WHERE person_id = ?')
        .bind(ada.id)
        .first<{ n: number }>())!.n;
    const before = await sessions();
    const wrong = await signedInBy(ada, '000000');
    expect([wrong.answer.status, wordsOf(wrong.answer)]).toEqual([
      422,
      expect.stringContaining('This code is not right'),
    ]);
    // The code that set the factor up was used.
    expect((await signedInBy(ada, await codeOf(secret))).answer.status).toBe(422);
    expect(await sessions()).toBe(before);
    clock.advance(STEP_MS);
    const right = await signedInBy(ada, await codeOf(secret));
    expect([right.answer.status, await sessions()]).toEqual([303, before + 1]);
    expect((await ask(right.browser, '/app/you')).status).toBe(200);

    const [first, second] = codes as [string, string];
    const both = await Promise.all(
      [first, first.toUpperCase().replace('-', ' ')].map((one) => signedInBy(ada, one)),
    );
    expect(both.map(({ answer }) => answer.status).toSorted()).toEqual([303, 422]);
    expect((await mailsTo(ada.email))[0]).toMatchObject({
      subject: expect.stringMatching(/A recovery code was used/),
      text: expect.stringContaining('left: 9.'),
    });
    // Another password makes what the form holds worth nothing, and so does time.
    const here = newBrowser();
    const half = await enter(here, ada);
    const setPassword = (sql: string) =>
      testEnv.DB.prepare(`UPDATE credentials SET password = ${sql} WHERE person_id = ?`).bind(ada.id).run();
    await setPassword("password || 'x'");
    const changed = await finish(here, half, second);
    expect(wordsOf(changed)).toContain('This took too long, or your password was changed');
    await setPassword("rtrim(password, 'x')");
    const late = await enter(here, ada);
    clock.advance(11 * MINUTE_MS);
    expect(wordsOf(await finish(here, late, second))).toContain('This took too long');
    const forged = await enter(here, ada);
    const html = forged.html.replace(hiddenIn(forged, 'half'), (own) => `${own.slice(0, -3)}AAA`);
    expect(wordsOf(await finish(here, { ...forged, html }, second))).toContain('This took too long');
    expect(here.cookies.has('__Host-session')).toBe(false);
    expect((await finish(here, forged, second)).status).toBe(303);
  });

  it('is renewed and turned off by a fresh proof alone, which a stolen session has not', async () => {
    clock.hold();
    const eve = await mintPerson();
    await givePassword(PASSWORD, [eve.id]);
    const browser = browserOf(eve);
    await endProofs(eve);
    // Setting it up takes the password, so that a thief of the session is not first.
    for (const fields of [{ proof: '' }, { proof: 'wrong' }]) {
      const refused = await send(browser, FACTOR_PATH, 'begin', fields);
      expect([refused.status, wordsOf(refused)]).toEqual([422, expect.stringContaining('Your password')]);
    }
    const begin = () => send(browser, FACTOR_PATH, 'begin', { proof: PASSWORD });
    expect((await begin()).status).toBe(303);
    // Its secret is shown, and waits for the first code, for a quarter of an hour.
    const waiting = await ask(browser, FACTOR_PATH);
    const late = codeOf(/([A-Z2-7]{4} ){7}[A-Z2-7]{4}/.exec(waiting.html)![0].replaceAll(' ', ''));
    clock.advance(15 * MINUTE_MS);
    expect((await ask(browser, FACTOR_PATH)).html).not.toContain('otpauth');
    expect((await sendShown(browser, FACTOR_PATH, waiting, 'confirm', { code: await late })).status).toBe(
      409,
    );
    expect((await begin()).status).toBe(303);
    // The proof holds for ten minutes.
    const { secret, codes } = await setUpFactor(browser);
    expect((await forced(browser, eve, FACTOR_PATH, 'begin')).status).toBe(409);
    clock.advance(11 * MINUTE_MS);
    const acts = ['renew', 'remove'];
    for (const act of acts) {
      for (const proof of ['', PASSWORD, '000000']) {
        const refused = await send(browser, FACTOR_PATH, act, { proof });
        expect([act, proof, refused.status]).toEqual([act, proof, 422]);
      }
    }
    const change = () => send(browser, '/app/you', 'password', { current: PASSWORD, password: PASSWORD });
    expect((await change()).status).toBe(422);
    const code = await codeOf(secret);
    const renewed = await send(browser, FACTOR_PATH, 'renew', { proof: code });
    expect((await change()).status).toBe(303);
    const fresh = recoveryCodesIn(renewed);
    expect([renewed.status, fresh.length, fresh.some((one) => codes.includes(one))]).toEqual([
      200,
      10,
      false,
    ]);
    clock.advance(11 * MINUTE_MS);
    expect((await send(browser, FACTOR_PATH, 'remove', { proof: codes[0]! })).status).toBe(422);
    expect((await send(browser, FACTOR_PATH, 'remove', { proof: fresh[0]! })).status).toBe(303);
    expect((await mailsTo(eve.email)).map(({ subject }) => subject.replace(/ (?:for|the) .*/, ''))).toEqual(
      expect.arrayContaining([
        'You turned off',
        'A recovery code was used',
        'You have new recovery codes',
        'You set up a second factor',
      ]),
    );
    expect((await enter(newBrowser(), eve)).status).toBe(303);
  });

  it('lets twenty codes be guessed in a quarter of an hour, wherever they are asked for', async () => {
    clock.hold();
    const kim = await mintPerson();
    await givePassword(PASSWORD, [kim.id]);
    const env = deploymentOf(`kim:${kim.email}`);
    const [browser, elsewhere] = [browserOf(kim), newBrowser()];
    const { secret, codes } = await setUpFactor(browser);
    await endProofs(kim);
    await testEnv.DB.prepare('UPDATE sessions SET second_factor_at = NULL WHERE person_id = ?')
      .bind(kim.id)
      .run();
    const half = await enter(elsewhere, kim);
    const ways = [
      (code: string) => finish(elsewhere, half, code),
      (proof: string) => send(browser, FACTOR_PATH, 'renew', { proof }),
      (code: string) => send(browser, '/staff/second-factor', 'prove', { code }, { env }),
    ];
    for (let guess = 0; guess < 20; guess++) {
      const wrong = guess % 2 === 0 ? '000000' : '22222-22222';
      expect([guess, (await ways[guess % 3]!(wrong)).status]).toEqual([guess, 422]);
    }
    clock.advance(STEP_MS);
    for (const right of [await codeOf(secret), codes[0]!])
      for (const way of ways) expect((await way(right)).status).toBe(429);
    clock.advance(15 * MINUTE_MS);
    expect((await ways[1]!(codes[0]!)).status).toBe(200);
  });

  it('that is lost goes in 72 hours, by the staff, after a mail, unless a code is given meanwhile', async () => {
    clock.hold();
    const [noor, sam] = await Promise.all([mintPerson(), mintPerson()]);
    await givePassword(PASSWORD, [noor.id]);
    const env = machineOf(`sam:${sam.email}`);
    await testEnv.DB.prepare('UPDATE sessions SET expires_at = ? WHERE person_id = ?')
      .bind(clock.now() + 300 * HOUR_MS, sam.id)
      .run();
    const { codes } = await setUpFactor(browserOf(noor));
    const remove = (email: string) =>
      send(browserOf(sam), '/staff/people', 'remove', { email, reason: 'Her phone is gone.' }, { env });
    expect((await remove('nobody@people.example')).status).toBe(422);
    expect((await remove(sam.email)).status).toBe(403);
    expect((await remove(` ${noor.email.toUpperCase()}`)).status).toBe(303);
    expect((await remove(noor.email)).status).toBe(409);
    expect((await mailsTo(noor.email))[0]?.text).toContain('Sign in with a code before then');
    expect(wordsOf(await ask(browserOf(noor), FACTOR_PATH))).toContain('Somebody asked us to remove it');
    const log = wordsOf(await ask(browserOf(sam), '/staff/actions', { env }));
    expect(log).toMatch(/sam .*Her phone is gone\./);
    // The code calls it off.
    clock.advance(71 * HOUR_MS);
    expect((await signedInBy(noor, codes[0]!)).answer.status).toBe(303);
    clock.advance(2 * HOUR_MS);
    expect((await enter(newBrowser(), noor)).status).toBe(200);
    expect((await remove(noor.email)).status).toBe(303);
    clock.advance(72 * HOUR_MS - 1);
    const last = newBrowser();
    const half = await enter(last, noor);
    expect(half.status).toBe(200);
    clock.advance(1);
    // Who was asked for a code signs in again, without one.
    expect((await finish(last, half, codes[1]!)).html).toContain('name="password"');
    const alone = newBrowser();
    expect((await enter(alone, noor)).status).toBe(303);
    // The next one takes its place, with codes of its own.
    const { codes: next } = await setUpFactor(alone);
    expect((await signedInBy(noor, codes[1]!)).answer.status).toBe(422);
    expect((await signedInBy(noor, next[0]!)).answer.status).toBe(303);
  });

  it('of one of the staff is set up with the staff token alone, and not turned off', async () => {
    const lin = await mintPerson();
    const env = { ...testEnv, STAFF_PEOPLE: `lin:${lin.email}` };
    const browser = browserOf(lin);
    expect(wordsOf(await ask(browser, FACTOR_PATH, { env }))).toContain('the pages of the staff');
    for (const act of ['begin', 'confirm']) {
      const refused = await forced(browser, lin, FACTOR_PATH, act, env);
      expect([act, refused.status]).toEqual([act, 403]);
    }
    await send(browser, FACTOR_PATH, 'begin', {});
    expect((await ask(browser, FACTOR_PATH, { env })).html).not.toContain('otpauth');
    await setUpFactor(browser);
    expect((await forced(browser, lin, FACTOR_PATH, 'remove', env)).status).toBe(403);
  });
});

describe('the code that an app scans', () => {
  it('is the link that opens the app', async () => {
    const browser = browserOf(await mintPerson());
    await send(browser, FACTOR_PATH, 'begin', {});
    const { html } = await ask(browser, FACTOR_PATH);
    const link = /href="(otpauth:[^"]+)"/.exec(html)![1]!.replaceAll('&amp;', '&');
    expect(html).toContain(encodeQR(link, 'svg'));
  });
});

describe('a fresh proof', () => {
  it('is asked for by each act of a page that says so, and nothing is done without it', async () => {
    clock.hold();
    const pages = (await Promise.all(PAGE_GROUPS.map(({ load }) => load()))).flat();
    const acts = pages.flatMap(({ path, proves = [], actions = {} }) => {
      for (const one of proves) expect(Object.keys(actions), path).toContain(one);
      return proves.map((act) => ({ path, act }));
    });
    expect(acts.map(({ path, act }) => `${path} ${act}`).toSorted()).toEqual([
      '/app/:place/apps/:app revoke',
      '/app/:place/apps/:app rotate',
      '/app/:place/apps/:app update',
      '/app/:place/apps/new create',
      '/app/:place/balance setUp',
      '/app/:place/keys/:key revoke',
      '/app/:place/keys/:key roll',
      '/app/:place/keys/:key stop',
      '/app/:place/keys/:key update',
      '/app/:place/keys/:key webhook',
      '/app/:place/keys/new create',
      '/app/:place/team change',
      '/app/:place/team invite',
      '/app/:place/team inviteOwner',
      '/app/:place/team leave',
      '/app/:place/team releaseFactor',
      '/app/:place/team remove',
      '/app/:place/team requireFactor',
      '/app/you/second-factor begin',
      '/app/you/second-factor remove',
      '/app/you/second-factor renew',
    ]);
    const partner = await mintAccount('partner');
    const app = await mintApp(await personOf(partner));
    const person = await mintPerson({ [account]: 'owner', [partner.id]: 'owner' });
    await givePassword(PASSWORD, [person.id]);
    await endProofs(person);
    const browser = browserOf(person);
    for (const { path, act } of acts) {
      const to = path.replace(':place', partner.id).replace(':key', partner.keyId).replace(':app', app.id);
      const { status, html } = await forced(browser, person, to, act);
      expect([to, act, status, html.includes('Enter your password.')]).toEqual([to, act, 422, true]);
    }
    const created = await send(browser, `/app/${account}/keys/new`, 'create', {
      name: 'Mine',
      access: 'write',
    });
    expect([created.status, created.html.match(/name="proof"/g)?.length]).toEqual([422, 1]);
    const withIt = { name: 'Mine', access: 'write', proof: PASSWORD };
    const done = await send(browser, `/app/${account}/keys/new`, 'create', withIt);
    expect([done.status, wordsOf(done)]).toEqual([200, expect.stringContaining('Your new key')]);
    // It holds for ten minutes in this session, and in no other.
    expect((await ask(browser, `/app/${account}/keys/new`)).html).not.toContain('name="proof"');
    clock.advance(10 * MINUTE_MS);
    expect((await ask(browser, `/app/${account}/keys/new`)).html).toContain('name="proof"');
  });

  it('by a code is spent once by a form that is sent twice at once, which is then done once', async () => {
    clock.hold();
    const { id } = await mintAccount();
    const person = await mintPerson({ [id]: 'owner' });
    const browser = browserOf(person);
    const { codes } = await setUpFactor(browser);
    await endProofs(person);
    const path = `/app/${id}/keys/new`;
    const page = await ask(browser, path);
    const fields = { name: 'Twice', access: 'write', proof: codes[0]! };
    const both = await Promise.all([1, 2].map(() => sendShown(browser, path, page, 'create', fields)));
    const statuses = both.map(({ status }) => status);
    expect(statuses).toContain(200);
    expect(statuses).not.toContain(422);
    const made = await testEnv.DB.prepare("SELECT COUNT(*) AS n FROM api_keys WHERE name = 'Twice'").first();
    expect(made).toEqual({ n: 1 });
  });
});
