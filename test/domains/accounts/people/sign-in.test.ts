// Sign-in and reset do not reveal who has an account, cannot be brute-forced, and store nothing in
// the tables that would let a reader sign in. Hashing a password takes a tenth of a second, so one person
// serves for most tests.
import { beforeAll, describe, expect, it } from 'vitest';
import { limitAttempts } from '../../../../src/domains/accounts/attempts/limit-attempts.ts';
import { changePassword } from '../../../../src/domains/accounts/people/change-password.ts';
import { knownDevice } from '../../../../src/domains/accounts/people/device.ts';
import { requestPasswordReset } from '../../../../src/domains/accounts/people/request-password-reset.ts';
import { resetPassword } from '../../../../src/domains/accounts/people/reset-password.ts';
import { signUp } from '../../../../src/domains/accounts/sign-ups/sign-up.ts';
import { verifyEmail } from '../../../../src/domains/accounts/sign-ups/verify-email.ts';
import type { Env } from '../../../../src/env.ts';
import { waitingFor } from '../../../harness/faults/trips.ts';
import { ask, browserOf, send, wordsOf } from '../../../harness/pages/pages.ts';
import {
  commit,
  givePassword,
  linkTo,
  mailsTo,
  mintPerson,
  personAt,
  signInWhole,
} from '../../../harness/people/people.ts';
import { effortOf, newNetwork, refusal, stranger } from '../../../harness/people/strangers.ts';
import { systemCtx, testEnv } from '../../../harness/world.ts';

const PASSWORD = 'correct horse battery';
/** Refused before it is hashed. */
const LONG = 'x'.repeat(200);
const ADA = 'ada@people.example';
const from = (network: string | null = null, device: string | null = null) => ({
  network,
  userAgent: 'Tests/1',
  device,
});

const join = (email: string, more: Partial<Parameters<typeof signUp>[1]> = {}, env?: Env) =>
  commit(
    (ctx) => signUp(ctx, { name: 'Ada', email, password: PASSWORD, profile: 'none', ...more }, null),
    env,
  );
const enter = (email: string, password: string, network: string | null = null, env?: Env) =>
  commit((ctx) => signInWhole(ctx, { email, password }, from(network)), env);

beforeAll(async () => {
  await join(ADA, { profile: 'brand', company: 'Ada & Co' });
  const token = await linkTo(ADA);
  await commit((ctx) => verifyEmail(ctx, { token, password: PASSWORD }, null));
});

describe('strangers', () => {
  it('learn nothing by signing in', async () => {
    const unknown = await effortOf((env) => enter(stranger(), 'wrong password', null, env));
    const known = await effortOf((env) => enter(ADA, 'wrong password', null, env));
    expect(unknown.answer).toMatchObject({ code: 'validation_failed' });
    expect(unknown.hashed).toHaveLength(1);
    expect(known).toEqual(unknown);
  });

  it('learn nothing by asking for a new password', async () => {
    const ask = (email: string) => (env: Env) => commit((ctx) => requestPasswordReset(ctx, email, null), env);
    const unknown = await effortOf(ask(stranger()));
    const known = await effortOf(ask(ADA));
    expect(unknown.answer).toBeNull();
    expect(known).toEqual(unknown);
  });
});

