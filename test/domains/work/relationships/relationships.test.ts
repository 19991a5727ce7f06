import { describe, expect, it } from 'vitest';
import {
  CONSENTS,
  consentMachine,
  SIDES,
  type Side,
  withYes,
  type Yes,
} from '../../../../src/domains/work/creator-consent/consent.ts';
import type { RelationshipRow } from '../../../../src/domains/work/creator-consent/creator.ts';
import { findRelationship, sayYes } from '../../../../src/domains/work/creator-consent/interface.ts';
import { enroll, eventsOf, mintCreator, mintScene } from '../../../harness/work/creators.ts';
import { mintProgram } from '../../../harness/work/programs.ts';
import { type Answer, call, mintAccount, systemCtx, testEnv } from '../../../harness/world.ts';

type Scene = Awaited<ReturnType<typeof mintScene>>;
type Caller = { key: string; as?: string };

const callers = (scene: Scene): Record<Side, Caller> => ({
  account: { key: scene.brand.key },
  creator: { key: scene.partner.key, as: scene.creator },
});

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
async function between(scene: Scene, as: Side = 'account'): Promise<any> {
  const list = await call('GET', '/v1/relationships', callers(scene)[as]);
  return list.body.data.find((one: { account: string }) => one.account === scene.brand.id);
}

const answer = (caller: Caller, id: string, body: unknown) =>
  call('PATCH', `/v1/relationships/${id}`, { ...caller, body });

/** The actions that bring a pair into each consent. */
const WAY: Record<(typeof CONSENTS)[number], (scene: Scene) => Promise<unknown>> = {
  invited: (scene) =>
    call('POST', '/v1/applications', {
      ...callers(scene).account,
      body: { program: scene.program.id, creator: scene.creator },
    }),
  requested: (scene) =>
    call('POST', '/v1/applications', { ...callers(scene).creator, body: { program: scene.program.id } }),
  agreed: (scene) => enroll(scene.brand.key, { key: scene.partner.key, as: scene.creator }, scene.program.id),
  ended: async (scene) => {
    await WAY.agreed(scene);
    await answer(callers(scene).account, (await between(scene)).id, { status: 'ended' });
  },
  declined: async (scene) => {
    await WAY.invited(scene);
    await answer(callers(scene).creator, (await between(scene)).id, { status: 'declined' });
  },
};
const ASKED = { agreed: 'agree', declined: 'decline', ended: 'end' } as const;

describe('PATCH /v1/relationships/:id', () => {
  it.each(CONSENTS)('from %s: each answer is for the side that has it, else 403 or 409', async (consent) => {
    for (const side of SIDES) {
      for (const status of ['agreed', 'declined', 'ended'] as const) {
        const scene = await mintScene({ agreements: [] });
        await WAY[consent](scene);
        const before = await between(scene);
        expect(before).toMatchObject({ status: consent });
        expect(await between(scene, 'creator')).toEqual(before);
        const verdict = consentMachine.decide(consent, ASKED[status], side, {});
        const { status: code, body } = await answer(callers(scene)[side], before.id, { status });
        const after = await between(scene);
        if (status === consent) expect([code, after]).toEqual([200, before]);
        else if ('refusal' in verdict)
          expect([code, after]).toEqual([verdict.refusal === 'forbidden' ? 403 : 409, before]);
        else {
          expect([code, after]).toEqual([200, body.data]);
          expect(after).toMatchObject({ status, version: before.version + 1 });
          expect(after.endedBy).toBe(status === 'agreed' ? null : side);
        }
      }
    }
  });

  it('is of the two sides alone, and of the version that was read', async () => {
    const scene = await mintScene({ agreements: [] });
    await WAY.agreed(scene);
    const { id, version } = await between(scene);
    const stranger = await mintAccount();
    expect((await call('GET', `/v1/relationships/${id}`, { key: stranger.key })).status).toBe(404);
    expect((await answer({ key: stranger.key }, id, { status: 'ended' })).status).toBe(404);
    expect((await answer({ key: scene.partner.key }, id, { status: 'ended' })).status).toBe(404);
    // An edit of the account's own notes changes nothing that the creator reads.
    await call('PATCH', `/v1/creators/${scene.creator}`, { ...callers(scene).account, body: { notes: 'x' } });
    expect(await between(scene, 'creator')).toMatchObject({ version });
    const stale = await answer(callers(scene).creator, id, { status: 'ended', version: version + 1 });
    expect(stale.body.error).toMatchObject({ code: 'version_conflict', details: { version } });
    expect((await answer(callers(scene).creator, id, { status: 'ended', version })).status).toBe(200);
  });

  it('closes what was open between the two: the account rejects, the creator withdraws', async () => {
    for (const side of SIDES) {
      const scene = await mintScene({ agreements: [] });
      await WAY.agreed(scene);
      const other = await mintProgram(scene.brand.key, { status: 'live', visibility: 'network' });
      await call('POST', '/v1/applications', { ...callers(scene).creator, body: { program: other.id } });
      const seen = await call('GET', `/v1/creators/${scene.creator}`, callers(scene).account);
      await answer(callers(scene)[side], (await between(scene)).id, { status: 'ended' });
      const list = await call('GET', '/v1/applications', callers(scene).account);
      const closed = { status: side === 'account' ? 'rejected' : 'withdrawn' };
      expect(list.body.data).toMatchObject([
        { ...closed, program: other.id, removed: false },
        { ...closed, program: scene.program.id, removed: side === 'account' },
      ]);
      const program = await call('GET', `/v1/programs/${scene.program.id}`, callers(scene).account);
      expect(program.body.data.stats.creators).toBe(0);
      const event = side === 'account' ? 'application.rejected' : 'application.withdrawn';
      expect((await eventsOf(scene.brand.id)).filter(({ type }) => type === event)).toHaveLength(2);
      // Only the identity is left, with a version that the account has not seen before.
      const left = await call('GET', `/v1/creators/${scene.creator}`, callers(scene).account);
      expect(left.body.data).toMatchObject({
        status: 'removed',
        email: null,
        payouts: null,
        managedBy: null,
      });
      expect(left.body.data.version).toBeGreaterThan(seen.body.data.version);
    }
  });
});

