// An account's members: they are invited once, by people who may do so, and lose access at once.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../../../../src/auth/actor.ts';
import {
  acceptInvitation,
  acceptShownInvitation,
  listInvitations,
} from '../../../../src/domains/accounts/team/accept-invitation.ts';
import { teamOperations } from '../../../../src/domains/accounts/team/operations.ts';
import type { Operation } from '../../../../src/http/define-operation.ts';
import { DAY_MS } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import { browserOf } from '../../../harness/pages/pages.ts';
import {
  commit,
  linkTo,
  type MintedPerson,
  mailsTo,
  mintPerson,
  personAt,
} from '../../../harness/people/people.ts';
import { performed } from '../../../harness/people/person.ts';
import { setUpFactor } from '../../../harness/people/second-factors.ts';
import { type Minted, mintAccount, systemCtx, testEnv } from '../../../harness/world.ts';

const {
  createInvitation,
  inviteFirstOwner,
  listUnownedClients,
  cancelInvitation,
  updateMembership,
  removeMember,
  leaveAccount,
  listTeam,
} = teamOperations;

/** What a person can do in an account, with their role at that time. */
async function at<T>(
  person: MintedPerson,
  place: string,
  operation: Operation<T>,
  input: { id?: string; body?: unknown } = {},
): Promise<T> {
  const found = await personAt(person.token, place);
  if (!found?.actor) throw Object.assign(new Error('nobody here'), { code: 'not_found' });
  return await performed(found.actor, operation, {
    ...(input.id ? { params: { id: input.id } } : {}),
    body: input.body,
  });
}
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    ({ code }) => code as string,
  );
const request = new Request('https://service.test/invitations/x');
const accept = (person: MintedPerson, token: string) =>
  commit((ctx) => acceptInvitation(ctx, person, token, request));
const roleOf = async (account: string, person: MintedPerson) =>
  (await personAt(person.token, account))?.actor?.role ?? null;
async function team(): Promise<{ account: Minted } & Record<Role, MintedPerson>> {
  const account = await mintAccount();
  const [owner, admin, member] = await Promise.all(
    (['owner', 'admin', 'member'] as const).map((role) => mintPerson({ [account.id]: role })),
  );
  return { account, owner: owner!, admin: admin!, member: member! };
}

