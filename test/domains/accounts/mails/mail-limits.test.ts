// How many mails strangers can make us send to an address, and that this locks nobody out.
import { beforeAll, describe, expect, it } from 'vitest';
import { requestPasswordReset } from '../../../../src/domains/accounts/people/request-password-reset.ts';
import { resetPassword } from '../../../../src/domains/accounts/people/reset-password.ts';
import { signIn } from '../../../../src/domains/accounts/people/sign-in.ts';
import { signUp } from '../../../../src/domains/accounts/sign-ups/sign-up.ts';
import { verifyEmail } from '../../../../src/domains/accounts/sign-ups/verify-email.ts';
import {
  acceptInvitation,
  listInvitations,
} from '../../../../src/domains/accounts/team/accept-invitation.ts';
import { limitInvitations } from '../../../../src/domains/accounts/team/limit-invitations.ts';
import { teamOperations } from '../../../../src/domains/accounts/team/operations.ts';
import { DAY_MS, MINUTE_MS } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import { ask, type Browser, send } from '../../../harness/pages/pages.ts';
import { commit, linkTo, mailsTo, mintPerson, personAt } from '../../../harness/people/people.ts';
import { performed } from '../../../harness/people/person.ts';
import { mintAccount, systemCtx, testEnv } from '../../../harness/world.ts';

const PASSWORD = 'correct horse battery';
const ADA = 'ada@people.example';
let addresses = 0;
const stranger = () => `stranger${++addresses}@people.example`;
let networks = 0;
const newNetwork = () => `192.0.2.${++networks}`;
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    ({ code }) => ({ code }),
  );
const confirm = (token: string, password: string) =>
  refusal(commit((ctx) => verifyEmail(ctx, { token, password }, null)));
const enter = (email: string, password: string) =>
  commit((ctx) => signIn(ctx, { email, password }, { network: null, userAgent: null, device: null }));

beforeAll(async () => {
  await commit((ctx) => signUp(ctx, { name: 'Ada', email: ADA, password: PASSWORD, profile: 'none' }, null));
  expect(await confirm(await linkTo(ADA), PASSWORD)).toBeNull();
});

