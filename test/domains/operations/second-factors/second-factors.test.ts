// The staff's second factor: set up once with the staff token, each code once, few guesses, removed by somebody else.
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newStaffToken } from '../../../../src/auth/staff-token.ts';
import { removeSecondFactor } from '../../../../src/domains/accounts/people/remove-second-factor.ts';
import { tellRemovedFactors } from '../../../../src/domains/accounts/people/tell-removed-factors.ts';
import { removeFactorLater } from '../../../../src/domains/operations/second-factors/remove-factor-later.ts';
import type { Env } from '../../../../src/env.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../src/kit/time.ts';
import { totpCode, totpStep } from '../../../../src/kit/totp.ts';
import * as clock from '../../../harness/clock.ts';
import { waitingFor } from '../../../harness/faults/trips.ts';
import { ask, type Browser, browserOf, send, wordsOf } from '../../../harness/pages/pages.ts';
import { noticed, noticesOf } from '../../../harness/people/notices.ts';
import { commit, type MintedPerson, mailsTo, mintPerson } from '../../../harness/people/people.ts';
import { setUpFactor } from '../../../harness/people/second-factors.ts';
import { deploymentOf, machineOf, TOKENS } from '../../../harness/people/staff-people.ts';
import { put } from '../../../harness/put.ts';
import { mintAccount, testEnv } from '../../../harness/world.ts';

const STEP_MS = 30 * SECOND_MS;

let ada: MintedPerson;
let grace: MintedPerson;
/** The environment of a deployment, where staff need a second factor. */
let env: Env;
/** The environment of a developer's machine. */
let local: Env;

beforeAll(async () => {
  ada = await mintPerson();
  grace = await mintPerson();
  const listed = `ada:${ada.email},grace:${grace.email.toUpperCase()},none:nobody@people.example`;
  env = deploymentOf(listed);
  local = machineOf(listed);
});

afterEach(() => clock.release());

/** Another session of a person. */
async function anotherOf(person: MintedPerson): Promise<Browser> {
  const other = await mintPerson();
  await testEnv.DB.prepare('UPDATE sessions SET person_id = ? WHERE id = ?')
    .bind(person.id, other.session)
    .run();
  return browserOf(other);
}

const codeOf = (secret: string, drift = 0) => totpCode(secret, totpStep(clock.now()) + drift);

const prove = (browser: Browser, code: string) =>
  send(browser, '/staff/second-factor?to=%2Fstaff%2Factions', 'prove', { code }, { env });

const begin = (browser: Browser, token: string, at = env) =>
  send(browser, '/staff/second-factor', 'begin', { token }, { env: at });

/** Sets up the second factor as at the first visit. @returns its secret. */
async function setUp(browser: Browser, token: string, at = env): Promise<string> {
  const more = { env: at };
  await begin(browser, token, at);
  const page = await ask(browser, '/staff/second-factor', more);
  const secret = /([A-Z2-7]{4} ){7}[A-Z2-7]{4}/.exec(page.html)![0].replaceAll(' ', '');
  expect(page.html).toContain(`otpauth://totp/`);
  const wrong = await send(browser, '/staff/second-factor', 'confirm', { code: '000000x' }, more);
  expect([wrong.status, wordsOf(wrong)]).toEqual([422, expect.stringContaining('This code is not right')]);
  const done = await send(browser, '/staff/second-factor', 'confirm', { code: await codeOf(secret) }, more);
  expect([done.status, done.html.includes('href="/staff"')]).toEqual([200, true]);
  return secret;
}

const opens = async (browser: Browser) => (await ask(browser, '/staff', { env })).status;

