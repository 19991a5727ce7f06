// A sign-up tells a stranger nothing, and becomes a person only through its link with its own password.
import { beforeAll, describe, expect, it } from 'vitest';
import { newPendingKey } from '../../../../src/domains/accounts/sign-ups/pending-sign-up.ts';
import { signUp } from '../../../../src/domains/accounts/sign-ups/sign-up.ts';
import { verifyEmail } from '../../../../src/domains/accounts/sign-ups/verify-email.ts';
import type { Env } from '../../../../src/env.ts';
import { DAY_MS } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import { commit, linkTo, mailsTo, personAt, signInWhole } from '../../../harness/people/people.ts';
import { effortOf, refusal, stranger } from '../../../harness/people/strangers.ts';
import { systemCtx, testEnv } from '../../../harness/world.ts';

const PASSWORD = 'correct horse battery';
const ADA = 'ada@people.example';

const join = (email: string, more: Partial<Parameters<typeof signUp>[1]> = {}, env?: Env) =>
  commit(
    (ctx) => signUp(ctx, { name: 'Ada', email, password: PASSWORD, profile: 'none', ...more }, null),
    env,
  );
const confirm = (token: string, password: string) =>
  refusal(commit((ctx) => verifyEmail(ctx, { token, password }, null)));
const sessionOf = async (email: string) => {
  const from = { network: null, userAgent: 'Tests/1', device: null };
  return (await commit((ctx) => signInWhole(ctx, { email, password: PASSWORD }, from))).token;
};

beforeAll(async () => {
  await join(ADA);
  expect(await confirm(await linkTo(ADA), PASSWORD)).toBeNull();
});

describe('a sign-up', () => {
  it('tells a stranger nothing: the same answer for the same work, whether or not somebody has the address', async () => {
    const unknown = await effortOf((env) => join(stranger(), {}, env));
    const known = await effortOf((env) => join(ADA, { password: PASSWORD.toUpperCase() }, env));
    expect(unknown).toMatchObject({ answer: null, trips: 3, hashed: [[PASSWORD.length, 64, {}]] });
    expect(known).toEqual(unknown);
    expect((await mailsTo(ADA))[0]?.subject).toContain('already');
  });

  it('of an address that has a person changes neither that person nor the password', async () => {
    await join(ADA, { name: 'Eve', password: 'what a stranger chose' });
    const tokens = (await mailsTo(ADA)).map(({ text }) => /token=/.test(text));
    expect(tokens[0]).toBe(false);
    expect(await personAt(await sessionOf(ADA), null)).toMatchObject({ person: { name: 'Ada' } });
  });

  it('refuses a name that could pass for ours, before anything is sent', async () => {
    const email = stranger();
    const { SERVICE_NAME } = systemCtx().vars;
    expect(await refusal(join(email, { name: `${SERVICE_NAME} Support` }))).toMatchObject({
      code: 'validation_failed',
    });
    const company = await refusal(join(email, { profile: 'brand', company: SERVICE_NAME }));
    expect(company).toMatchObject({ code: 'validation_failed', details: [{ path: '/company' }] });
    expect(await mailsTo(email)).toEqual([]);
  });
});

describe('the link of a sign-up', () => {
  it('makes a person once, with the account that was asked for', async () => {
    const email = stranger();
    await join(email, { profile: 'partner', company: 'Harbor' });
    const token = await linkTo(email);
    // A person with only the mailbox, or only the password, creates no account.
    expect(await confirm(token, 'another password')).toMatchObject({ code: 'validation_failed' });
    const opened = await Promise.all(Array.from({ length: 5 }, () => confirm(token, PASSWORD)));
    expect(opened.filter((one) => one === null)).toHaveLength(1);
    for (const one of opened) if (one) expect(['gone', 'conflict']).toContain(one.code);
    const session = await sessionOf(email);
    const found = await personAt(session, null);
    expect(found?.places).toMatchObject([
      { name: 'Harbor', role: 'owner', type: 'partner', status: 'active' },
    ]);
    expect(await personAt(session, found!.places[0]!.id)).toMatchObject({
      actor: { by: 'person', role: 'owner' },
    });
  });

  it('completes the sign-up whose password is typed, with its name, also after a stranger’s own', async () => {
    const email = stranger();
    await join(email, { name: 'Ada Own' });
    await join(email, { name: 'Eve', password: 'what a stranger chose' });
    expect(await confirm(await linkTo(email), PASSWORD)).toBeNull();
    expect(await personAt(await sessionOf(email), null)).toMatchObject({ person: { name: 'Ada Own' } });
  });

  it('needs the password itself, not one that is stored under the same key', async () => {
    const email = stranger();
    await join(email);
    const keyOf = (password: string) => newPendingKey(systemCtx(), email, password).split(' ')[1];
    const own = keyOf(PASSWORD);
    let n = 0;
    while (keyOf(`another password ${n}`) !== own) n++;
    const token = await linkTo(email);
    expect(await confirm(token, `another password ${n}`)).toMatchObject({ code: 'validation_failed' });
    expect(await confirm(token, PASSWORD)).toBeNull();
  });

  it('lasts a day', async () => {
    const email = stranger();
    await join(email);
    const token = await linkTo(email);
    const late = systemCtx(clock.now() + DAY_MS + 1);
    expect(await refusal(verifyEmail(late, { token, password: PASSWORD }, null))).toMatchObject({
      code: 'gone',
    });
  });

  it('and the password lie in no table as they are', async () => {
    const email = stranger();
    await join(email);
    const secrets = [await linkTo(email), PASSWORD];
    for (const table of ['people', 'credentials', 'verifications', 'mails', 'attempts']) {
      const { results } = await testEnv.DB.prepare(`SELECT * FROM ${table}`).all();
      expect(results.length).toBeGreaterThan(0);
      for (const secret of secrets) expect(JSON.stringify(results)).not.toContain(secret);
    }
  });
});