describe('guessing', () => {
  it('ends after ten wrong passwords from a network at an address, however many come at once', async () => {
    const network = newNetwork();
    const at = stranger();
    const tries = await Promise.all(Array.from({ length: 14 }, () => refusal(enter(at, LONG, network))));
    expect(tries.filter((one) => one?.code === 'validation_failed')).toHaveLength(10);
    expect(tries.filter((one) => one?.code === 'rate_limited')).toHaveLength(4);
    // That limits neither other addresses nor other networks.
    expect(await refusal(enter(stranger(), 'x', network))).toMatchObject({ code: 'validation_failed' });
    expect(await refusal(enter(at, 'x', newNetwork()))).toMatchObject({ code: 'validation_failed' });
  });

  it('by strangers never locks out a browser that was signed in before, which has a count of its own', async () => {
    const { device } = await enter(ADA, PASSWORD);
    const claim = (network: string) =>
      limitAttempts(systemCtx(), { what: 'sign_in', address: ADA, network }).catch(() => null);
    // Both the address and the browser's own network are at their limits.
    const own = newNetwork();
    for (let n = 0; n < 10; n++) await claim(own);
    for (let n = 0; n < 100; n++) await claim(newNetwork());
    const as = (email: string, password: string, cookie: string | null) =>
      refusal(commit((ctx) => signInWhole(ctx, { email, password }, from(own, cookie))));
    const limited = { code: 'rate_limited' };
    expect(await as(ADA, PASSWORD, null)).toMatchObject(limited);
    expect(await as(ADA, PASSWORD, device.value)).toBeNull();
    // A made-up cookie, another address's cookie and a damaged cookie do not help.
    const foreign = `${'x'.repeat(22)}.${device.value.split('.')[1]}`;
    const damaged = device.value.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    for (const cookie of [foreign, damaged, 'x', `${'a'.repeat(22)}.${'0'.repeat(32)}`])
      expect(await as(ADA, PASSWORD, cookie)).toMatchObject(limited);
    // The cookie helps a person who forgot the password, not guessing: ten tries, however many come at once.
    const tries = await Promise.all(Array.from({ length: 14 }, () => as(ADA, LONG, device.value)));
    expect(tries.filter((one) => one?.code === 'validation_failed')).toHaveLength(10);
    await testEnv.DB.prepare('DELETE FROM attempts').run();
    // A second person in the same browser does not replace the first one.
    const email = stranger();
    await join(email);
    const token = await linkTo(email);
    await commit((ctx) => verifyEmail(ctx, { token, password: PASSWORD }, null));
    const second = await commit((ctx) =>
      signInWhole(ctx, { email, password: PASSWORD }, from(null, device.value)),
    );
    expect(second.device.value.split('.')).toHaveLength(3);
    for (const who of [ADA, email]) expect(knownDevice(systemCtx(), second.device.value, who)).not.toBeNull();
    expect(knownDevice(systemCtx(), second.device.value, stranger())).toBeNull();
  });

  it('costs nobody a try who is right', async () => {
    const network = newNetwork();
    for (let n = 0; n < 9; n++) await limitAttempts(systemCtx(), { what: 'sign_in', address: ADA, network });
    await enter(ADA, PASSWORD, network);
    await enter(ADA, PASSWORD, network);
  });
});

