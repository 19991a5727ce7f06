// Resending an invitation, to a creator and to a team: within limits, once, and without telling what its reader decided.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../../../src/auth/actor.ts';
import { bounceSignature } from '../../../../src/domains/accounts/mails/bounce-address.ts';
import { endBounces, invitationAllowances } from '../../../../src/domains/accounts/mails/interface.ts';
import { receiveBounce } from '../../../../src/domains/accounts/mails/receive-bounce.ts';
import { acceptInvitation } from '../../../../src/domains/accounts/team/accept-invitation.ts';
import { teamOperations } from '../../../../src/domains/accounts/team/operations.ts';
import { mailInvitations } from '../../../../src/domains/work/claims/mail-invitations.ts';
import { takeOver } from '../../../../src/domains/work/claims/take-over.ts';
import { verifyAddress } from '../../../../src/domains/work/claims/verify-address.ts';
import { DAY_MS, MINUTE_MS } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import {
  commit,
  linkTo,
  type MintedPerson,
  mailsTo,
  mintPerson,
  personAt,
} from '../../../harness/people/people.ts';
import { performed } from '../../../harness/people/person.ts';
import { put } from '../../../harness/put.ts';
import { freshEmail } from '../../../harness/work/creators.ts';
import { call, type Minted, mintAccount, systemCtx, testEnv } from '../../../harness/world.ts';

const { createInvitation, listTeam, resendInvitation } = teamOperations;
const request = new Request('https://service.test/invitations/x');
let brand: Minted;
let owner: MintedPerson;

const mailed = (laterMs = 10 * MINUTE_MS) => mailInvitations(systemCtx(clock.now() + laterMs));
const sentTo = async (email: string) => (await mailsTo(email)).length;
const refuse = (email: string) => put('mail_refusals', { address: email, refused_at: 1 });
async function comesBack(email: string): Promise<void> {
  const [id] = (
    await testEnv.DB.prepare('SELECT id FROM mails WHERE recipient = ? ORDER BY id DESC')
      .bind(email)
      .all<{ id: string }>()
  ).results;
  await commit((ctx) => receiveBounce(ctx, id!.id, bounceSignature(ctx.vars, id!.id)));
}

const add = async (email: string, by = brand): Promise<string> =>
  (await call('POST', '/v1/creators', { key: by.key, body: { email } })).body.data.id;
const invitation = async (id: string, key = brand.readKey) =>
  (await call('GET', `/v1/creators/${id}/invitation`, { key })).body.data;
const resend = (id: string, body = {}, key = brand.key) =>
  call('POST', `/v1/creators/${id}/invitation`, { key, body });

const actorOf = async (person: MintedPerson, account = brand.id) =>
  (await personAt(person.token, account))!.actor!;
const team = async () => (await performed(await actorOf(owner), listTeam, {})).invitations;
const shown = async (id: string) => (await team()).find((one) => one.id === id)!;
async function invite(email: string, role = 'member'): Promise<string> {
  return (await performed(await actorOf(owner), createInvitation, { body: { email, role } })).id;
}
const resent = (actor: Actor, id: string, body = {}) =>
  performed(actor, resendInvitation, { params: { id }, body }).then(
    () => 'sent',
    ({ code, details }) => details?.reason ?? code,
  );
const again = async (id: string, body = {}, person = owner) => await resent(await actorOf(person), id, body);

/** What an answer says but for whom and when. */
const alike = (answer: object) =>
  JSON.stringify(answer, (key, value) =>
    ['id', 'creator', 'email'].includes(key) ? undefined : /At$/.test(key) && value ? 'a moment' : value,
  );

beforeAll(async () => {
  brand = await mintAccount();
  owner = await mintPerson({ [brand.id]: 'owner' });
});