describe('an invitation', () => {
  it('makes one membership, however many accept it at once, and none for another address', async () => {
    const { account, owner } = await team();
    const invited = await mintPerson();
    await at(owner, account.id, createInvitation, {
      body: { email: invited.email.toUpperCase(), role: 'admin' },
    });
    const token = await linkTo(invited.email);
    expect(
      JSON.stringify((await testEnv.DB.prepare('SELECT * FROM invitations').all()).results),
    ).not.toContain(token);
    expect(await refusal(accept(await mintPerson(), token))).toBe('permission_denied');
    const results = await Promise.all(Array.from({ length: 20 }, () => refusal(accept(invited, token))));
    expect(results.filter((one) => one === null)).toHaveLength(1);
    for (const one of results) if (one) expect(['gone', 'conflict']).toContain(one);
    expect(await roleOf(account.id, invited)).toBe('admin');
    expect((await listInvitations(systemCtx(clock.now()), invited.email)).items).toEqual([]);
    const log = await testEnv.DB.prepare('SELECT operation FROM audit_entries WHERE account_id = ?')
      .bind(account.id)
      .all();
    expect(log.results.map((row) => row.operation).toSorted()).toEqual([
      'acceptInvitation',
      'createInvitation',
    ]);
  });

  it('is shown to whoever proved its address, and to nobody else', async () => {
    const { account, owner } = await team();
    const [invited, other] = await Promise.all([mintPerson(), mintPerson()]);
    const { id } = await at(owner, account.id, createInvitation, {
      body: { email: invited.email, role: 'member' },
    });
    const shown = async (person: MintedPerson) =>
      (await listInvitations(systemCtx(clock.now()), person.email)).items;
    const join = (person: MintedPerson) => commit((ctx) => acceptShownInvitation(ctx, person, id, request));
    expect(await shown(invited)).toMatchObject([{ id, accountId: account.id, role: 'member' }]);
    expect(await shown(other)).toEqual([]);
    expect(await refusal(join(other))).toBe('gone');
    expect(await refusal(join(invited))).toBeNull();
    expect(await roleOf(account.id, invited)).toBe('member');
    expect(await refusal(join(invited))).toBe('gone');
  });

  it('ends after 7 days, when it is cancelled, and when another follows it', async () => {
    const { account, owner, admin } = await team();
    const invited = await mintPerson();
    const invite = () =>
      at(admin, account.id, createInvitation, { body: { email: invited.email, role: 'member' } });
    await invite();
    const first = await linkTo(invited.email);
    const { id } = await invite();
    const second = await linkTo(invited.email);
    expect(await refusal(accept(invited, first))).toBe('gone');
    const late = systemCtx(clock.now() + 7 * DAY_MS + 1);
    expect(await refusal(acceptInvitation(late, invited, second, request))).toBe('gone');
    const other = await team();
    expect(await refusal(at(other.owner, other.account.id, cancelInvitation, { id }))).toBe('not_found');
    await at(owner, account.id, cancelInvitation, { id });
    expect(await refusal(accept(invited, second))).toBe('gone');
    expect(await refusal(at(owner, account.id, cancelInvitation, { id }))).toBe('not_found');
  });

  it('comes from owners and admins; of an owner from owners; of a member by nobody', async () => {
    const { account, owner, admin, member } = await team();
    const body = (role: Role) => ({ body: { email: 'new@people.example', role } });
    expect(await refusal(at(member, account.id, createInvitation, body('member')))).toBe('permission_denied');
    expect(await refusal(at(admin, account.id, createInvitation, body('owner')))).toBe('permission_denied');
    expect(
      await refusal(at(owner, account.id, createInvitation, { body: { email: 'no', role: 'admin' } })),
    ).toBe('validation_failed');
    expect(
      await refusal(
        at(owner, account.id, createInvitation, { body: { email: member.email, role: 'admin' } }),
      ),
    ).toBe('conflict');
    await at(owner, account.id, createInvitation, body('owner'));
    const [mail] = await mailsTo('new@people.example');
    expect(mail?.text).toMatch(/^"[^"]+" invites you/m);
    expect(mail?.text).not.toContain('Pat Example');
  });

  it('of the first owner of a managed brand comes from its partner, and from no other', async () => {
    const partner = await mintAccount('partner');
    const brand = await mintAccount('brand', { managedBy: partner.id });
    const [boss, stranger, first] = [
      await mintPerson({ [partner.id]: 'owner' }),
      await team(),
      await mintPerson(),
    ];
    const input = { id: brand.id, body: { email: first.email } };
    expect(await refusal(at(stranger.owner, stranger.account.id, inviteFirstOwner, input))).toBe('not_found');
    const admin = await mintPerson({ [partner.id]: 'admin' });
    expect(await refusal(at(admin, partner.id, inviteFirstOwner, input))).toBe('permission_denied');
    expect(await refusal(at(admin, partner.id, listUnownedClients))).toBe('permission_denied');
    expect((await at(boss, partner.id, listUnownedClients)).clients.map(({ id }) => id)).toEqual([brand.id]);
    // A partner's people are not part of the brand's team.
    expect(await refusal(at(boss, brand.id, listTeam))).toBe('permission_denied');
    // Further people that the partner invited cannot follow the first owner in.
    const second = await mintPerson();
    await at(boss, partner.id, inviteFirstOwner, { id: brand.id, body: { email: second.email } });
    await at(boss, partner.id, inviteFirstOwner, input);
    await accept(first, await linkTo(first.email));
    expect(await refusal(accept(second, await linkTo(second.email)))).toBe('gone');
    expect(await roleOf(brand.id, first)).toBe('owner');
    expect(await refusal(at(boss, partner.id, inviteFirstOwner, input))).toBe('conflict');
  });

  it('ends with what its sender may: by a demotion, or by being removed', async () => {
    const { account, owner } = await team();
    const other = await mintPerson({ [account.id]: 'owner' });
    const people = [await mintPerson(), await mintPerson()] as const;
    const invite = async (role: Role, person: MintedPerson) => {
      await at(other, account.id, createInvitation, { body: { email: person.email, role } });
      return await linkTo(person.email);
    };
    const links = [await invite('owner', people[0]), await invite('member', people[1])] as const;
    const toRole = (role: Role) => at(owner, account.id, updateMembership, { id: other.id, body: { role } });
    await toRole('admin');
    expect(await refusal(accept(people[0], links[0]))).toBe('gone');
    expect((await listInvitations(systemCtx(clock.now()), people[1].email)).items).toHaveLength(1);
    await toRole('member');
    expect(await refusal(accept(people[1], links[1]))).toBe('gone');
    await toRole('owner');
    const last = await invite('member', people[1]);
    await at(owner, account.id, removeMember, { id: other.id });
    expect(await refusal(accept(people[1], last))).toBe('gone');
  });
});