describe('a second factor', () => {
  it('is the one of RFC 6238: its test vectors of SHA-1', async () => {
    const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
    const vectors: [number, string][] = [
      [59, '94287082'],
      [1_111_111_109, '07081804'],
      [1_111_111_111, '14050471'],
      [1_234_567_890, '89005924'],
      [2_000_000_000, '69279037'],
      [20_000_000_000, '65353130'],
    ];
    for (const [seconds, code] of vectors)
      expect(await totpCode(secret, totpStep(seconds * SECOND_MS), 8)).toBe(code);
    expect(await totpCode(secret, totpStep(59 * SECOND_MS))).toBe('287082');
  });

  it('is set up at the first visit, by the session that began it, and lasts as long as a working day', async () => {
    clock.hold();
    const [browser, elsewhere] = [browserOf(grace), await anotherOf(grace)];
    for (const wrong of ['', TOKENS.ada, newStaffToken()]) {
      const refused = await begin(browser, wrong);
      expect([refused.status, wordsOf(refused)]).toEqual([
        422,
        expect.stringContaining('not the staff token of grace'),
      ]);
      expect(refused.html).not.toContain('otpauth');
    }
    await begin(browser, TOKENS.grace);
    expect((await ask(elsewhere, '/staff/second-factor', { env })).html).not.toContain('otpauth');
    const { secret: kept } = (await testEnv.DB.prepare(
      'SELECT secret FROM second_factors WHERE person_id = ?',
    )
      .bind(grace.id)
      .first<{ secret: string }>())!;
    expect(kept).toMatch(/^test\./);
    const early = await begin(elsewhere, TOKENS.grace);
    expect(early.status).toBe(303);
    // The factor that was begun first is replaced.
    expect((await ask(browser, '/staff/second-factor', { env })).html).not.toContain('otpauth');
    const secret = await setUp(browser, TOKENS.grace);
    // Nobody gave a code in the other session, so it has ended.
    expect([await opens(browser), await opens(elsewhere)]).toEqual([200, 404]);
    const log = wordsOf(await ask(browser, `/staff/actions?subject=${grace.id}`, { env }));
    expect(log).toMatch(/Second factor set up .* grace .*With the staff token\./);
    expect((await mailsTo(grace.email))[0]?.subject).toMatch(/You set up a second factor/);
    expect((await ask(browser, '/staff/second-factor', { env })).html).not.toContain('otpauth');
    clock.advance(12 * HOUR_MS);
    expect(await opens(browser)).toBe(303);
    const again = await prove(browser, await codeOf(secret));
    expect([again.status, again.headers.get('location')]).toEqual([303, '/staff/actions']);
    expect(await opens(browser)).toBe(200);
  });

  it('takes each code once, also of two at once, with one step of drift', async () => {
    clock.hold();
    const browser = browserOf(ada);
    const secret = await setUp(browser, TOKENS.ada);
    const others = await Promise.all([1, 2, 3].map(() => anotherOf(ada)));
    const [first, second, third] = others as [Browser, Browser, Browser];
    // The code that confirmed the factor, and those of earlier steps.
    expect((await prove(first, await codeOf(secret))).status).toBe(422);
    expect((await prove(first, await codeOf(secret, -1))).status).toBe(422);
    expect((await prove(first, await codeOf(secret, 2))).status).toBe(422);
    clock.advance(STEP_MS);
    const both = await Promise.all([first, second].map(async (one) => prove(one, await codeOf(secret))));
    expect(both.map(({ status }) => status).toSorted()).toEqual([303, 422]);
    expect((await Promise.all([first, second].map(opens))).toSorted()).toEqual([200, 303]);
    expect((await prove(third, await codeOf(secret, 1))).status).toBe(303);
    clock.advance(10 * STEP_MS);
    expect((await prove(await anotherOf(ada), await codeOf(secret, -1))).status).toBe(303);
    expect((await prove(await anotherOf(ada), await codeOf(secret, -2))).status).toBe(422);
  });

  it('is guessed ten times from a network and twenty times from all at most, right or wrong', async () => {
    clock.hold(clock.now() + HOUR_MS);
    const listed = await mintPerson();
    const env = deploymentOf(`lin:${listed.email}`);
    const browser = browserOf(listed);
    const prove = (code: string, network: string) =>
      send(
        browser,
        '/staff/second-factor',
        'prove',
        { code },
        { env, headers: { 'cf-connecting-ip': network } },
      );
    const secret = await setUp(browser, TOKENS.lin, env);
    clock.advance(13 * HOUR_MS);
    for (let i = 0; i < 10; i++) expect((await prove('12345', '192.0.2.1')).status).toBe(422);
    expect((await prove(await codeOf(secret), '192.0.2.1')).status).toBe(429);
    for (let i = 10; i < 20; i++) expect((await prove('12345', `192.0.2.${i}`)).status).toBe(422);
    expect((await prove(await codeOf(secret), '192.0.2.99')).status).toBe(429);
    clock.advance(16 * MINUTE_MS);
    expect((await prove(await codeOf(secret), '192.0.2.1')).status).toBe(303);
  });

  it('that is lost is removed in 72 hours by another of the staff, recorded, told once it is off, and no session stays proved', async () => {
    clock.hold();
    const browser = browserOf(ada);
    const people = async () => wordsOf(await ask(browser, '/staff/people?ask=x', { env: local }));
    expect(await people()).toMatch(
      /ada .*You.*grace .*Set up.*Remove the second factor of grace\?.*none .*Not signed up/,
    );
    const remove = async (fields: Record<string, string>) =>
      (await send(browser, '/staff/people', 'reset', fields, { env: local })).status;
    const fields = { _id: grace.email, reason: 'Her phone is gone.' };
    expect(await remove({ ...fields, reason: ' ' })).toBe(422);
    expect(await remove({ ...fields, _id: ada.email })).toBe(403);
    expect(await remove({ ...fields, _id: (await mintPerson()).email })).toBe(404);
    await testEnv.DB.prepare(
      'UPDATE sessions SET second_factor_at = ?1, expires_at = ?2 WHERE person_id = ?3',
    )
      .bind(clock.now(), clock.now() + 80 * HOUR_MS, grace.id)
      .run();
    expect(await remove(fields)).toBe(303);
    expect(await remove(fields)).toBe(409);
    expect((await mailsTo(grace.email))[0]?.text).toContain('you lost your authenticator app');
    const log = wordsOf(await ask(browser, `/staff/actions?subject=${grace.email}`, { env: local }));
    expect(log).toMatch(/Second factor remove .* ada .*Her phone is gone\./);
    expect(await opens(browserOf(grace))).toBe(200);
    const told = async () => {
      await commit(tellRemovedFactors);
      return (await mailsTo(grace.email)).filter(({ subject }) => subject.endsWith('was removed')).length;
    };
    const setsUp = async () => wordsOf(await ask(browserOf(grace), '/staff/second-factor', { env }));
    clock.advance(72 * HOUR_MS - 1);
    expect(await told()).toBe(0);
    expect([await opens(browserOf(grace)), await setsUp()]).toEqual([
      303,
      expect.not.stringMatching(/Staff token/),
    ]);
    clock.advance(1);
    expect([await told(), await told()]).toEqual([1, 1]);
    expect([await opens(browserOf(grace)), await setsUp()]).toEqual([
      303,
      expect.stringMatching(/Staff token/),
    ]);
    await setUp(browserOf(grace), TOKENS.grace);
  });

  it('that is removed is told on the person’s own pages, whose mails came back', async () => {
    clock.hold();
    const brand = await mintAccount();
    const lost = await mintPerson({ [brand.id]: 'member' });
    await setUpFactor(browserOf(lost));
    const mailedBefore = (await mailsTo(lost.email)).length;
    for (const n of [1, 2])
      await put('mail_bounces', { address: lost.email, mail_id: `mail_${n}`, bounced_at: clock.now() });
    const fields = { _id: lost.email, reason: 'The phone is gone.' };
    const opened = await commit((ctx) =>
      removeFactorLater({ ...ctx, staff: 'ada', requestId: 'req_1' }, fields._id),
    );
    await noticed();
    expect(await mailsTo(lost.email)).toHaveLength(mailedBefore);
    const [notice] = await noticesOf(lost, brand.id, false);
    expect(notice).toMatchObject({ page: '/you', seen: false });
    expect(notice!.text).toContain('reported lost');
    const seen = async () => wordsOf(await ask(browserOf(lost), `/app/${brand.id}/programs`));
    expect(await seen()).toMatch(/reported lost, and is removed on .* with a code to keep it/);
    await testEnv.DB.prepare('UPDATE sessions SET expires_at = ? WHERE person_id = ?')
      .bind(clock.now() + 99 * DAY_MS, lost.id)
      .run();
    clock.advance(72 * HOUR_MS);
    expect(opened.after.removedAt).toBe(clock.now());
    expect(await seen()).toMatch(/reported lost, and was removed on/);
    expect(wordsOf(await ask(browserOf(lost), '/app'))).toContain('Set up second factor');
    for (let times = 0; times < 2; times++) await commit(tellRemovedFactors);
    await noticed();
    const texts = async () => (await noticesOf(lost, brand.id, false)).map(({ text }) => text);
    expect(await texts()).toEqual(['Your second factor was turned off', notice!.text]);
    await commit((ctx) => removeSecondFactor(ctx, lost));
    await noticed();
    expect((await texts())[0]).toBe('Your second factor was turned off');
    expect(await seen()).not.toContain('reported lost');
    expect(await mailsTo(lost.email)).toHaveLength(mailedBefore);
  });

  it('that went off is told to each person once, also after a mail that could not be kept', async () => {
    clock.hold();
    await commit(tellRemovedFactors);
    const people = [await mintPerson(), await mintPerson()];
    for (const { id, session } of people)
      await put('second_factors', {
        ...{ person_id: id, secret: id, session_id: session, confirmed_at: 1, last_step: 0 },
        ...{ removed_at: clock.now(), created_at: 1, updated_at: 1 },
      });
    let mails = 0;
    const failing = waitingFor(async (sql) => {
      if (/^\s*insert into "?mails/im.test(sql) && mails++ === 0) throw new Error('away');
    });
    const told = async (env = testEnv) => {
      await commit(tellRemovedFactors, env).catch(() => {});
      return (await Promise.all(people.map(({ email }) => mailsTo(email)))).map(({ length }) => length);
    };
    expect((await told(failing)).toSorted()).toEqual([0, 1]);
    expect([await told(), await told()]).toEqual([
      [1, 1],
      [1, 1],
    ]);
    // A code that came at the last moment kept the factor: reported lost again, it is told again.
    await testEnv.DB.prepare('UPDATE second_factors SET removed_at = NULL WHERE person_id = ?')
      .bind(people[0]!.id)
      .run();
    await commit((ctx) => removeFactorLater({ ...ctx, staff: 'ada', requestId: 'req_1' }, people[0]!.email));
    const [reported] = await told();
    clock.advance(72 * HOUR_MS);
    expect(await told()).toEqual([reported! + 1, 1]);
  });
});