describe('the invitation of a creator', () => {
  it('is resent twice in 7 days, and tells how often, when last and from when on again', async () => {
    const email = freshEmail();
    const id = await add(email);
    expect(await invitation(id)).toMatchObject({
      sentCount: 0,
      lastSentAt: null,
      scheduledAt: expect.any(String),
    });
    await mailed();
    expect(await invitation(id)).toMatchObject({ sentCount: 1, scheduledAt: null, refusal: null });
    const second = await resend(id);
    await mailed(0);
    expect([second.status, await sentTo(email)]).toEqual([200, 2]);
    // An address gets two a day, which this account used up itself.
    const early = await resend(id);
    expect([early.status, early.body.error.details.reason]).toEqual([429, 'sent_twice_today']);
    await testEnv.DB.prepare('UPDATE attempts SET minute = minute - ?')
      .bind(DAY_MS + 20 * MINUTE_MS)
      .run();
    await testEnv.DB.prepare(
      'UPDATE sent_invitations SET last_at = last_at - ?2, second_at = second_at - ?2 WHERE creator_id = ?1',
    )
      .bind(id, DAY_MS + 20 * MINUTE_MS)
      .run();
    expect((await resend(id)).body.data).toMatchObject({ sentCount: 3, refusal: 'resent_twice' });
    await mailed(0);
    expect(await sentTo(email)).toBe(3);
    const { resendAt } = await invitation(id);
    expect(Date.parse(resendAt) - clock.now()).toBeGreaterThan(5 * DAY_MS);
    expect((await resend(id)).status).toBe(429);
    // A corrected address is another one.
    await call('PATCH', `/v1/creators/${id}`, { key: brand.key, body: { email: freshEmail() } });
    expect(await invitation(id)).toMatchObject({ sentCount: 0, refusal: null });
  });

  it('is one mail of two at once, and none of a count that is no more', async () => {
    const email = freshEmail();
    const id = await add(email);
    await mailed();
    const both = await Promise.all([resend(id), resend(id)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await resend(id, { sentCount: 1 })).status).toBe(409);
    await Promise.all([mailed(0), mailed(0)]);
    expect([await sentTo(email), (await invitation(id)).sentCount]).toEqual([2, 2]);
  });

  it('answers alike where its reader refused, a person has the address, or others used it up', async () => {
    const [plain, refused, proved, used] = [freshEmail(), freshEmail(), freshEmail(), freshEmail()];
    const ids = await Promise.all([plain, refused, proved, used].map((email) => add(email)));
    await refuse(refused);
    const person = await mintPerson();
    await testEnv.DB.prepare('UPDATE people SET email = ? WHERE id = ?').bind(proved, person.id).run();
    await commit((ctx) => verifyAddress(ctx, person.id, proved));
    const { key } = invitationAllowances(brand.id, used).address;
    await put('attempts', { key, minute: clock.now() + 10 * MINUTE_MS, count: 2 });
    await mailed();
    const first = await Promise.all(ids.map((id) => invitation(id)));
    expect(new Set(first.map(alike)).size).toBe(1);
    expect(first[0]).toMatchObject({ sentCount: 1, refusal: null });
    const second = await Promise.all(ids.map((id) => resend(id)));
    expect(second.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(second.map(({ body }) => alike(body.data))).size).toBe(1);
    await mailed(0);
    expect(await Promise.all([plain, refused, proved, used].map(sentTo))).toEqual([2, 0, 0, 0]);
    // What others used up is mailed on another day, without another charge.
    await mailed(DAY_MS + 20 * MINUTE_MS);
    expect([await sentTo(used), (await invitation(ids[3]!)).sentCount]).toEqual([1, 2]);
    // Once its person has answered, there is none.
    await commit((ctx) => takeOver(ctx, person.id, ids[2]!));
    expect((await resend(ids[2]!)).status).toBe(404);
  });

  it('says that its own mail came back, is one of 200 a day, and another account’s is not found', async () => {
    const email = freshEmail();
    const id = await add(email);
    await mailed();
    await comesBack(email);
    expect(await invitation(id)).toMatchObject({ refusal: 'mail_returned', resendAt: null });
    expect((await resend(id)).body.error.details.reason).toBe('mail_returned');
    // Mails go to the address again once its person proves it, and this one came back all the same.
    await commit((ctx) => endBounces(ctx, email));
    expect(await invitation(id)).toMatchObject({ refusal: 'mail_returned' });
    const by = await mintAccount();
    expect((await resend(id, {}, by.key)).status).toBe(404);
    const other = await add(email, by);
    // What came back to one account is not told to another.
    expect(
      (await call('GET', `/v1/creators/${other}/invitation`, { key: by.key })).body.data.refusal,
    ).toBeNull();
    await put('attempts', {
      key: invitationAllowances(by.id, '').account.key,
      minute: clock.now(),
      count: 200,
    });
    const full = await resend(other, {}, by.key);
    expect([full.status, full.body.error.details.reason]).toEqual([429, 'daily_limit']);
  });
});