const decide = (caller: Caller, id: string, body: unknown) =>
  call('PATCH', `/v1/applications/${id}`, { ...caller, body });

describe('an invitation to a program', () => {
  it('waits for the creator, and nothing that the brand does is its yes; where they have agreed it is approved at once', async () => {
    const scene = await mintScene({ agreements: [] });
    const made = (await WAY.invited(scene)) as Answer;
    expect(made.status).toBe(201);
    expect(made.body.data).toMatchObject({ status: 'pending', agreementsRequired: false, payVersion: null });
    const { id } = made.body.data;
    const seen = async () =>
      (await call('GET', `/v1/creators/${scene.creator}`, callers(scene).account)).body.data;
    for (const status of ['approved', 'pending', 'rejected', 'pending', 'approved', 'pending'])
      await decide(callers(scene).account, id, { status });
    expect((await decide(callers(scene).account, id, { status: 'approved' })).status).toBe(403);
    for (const status of ['live', 'paused'])
      expect(
        (
          await call('PATCH', `/v1/creators/${scene.creator}`, {
            ...callers(scene).account,
            body: { status },
          })
        ).status,
      ).toBe(409);
    expect(await seen()).toMatchObject({ status: 'invited', email: null, payouts: null, programs: [] });
    expect((await decide(callers(scene).creator, id, { status: 'approved' })).body.data).toMatchObject({
      status: 'approved',
      payVersion: 1,
    });
    expect(await seen()).toMatchObject({ status: 'live', programs: [scene.program.id] });
    expect((await seen()).email).toContain('@');
    // An accepted invitation that is reopened is an invitation again.
    await decide(callers(scene).account, id, { status: 'pending' });
    expect((await decide(callers(scene).account, id, { status: 'approved' })).status).toBe(403);
    // They have agreed, so a program without agreements begins at once.
    const more = await mintProgram(scene.brand.key, { status: 'live' });
    const second = await call('POST', '/v1/applications', {
      ...callers(scene).account,
      body: { program: more.id, creator: scene.creator },
    });
    expect(second.body.data).toMatchObject({ status: 'approved', payVersion: 1 });
    expect(second.body.data.acceptedAt).not.toBe(null);
  });
});

describe('a yes', () => {
  it('comes to the same in the database as in the code, from every consent, by every side', async () => {
    const [brand, manager] = [await mintAccount(), await mintAccount()];
    const yes: Yes = { by: 'key_1', at: 5_000, call: 'test' };
    for (const keeps of [false, true]) {
      const { id } = await mintCreator((keeps ? brand : manager).key);
      for (const consent of CONSENTS) {
        for (const side of SIDES.filter((one) => one === 'account' || !keeps)) {
          const old = JSON.stringify({ by: 'key_0', at: 1, call: 'before' });
          await testEnv.DB.prepare('DELETE FROM creator_relationships WHERE account_id = ?')
            .bind(brand.id)
            .run();
          await testEnv.DB.prepare(
            `INSERT INTO creator_relationships (account_id, creator_id, id, consent, status, account_yes, creator_yes,
              consent_at, relationship, version, created_at, updated_at)
              VALUES (?1, ?2, ?3, ?4, 'removed', ?5, ?5, 1, 'direct', 3, 1, 1)`,
          )
            .bind(brand.id, id, `rel_${'0'.repeat(26)}`, consent, old)
            .run();
          const ctx = systemCtx(yes.at);
          const before = (await findRelationship(ctx, brand.id, id))!;
          sayYes(ctx, { accounts: [brand.id], creatorId: id, side, yes, source: 'added' });
          await ctx.write.commit();
          const changes = withYes(before, side, yes, keeps);
          const moved = Object.keys(changes).length > 0;
          const expected: RelationshipRow = { ...before, ...changes };
          if (moved) Object.assign(expected, { version: 4, updatedAt: yes.at });
          expect([consent, side, await findRelationship(ctx, brand.id, id)]).toEqual([
            consent,
            side,
            expected,
          ]);
        }
      }
    }
  });
});