describe('mails to an address', () => {
  const subjects = async (to: string) => (await mailsTo(to)).map(({ subject }) => subject.split(' ')[0]);
  const reset = (email: string) => refusal(commit((ctx) => requestPasswordReset(ctx, email, newNetwork())));
  const signingUp = (email: string, password: string) =>
    refusal(commit((ctx) => signUp(ctx, { name: 'Ada', email, password, profile: 'none' }, newNetwork())));

  it('that nobody proved are five a day, however many networks ask, and everybody is answered alike', async () => {
    const email = stranger();
    const inviters = await Promise.all([1, 2, 3].map(() => mintAccount()));
    for (const { id } of inviters) {
      const owner = await mintPerson({ [id]: 'owner' });
      const actor = (await personAt(owner.token, id))!.actor!;
      await performed(actor, teamOperations.createInvitation, { body: { email, role: 'member' } });
    }
    for (let n = 0; n < 6; n++)
      expect([await signingUp(email, PASSWORD), await reset(email)]).toEqual([null, null]);
    expect((await subjects(email)).toSorted()).toEqual(['Confirm', 'Confirm', 'Join', 'Join', 'No']);
    // An invitation whose mail was not sent waits for the person who verifies the address.
    expect((await listInvitations(systemCtx(), email)).items).toHaveLength(3);
  });

  it('leave a stranger no way to keep its own person out: the last link opens the own sign-up', async () => {
    const email = stranger();
    await signingUp(email, 'what a stranger chose 1');
    await signingUp(email, 'what a stranger chose 2');
    const link = await linkTo(email);
    expect(await signingUp(email, PASSWORD)).toBeNull();
    for (let n = 0; n < 12; n++) await signingUp(email, `what a stranger chose later ${n}`);
    expect(await linkTo(email)).toBe(link);
    expect(await confirm(link, 'none of these')).toMatchObject({ code: 'validation_failed' });
    expect(await confirm(link, PASSWORD)).toBeNull();
    await enter(email, PASSWORD);
    expect(await refusal(enter(email, 'what a stranger chose 1'))).toMatchObject({
      code: 'validation_failed',
    });
  }, 60_000);

  it('that was proved have resets of their own, and the last of them works for as long as no other is sent', async () => {
    for (let n = 0; n < 3; n++) await signingUp(ADA, PASSWORD);
    await testEnv.DB.prepare('DELETE FROM mails').run();
    for (let n = 0; n < 14; n++) expect(await reset(ADA)).toBeNull();
    const sent = await subjects(ADA);
    expect([sent.length, new Set(sent)]).toEqual([10, new Set(['Set'])]);
    const last = await linkTo(ADA);
    const late = clock.now() + 59 * MINUTE_MS;
    const ctx = systemCtx(late);
    await resetPassword(ctx, { token: last, password: PASSWORD }, null);
    const again = systemCtx(clock.now() + 61 * MINUTE_MS);
    await requestPasswordReset(again, ADA, null);
    await again.write.commit();
    expect(await subjects(ADA)).toHaveLength(11);
    await testEnv.DB.prepare('DELETE FROM attempts').run();
  });

  it('invite it for an account three times in 7 days to an address, 200 times a day, and take no link back', async () => {
    const account = await mintAccount();
    const owner = await mintPerson({ [account.id]: 'owner' });
    const actor = (await personAt(owner.token, account.id))!.actor!;
    const invited = await mintPerson();
    const invite = (email: string) =>
      performed(actor, teamOperations.createInvitation, { body: { email, role: 'member' } });
    for (let n = 0; n < 2; n++) expect(await invite(invited.email)).toMatchObject({ mailed: true });
    const link = await linkTo(invited.email);
    const tooMany = { code: 'rate_limited', headers: { 'Retry-After': '86400' } };
    for (let n = 0; n < 3; n++) await expect(invite(invited.email)).rejects.toMatchObject(tooMany);
    expect(
      await refusal(
        commit((ctx) => acceptInvitation(ctx, invited, link, new Request('https://service.test/'))),
      ),
    ).toBeNull();

    const limit = (address: string, now = clock.now(), from = account.id) =>
      limitInvitations(systemCtx(now), from, address).then(
        () => 'counted',
        ({ code }) => code as string,
      );
    expect(await limit(invited.email, clock.now() + 6 * DAY_MS)).toBe('rate_limited');
    expect(await limit(invited.email, clock.now() + 7 * DAY_MS + MINUTE_MS)).toBe('counted');
    const third = (await mintAccount()).id;
    const tries: string[] = [];
    for (let n = 0; n < 4; n++) tries.push(await limit('one@invited.example', clock.now(), third));
    expect(tries).toEqual(['counted', 'counted', 'counted', 'rate_limited']);
    const other = (await mintAccount()).id;
    const many = await Promise.all(
      Array.from({ length: 210 }, (_, n) => limit(`${n}@invited.example`, clock.now(), other)),
    );
    expect(many.filter((one) => one === 'counted')).toHaveLength(200);
    expect(await limit('next@invited.example', clock.now() + DAY_MS + MINUTE_MS, other)).toBe('counted');
  });
});

describe('an invitation', () => {
  it('is found and accepted, however many strangers invite the address behind it', async () => {
    const account = await mintAccount();
    const owner = await mintPerson({ [account.id]: 'owner' });
    const invited = await mintPerson();
    const actor = (await personAt(owner.token, account.id))!.actor!;
    const body = { email: invited.email, role: 'member' };
    const { id } = await performed(actor, teamOperations.createInvitation, { body });
    await testEnv.DB.prepare(
      `WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 45)
       INSERT INTO invitations (id, account_id, email, role, token_hash, invited_by, expires_at, created_at, updated_at)
       SELECT 'inv_z' || printf('%025d', i), account_id, email, role, 'h' || i, invited_by, expires_at, 0, 0
       FROM invitations, n WHERE id = ?`,
    )
      .bind(id)
      .run();
    const browser: Browser = { cookies: new Map([['__Host-session', invited.token]]) };
    const shown = new Set<string>();
    let next: string | undefined = '/app';
    let last = '';
    for (let pages = 0; next && pages < 5; pages++) {
      last = next;
      const { html } = await ask(browser, next);
      for (const [, one] of html.matchAll(/name="_id" value="(inv_\w+)"/g)) shown.add(one!);
      next = /href="([^"]*cursor=[^"]*)"[^>]*><span>Next page/.exec(html)?.[1]?.replaceAll('&amp;', '&');
    }
    expect([shown.size, shown.has(id)]).toEqual([46, true]);
    expect((await ask(browser, '/app?cursor=x')).status).toBe(400);
    expect((await send(browser, last, 'join', { _id: id })).status).toBe(303);
    expect((await personAt(invited.token, account.id))?.actor?.role).toBe('member');
  });
});