describe('the invitation to a team', () => {
  it('is resent with a new link for 7 more days, twice in 7 days', async () => {
    const invited = await mintPerson();
    const id = await invite(invited.email);
    const old = await linkTo(invited.email);
    await testEnv.DB.prepare('UPDATE invitations SET expires_at = ? WHERE id = ?')
      .bind(clock.now() + MINUTE_MS, id)
      .run();
    expect(await shown(id)).toMatchObject({ sentCount: 1, refusal: null });
    expect(await again(id)).toBe('sent');
    const now = await shown(id);
    expect(now).toMatchObject({ sentCount: 2, refusal: 'sent_twice_today' });
    expect(Date.parse(now.expiresAt)).toBeGreaterThan(clock.now() + 7 * DAY_MS - MINUTE_MS);
    expect(await again(id)).toBe('sent_twice_today');
    const late = systemCtx(clock.now() + 2 * MINUTE_MS);
    await expect(acceptInvitation(late, invited, old, request)).rejects.toMatchObject({ code: 'gone' });
    await testEnv.DB.prepare('UPDATE attempts SET minute = minute - ?')
      .bind(DAY_MS + 20 * MINUTE_MS)
      .run();
    expect(await again(id)).toBe('sent');
    expect(await shown(id)).toMatchObject({ sentCount: 3, refusal: 'resent_twice' });
    expect(await again(id)).toBe('resent_twice');
    expect(await sentTo(invited.email)).toBe(3);
    const token = await linkTo(invited.email);
    await commit((ctx) => acceptInvitation(ctx, invited, token, request));
    expect(await again(id)).toBe('not_found');
  });

  it('is one mail of two at once, and an owner’s invitation is resent by owners', async () => {
    const email = freshEmail();
    const id = await invite(email, 'owner');
    const admin = await mintPerson({ [brand.id]: 'admin' });
    expect(await again(id, {}, admin)).toBe('permission_denied');
    // The limit of an address that others used up stops neither of the two.
    const used = freshEmail();
    const unsent = await invite(used);
    await put('attempts', {
      key: invitationAllowances('', used).address.key,
      minute: clock.now() - MINUTE_MS,
      count: 5,
    });
    for (const one of [id, unsent])
      expect((await Promise.all([again(one), again(one)])).sort()).toEqual(['sent', 'version_conflict']);
    expect((await shown(unsent)).sentCount).toBe(2);
    expect(await again(id, { sentCount: 1 })).toBe('version_conflict');
    expect(await sentTo(email)).toBe(2);
  });

  it('that loses the last mail of its address to another account says so, and is resent without one', async () => {
    const [email, other] = [freshEmail(), await mintAccount()];
    const theirs = await mintPerson({ [other.id]: 'owner' });
    const actor = await actorOf(theirs, other.id);
    const invited = await performed(actor, createInvitation, { body: { email, role: 'member' } });
    const id = await invite(email);
    const { key, most } = invitationAllowances('', email).address;
    await testEnv.DB.prepare('DELETE FROM attempts WHERE key = ?').bind(key).run();
    await put('attempts', { key, minute: clock.now() - MINUTE_MS, count: most - 1 });
    const mine = await actorOf(owner);
    const both = [() => resent(actor, invited.id), () => resent(mine, id)] as const;
    const said = await Promise.all(both.map((one) => one()));
    expect(said.toSorted()).toEqual(['conflict', 'sent']);
    expect(await both[said.indexOf('conflict')]!()).toBe('sent');
    expect(await sentTo(email)).toBe(3);
  });

  it('looks alike where its reader refused or others used the address up, whose last link keeps working', async () => {
    const [refused, used] = await Promise.all([mintPerson(), mintPerson()]);
    const ids = [await invite(refused.email), await invite(used.email)];
    const links = [await linkTo(refused.email), await linkTo(used.email)];
    await refuse(refused.email);
    await put('attempts', {
      key: invitationAllowances('', used.email).address.key,
      minute: clock.now() - MINUTE_MS,
      count: 5,
    });
    for (const id of ids) expect(await again(id)).toBe('sent');
    expect(new Set((await Promise.all(ids.map(shown))).map(alike)).size).toBe(1);
    expect([await sentTo(refused.email), await sentTo(used.email)]).toEqual([1, 1]);
    await commit((ctx) => acceptInvitation(ctx, refused, links[0]!, request));
    await commit((ctx) => acceptInvitation(ctx, used, links[1]!, request));
  });

  it('says that its own mail came back', async () => {
    const email = freshEmail();
    const id = await invite(email);
    await comesBack(email);
    expect([(await shown(id)).refusal, await again(id)]).toEqual(['mail_returned', 'mail_returned']);
    await commit((ctx) => endBounces(ctx, email));
    expect((await shown(id)).refusal).toBe('mail_returned');
  });
});