describe('a team', () => {
  let scene: Awaited<ReturnType<typeof team>>;
  beforeAll(async () => {
    scene = await team();
  });

  it('is managed by admins but for its owners, and by nobody from elsewhere', async () => {
    const { account, owner, admin, member } = scene;
    const change = (who: MintedPerson, whom: MintedPerson, role: Role) =>
      refusal(at(who, account.id, updateMembership, { id: whom.id, body: { role } }));
    expect(await change(admin, owner, 'member')).toBe('permission_denied');
    expect(await change(admin, member, 'owner')).toBe('permission_denied');
    expect(await change(member, admin, 'member')).toBe('permission_denied');
    expect(await refusal(at(admin, account.id, removeMember, { id: owner.id }))).toBe('permission_denied');
    const elsewhere = await team();
    expect(await change(owner, elsewhere.member, 'admin')).toBe('not_found');
    expect(await refusal(at(elsewhere.owner, account.id, listTeam))).toBe('not_found');
    expect(await change(admin, member, 'admin')).toBeNull();
    expect(await change(owner, member, 'member')).toBeNull();
    await setUpFactor(browserOf(member));
    const seenBy = async (who: MintedPerson) =>
      (await at(who, account.id, listTeam)).members.map((one) => `${one.role},${one.you},${one.hasFactor}`);
    const unknown = ['admin,false,null', 'member,true,null', 'owner,false,null'];
    expect((await seenBy(member)).toSorted()).toEqual(unknown);
    const known = ['admin,true,false', 'member,false,true', 'owner,false,false'];
    expect((await seenBy(admin)).toSorted()).toEqual(known);
  });

  it('has 200 people at most: of two who accept at once for the last place, one comes in', async () => {
    const { account, owner } = await team();
    const fill = (count: number) =>
      testEnv.DB.prepare(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
         INSERT INTO memberships SELECT ?1, 'user_filler' || i, 'member', 0, 0 FROM n`,
      )
        .bind(account.id, count)
        .run();
    const invite = async (person: MintedPerson) => {
      await at(owner, account.id, createInvitation, { body: { email: person.email, role: 'admin' } });
      return await linkTo(person.email);
    };
    const people = [await mintPerson(), await mintPerson()] as const;
    const links = [await invite(people[0]), await invite(people[1])] as const;
    await fill(196);
    const both = await Promise.all([
      refusal(accept(people[0], links[0])),
      refusal(accept(people[1], links[1])),
    ]);
    expect(both.toSorted()).toEqual(['conflict', null].toSorted());
    const late = both[0] === null ? 1 : 0;
    await expect(accept(people[late], links[late])).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('200 people'),
    });
    expect(await refusal(invite(await mintPerson()))).toBe('conflict');
    // The invitation can be accepted once there is room.
    await testEnv.DB.prepare("DELETE FROM memberships WHERE person_id = 'user_filler1'").run();
    expect(await refusal(accept(people[late], links[late]))).toBeNull();
    const count = 'SELECT COUNT(*) AS n FROM memberships WHERE account_id = ?';
    expect(await testEnv.DB.prepare(count).bind(account.id).first('n')).toBe(200);
  });

  it('keeps an owner: the last one neither leaves nor steps down, and of two at once one stays', async () => {
    const { account, owner } = scene;
    expect(await refusal(at(owner, account.id, leaveAccount))).toBe('conflict');
    expect(await refusal(at(owner, account.id, removeMember, { id: owner.id }))).toBe('conflict');
    const step = { id: owner.id, body: { role: 'admin' } };
    expect(await refusal(at(owner, account.id, updateMembership, step))).toBe('conflict');
    for (let round = 0; round < 5; round++) {
      const second = await mintPerson({ [account.id]: 'owner' });
      const left = await Promise.all([
        refusal(at(owner, account.id, leaveAccount)),
        refusal(at(second, account.id, leaveAccount)),
      ]);
      expect(left.toSorted()).toEqual(['conflict', null].toSorted());
      const stays = left[0] === null ? second : owner;
      await testEnv.DB.prepare('DELETE FROM memberships WHERE account_id = ? AND person_id = ?')
        .bind(account.id, stays.id)
        .run();
      await testEnv.DB.prepare("INSERT INTO memberships VALUES (?, ?, 'owner', 0, 0)")
        .bind(account.id, owner.id)
        .run();
    }
  });

  it('lets go of who is removed at once, and tells what hangs on it', async () => {
    const { account, owner, member } = await team();
    const heard: unknown[] = [];
    const found = await personAt(owner.token, account.id);
    const ctx = { ...systemCtx(), actor: found!.actor!, requestId: 'req' };
    ctx.reactions = {
      ...ctx.reactions,
      membershipEnded: [async () => async (_ctx, ended) => void heard.push(ended)],
    };
    await removeMember.handle(ctx, { params: { id: member.id }, request } as never);
    await ctx.write.commit();
    expect(heard).toEqual([{ accountId: account.id, personId: member.id }]);
    expect(await personAt(member.token, account.id)).toMatchObject({
      person: { id: member.id },
      actor: null,
      places: [],
    });
  });
});

describe('a place', () => {
  it('is reached by its members, by the people of its partner in their role there, and by nobody else', async () => {
    const partner = await mintAccount('partner');
    const [client, ended] = [
      await mintAccount('brand', { managedBy: partner.id }),
      await mintAccount('brand', { managedBy: partner.id, status: 'ended' }),
    ];
    const person = await mintPerson({ [partner.id]: 'admin' });
    for (const { id } of [client, ended]) {
      expect(await personAt(person.token, id)).toMatchObject({
        place: { id, role: 'admin' },
        actor: {
          by: 'person',
          callerId: person.id,
          role: 'admin',
          home: { id: partner.id },
          account: { id },
        },
      });
    }
    const brand = await mintAccount();
    for (const place of [brand.id, 'acct_00000000000000000000000000', 'nonsense', `crtr_${'0'.repeat(26)}`])
      expect(await personAt(person.token, place)).toMatchObject({
        person: { id: person.id },
        place: null,
        actor: null,
      });
    expect((await personAt(person.token, null))?.places.map(({ id }) => id)).toEqual([partner.id]);
    const own = await mintPerson({ [client.id]: 'member', [partner.id]: 'owner' });
    expect((await personAt(own.token, client.id))?.actor).toMatchObject({
      role: 'member',
      home: { id: client.id },
    });
  });

  it('is nobody without a session that is open', async () => {
    const person = await mintPerson();
    await testEnv.DB.prepare('UPDATE sessions SET expires_at = ? WHERE id = ?')
      .bind(clock.now() - 1, person.session)
      .run();
    expect(await personAt(person.token, null)).toBeNull();
    for (const token of ['', 'x', 'a'.repeat(43)]) expect(await personAt(token, null)).toBeNull();
  });
});
