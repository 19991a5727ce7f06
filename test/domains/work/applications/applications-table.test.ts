import { describe, expect, it } from 'vitest';
import {
  ACTIONS,
  type Action,
  type Facts,
  type Move,
  PARTIES,
  type Party,
  STATES,
  type State,
  TRANSITIONS,
} from '../../../../src/domains/work/applications/transitions.ts';
import { playedRows, shared } from '../../../harness/shared-scenes.ts';
import { eventsOf, mintScene } from '../../../harness/work/creators.ts';
import { type Answer, call, testEnv } from '../../../harness/world.ts';

/** Whether the creator still has agreements to accept. */
type Condition = 'open' | 'none_open';
type Scene = Awaited<ReturnType<typeof mintScene>>;

const STATUS: Partial<Record<Action, string>> = {
  approve: 'approved',
  reject: 'rejected',
  reopen: 'pending',
  withdraw: 'withdrawn',
};

const OWN_BODY: Partial<Record<Action, object>> = {
  pay: { pay: { cap: 4200 } },
  accept: { acceptAgreements: true },
};

/** Takes an action as a party would, through the public API. */
async function act(scene: Scene, by: Party, action: Action, id: string | null): Promise<Answer> {
  const caller = by === 'brand' ? { key: scene.brand.key } : { key: scene.partner.key, as: scene.creator };
  if (action === 'post') {
    const body = { program: scene.program.id, ...(by === 'brand' ? { creator: scene.creator } : {}) };
    return await call('POST', '/v1/applications', { ...caller, body });
  }
  const body = OWN_BODY[action] ?? { status: STATUS[action] };
  return await call('PATCH', `/v1/applications/${id}`, { ...caller, body });
}

/** The transitions that bring a new application into a state; each is part of the table. */
const WAY: Record<State, [Party, Action][]> = {
  none: [],
  pending: [['creator', 'post']],
  invited: [['brand', 'post']],
  approved: [
    ['creator', 'post'],
    ['brand', 'approve'],
  ],
  rejected: [
    ['creator', 'post'],
    ['brand', 'reject'],
  ],
  removed: [
    ['creator', 'post'],
    ['brand', 'approve'],
    ['brand', 'reject'],
  ],
  withdrawn: [
    ['creator', 'post'],
    ['creator', 'withdraw'],
  ],
};

/** What a state looks like in the API. */
const LOOK: Record<Exclude<State, 'none'>, { status: string; removed: boolean }> = {
  pending: { status: 'pending', removed: false },
  invited: { status: 'pending', removed: false },
  approved: { status: 'approved', removed: false },
  rejected: { status: 'rejected', removed: false },
  removed: { status: 'rejected', removed: true },
  withdrawn: { status: 'withdrawn', removed: false },
};

async function reach(state: State, condition: Condition): Promise<{ scene: Scene; id: string | null }> {
  const scene = await mintScene();
  let id: string | null = null;
  for (const [by, action] of WAY[state]) {
    const answer = await act(scene, by, action, id);
    expect(answer.status).toBeLessThan(300);
    id = answer.body.data.id;
  }
  if (condition === 'none_open') {
    await testEnv.DB.prepare(
      `INSERT INTO agreement_acceptances (id, account_id, agreement_id, number, creator_id, context, title, key_id, accepted_at)
      VALUES (?, ?, ?, 1, ?, 'program_application', 'Terms', 'key_1', 1)`,
    )
      .bind(`agac_${scene.creator.slice(5)}`, scene.brand.id, scene.agreement, scene.creator)
      .run();
  }
  return { scene, id };
}

const reachShared = shared(reach);

/** Everything that a transition could have changed. */
async function everything({ scene, id }: { scene: Scene; id: string | null }) {
  const row = await testEnv.DB.prepare('SELECT * FROM applications WHERE program_id = ?')
    .bind(scene.program.id)
    .all();
  const counts = await testEnv.DB.prepare(
    'SELECT creator_count, application_count FROM programs WHERE id = ?',
  )
    .bind(scene.program.id)
    .first();
  const roster = await testEnv.DB.prepare(
    'SELECT * FROM creator_relationships WHERE creator_id = ? ORDER BY account_id',
  )
    .bind(scene.creator)
    .all();
  const projected = await testEnv.DB.prepare('SELECT * FROM creator_programs WHERE creator_id = ?')
    .bind(scene.creator)
    .all();
  const accepted = await testEnv.DB.prepare('SELECT * FROM agreement_acceptances WHERE creator_id = ?')
    .bind(scene.creator)
    .all();
  return {
    id,
    row: row.results,
    counts,
    roster: roster.results,
    projected: projected.results,
    accepted: accepted.results,
    events: await eventsOf(scene.brand.id),
  };
}

/** The states that follow an approved application, and those that follow any application. */
const AGREED: readonly State[] = ['approved', 'removed'];
const APPLIED: readonly State[] = ['pending', 'approved', 'rejected', 'removed'];

const cases = STATES.flatMap((state) =>
  ACTIONS.filter((action) => state !== 'none' || action === 'post').flatMap((action) =>
    PARTIES.flatMap((by) =>
      (['open', 'none_open'] as const).map((condition) => ({ state, action, by, condition })),
    ),
  ),
);