describe('links', () => {
  it('set a new password once, and end every session', async () => {
    const { token: session } = await enter(ADA, PASSWORD);
    expect(await personAt(session, null)).toMatchObject({ person: { email: ADA } });
    await commit((ctx) => requestPasswordReset(ctx, ADA, null));
    const token = await linkTo(ADA);
    const reset = (password: string) => commit((ctx) => resetPassword(ctx, { token, password }, null));
    expect(
      await refusal(commit((ctx) => resetPassword(ctx, { token: 'x', password: 'long enough' }, null))),
    ).toMatchObject({
      code: 'gone',
    });
    const results = await Promise.all([refusal(reset('new password 1')), refusal(reset('new password 1'))]);
    expect(results.filter((one) => one === null)).toHaveLength(1);
    expect(await personAt(session, null)).toBeNull();
    expect(await refusal(enter(ADA, PASSWORD))).toMatchObject({ code: 'validation_failed' });
    await enter(ADA, 'new password 1');
  });

  it('that set a password change it and end the sessions together, wherever a process is killed', async () => {
    const email = stranger();
    await join(email);
    const made = await linkTo(email);
    await commit((ctx) => verifyEmail(ctx, { token: made, password: PASSWORD }, null));
    const { token: session } = await enter(email, PASSWORD);
    const passwordOf = () =>
      testEnv.DB.prepare(
        'SELECT c.password FROM credentials c JOIN people p ON p.id = c.person_id WHERE p.email = ?',
      )
        .bind(email)
        .first<string>('password');
    const before = await passwordOf();
    let killed = 0;
    for (let at = 1; ; at++) {
      await commit((ctx) => requestPasswordReset(ctx, email, null));
      const token = await linkTo(email);
      let asked = 0;
      const dying = waitingFor(async () => {
        if (++asked >= at) throw new Error('killed');
      });
      const ended = await refusal(
        commit((ctx) => resetPassword(ctx, { token, password: 'another password' }, null), dying),
      );
      const changed = (await passwordOf()) !== before;
      expect([at, (await personAt(session, null)) === null], 'sessions end with the password').toEqual([
        at,
        changed,
      ]);
      if (ended === null || changed) break;
      killed++;
    }
    expect(killed).toBeGreaterThan(2);
    await enter(email, 'another password');
  });

  it('that were not used open nothing once another one, or the person, has set a new password', async () => {
    const links: string[] = [];
    for (let n = 0; n < 2; n++) {
      await commit((ctx) => requestPasswordReset(ctx, ADA, null));
      links.push(await linkTo(ADA));
    }
    const reset = (token: string) =>
      refusal(commit((ctx) => resetPassword(ctx, { token, password: 'new password 1' }, null)));
    expect(await reset(links[1]!)).toBeNull();
    expect(await reset(links[0]!)).toMatchObject({ code: 'gone' });
    await commit((ctx) => requestPasswordReset(ctx, ADA, null));
    const link = await linkTo(ADA);
    const [own, other] = [await enter(ADA, 'new password 1'), await enter(ADA, 'new password 1')];
    const { person, session } = (await personAt(own.token, null))!;
    const who = { personId: person.id, email: ADA, sessionId: session.id };
    const change = (current: string) =>
      refusal(commit((ctx) => changePassword(ctx, who, { current, password: 'new password 1!' })));
    expect(await change('guessed')).toMatchObject({ code: 'validation_failed' });
    expect(await personAt(other.token, null)).not.toBeNull();
    expect(await change('new password 1')).toBeNull();
    expect(await personAt(own.token, null)).not.toBeNull();
    expect(await personAt(other.token, null)).toBeNull();
    expect((await mailsTo(ADA))[0]?.subject).toMatch(/password was changed/);
    expect(await reset(link)).toMatchObject({ code: 'gone' });
  });

  it('end a session that was being opened with the old password, whenever they come', async () => {
    const email = stranger();
    await join(email);
    const made = await linkTo(email);
    await commit((ctx) => verifyEmail(ctx, { token: made, password: PASSWORD }, null));
    let password = PASSWORD;
    let begun = 0;
    for (let at = 2; ; at++) {
      await commit((ctx) => requestPasswordReset(ctx, email, null));
      const token = await linkTo(email);
      let asked = 0;
      const next = `another password ${at}`;
      const resetting = waitingFor(async () => {
        if (++asked === at) await commit((ctx) => resetPassword(ctx, { token, password: next }, null));
      });
      const session = await enter(email, password, null, resetting).catch(({ code }) => code as string);
      if (asked < at) break;
      begun++;
      if (typeof session !== 'string') expect([at, await personAt(session.token, null)]).toEqual([at, null]);
      else expect(session).toBe('validation_failed');
      password = next;
    }
    expect(begun).toBeGreaterThan(2);
  });

  it('leave nothing in the tables that opens anything', async () => {
    const email = stranger();
    await join(email);
    await commit((ctx) => requestPasswordReset(ctx, ADA, null));
    const { token: session } = await enter(ADA, 'new password 1!');
    const secrets = [await linkTo(email), await linkTo(ADA), session, PASSWORD, 'new password 1!'];
    for (const table of ['people', 'sessions', 'credentials', 'verifications', 'mails', 'attempts']) {
      const { results } = await testEnv.DB.prepare(`SELECT * FROM ${table}`).all();
      expect(results.length).toBeGreaterThan(0);
      for (const secret of secrets) expect(JSON.stringify(results)).not.toContain(secret);
    }
  });
});

it('in a browser that never signed in before is mailed, but not right after signing up', async () => {
  const { id, email } = await mintPerson();
  await givePassword(PASSWORD, [id]);
  const told = async () => (await mailsTo(email)).filter(({ subject }) => subject.startsWith('New sign-in'));
  const enterWith = (device: string | null, userAgent: string) =>
    commit((ctx) => signInWhole(ctx, { email, password: PASSWORD }, { network: null, userAgent, device }));
  const chrome = 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 https://evil.example/';
  const { device } = await enterWith(null, chrome);
  expect(await told()).toEqual([]);
  await testEnv.DB.prepare('UPDATE people SET created_at = 1 WHERE id = ?').bind(id).run();
  await enterWith(device.value, chrome);
  expect(await told()).toEqual([]);
  await enterWith(null, chrome);
  const [mail, ...others] = await told();
  expect(others).toEqual([]);
  expect(mail!.text).toContain('Chrome on Windows, on ');
  expect(mail!.text).not.toContain('evil');
});

it('ending all other sessions leaves the one that asks, and everybody else’s', async () => {
  const [person, second, stranger] = [await mintPerson(), await mintPerson(), await mintPerson()];
  await testEnv.DB.prepare('UPDATE sessions SET person_id = ? WHERE id = ?')
    .bind(person.id, second.session)
    .run();
  const shown = async () => wordsOf(await ask(browserOf(person), '/app/you'));
  expect(await shown()).toContain('End all other sessions');
  expect((await send(browserOf(person), '/app/you', 'endOthers', {})).status).toBe(303);
  const open = await Promise.all([person, second, stranger].map(({ token }) => personAt(token, null)));
  expect(open.map((one) => one !== null)).toEqual([true, false, true]);
  expect(await shown()).not.toContain('End all other sessions');
});