/** The moves of everybody. */
function movesOf({ state, action, condition }: (typeof cases)[number]): readonly Move[] {
  const facts: Facts = {
    open: condition === 'open',
    agreed: AGREED.includes(state),
    applied: APPLIED.includes(state),
  };
  return (TRANSITIONS[state][action] ?? []).filter(({ when }) =>
    Object.entries(when ?? {}).every(([fact, value]) => facts[fact as keyof Facts] === value),
  );
}

describe('every state, action and actor', () => {
  it.each(playedRows(cases, (row) => movesOf(row).some(({ by }) => by === row.by)))(
    '$state: $action by the $by, agreements $condition',
    async ({ state, action, by, condition }) => {
      const moves = movesOf({ state, action, by, condition });
      const move = moves.find((one) => one.by === by);
      const here = await (move ? reach : reachShared)(state, condition);
      const before = await everything(here);
      const answer = await act(here.scene, by, action, here.id);
      const after = await everything(here);
      if (!move) {
        expect([answer.status, answer.body.error.code]).toEqual(
          moves.length > 0 ? [403, 'permission_denied'] : [409, 'conflict'],
        );
        expect(after).toEqual(before);
        return;
      }
      expect(answer.status).toBe(action === 'post' && state === 'none' ? 201 : 200);
      const shown = answer.body.data;
      expect(shown).toMatchObject(LOOK[move.to as keyof typeof LOOK]);
      const open = condition === 'open' && !move.accepts;
      expect(shown.agreementsRequired).toBe(
        open && (shown.status === 'pending' || shown.status === 'approved'),
      );
      expect(after.row).toHaveLength(1);
      expect(after.row[0]!.invited).toBe(move.to === 'invited' ? 1 : 0);
      const types = after.events.slice(before.events.length).map((event) => event.type);
      const accepts = move.accepts && condition === 'open';
      expect(types.sort()).toEqual(
        [...(accepts ? ['agreement.accepted'] : []), ...(move.event ? [move.event] : [])].sort(),
      );
      expect(after.accepted.length - before.accepted.length).toBe(accepts ? 1 : 0);
      // The program's places and the rows that lists of creators read are updated too.
      expect(after.counts).toEqual({ creator_count: move.to === 'approved' ? 1 : 0, application_count: 1 });
      expect(after.projected.length > 0).toBe(move.to === 'approved');
      // The next reader sees what the response showed.
      const read = await call('GET', `/v1/applications/${shown.id}`, { key: here.scene.brand.key });
      expect(read.body.data).toEqual({ ...shown, agreements: [], partnerFee: read.body.data.partnerFee });
    },
  );

  it('covers every state with every action, and the table holds nothing else', () => {
    expect(cases).toHaveLength(6 * 7 * 2 * 2 + 4);
    expect(Object.keys(TRANSITIONS).sort()).toEqual([...STATES].sort());
    for (const actions of Object.values(TRANSITIONS))
      for (const action of Object.keys(actions)) expect(ACTIONS).toContain(action);
  });

  it('is the table that was agreed on', () => {
    const said = (when: Partial<Facts>) =>
      Object.entries(when)
        .map(([fact, value]) => (value ? fact : `not ${fact}`))
        .join(', ');
    const rows = STATES.flatMap((state) =>
      Object.entries(TRANSITIONS[state]).flatMap(([action, moves]) =>
        moves.map(({ by, to, when, event }) =>
          [state, action, by, when && `(${said(when)})`, '->', to, event].filter(Boolean).join(' '),
        ),
      ),
    );
    expect(rows).toEqual([
      'none post creator -> pending application.created',
      'none post brand (open) -> invited application.invited',
      'none post brand (not open, not agreed) -> invited application.invited',
      'none post brand (not open, agreed) -> approved application.approved',
      'pending approve brand -> approved application.approved',
      'pending reject brand -> rejected application.rejected',
      'pending withdraw creator -> withdrawn application.withdrawn',
      'pending pay brand -> pending',
      'pending accept creator (open) -> pending',
      'invited approve creator -> approved application.approved',
      'invited reject brand -> rejected application.rejected',
      'invited withdraw creator -> withdrawn application.withdrawn',
      'invited pay brand -> invited',
      'approved approve creator (open) -> approved',
      'approved reject brand -> removed application.rejected',
      'approved reopen brand (applied) -> pending',
      'approved reopen brand (not applied) -> invited application.invited',
      'approved withdraw creator -> withdrawn application.withdrawn',
      'approved pay brand -> approved',
      'approved accept creator (open) -> approved',
      'rejected reopen brand (applied) -> pending',
      'rejected reopen brand (not applied) -> invited application.invited',
      'removed reopen brand (applied) -> pending',
      'removed reopen brand (not applied) -> invited application.invited',
      'withdrawn post creator -> pending application.created',
      'withdrawn post brand (open) -> invited application.invited',
      'withdrawn post brand (not open, not agreed) -> invited application.invited',
      'withdrawn post brand (not open, agreed) -> approved application.approved',
    ]);
  });
});
