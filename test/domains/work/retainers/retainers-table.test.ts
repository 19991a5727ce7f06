// Every state, action and actor of the transition table, played through the public API and the cron.

import { afterEach, describe, expect, it } from 'vitest';
import {
  ACTIONS,
  type Action,
  type Facts,
  type Party,
  retainerMachine,
  STATES,
  type State,
  TRANSITIONS,
} from '../../../../src/domains/work/retainers/transitions.ts';
import * as clock from '../../../harness/clock.ts';
import { playedRows, shared } from '../../../harness/shared-scenes.ts';
import { eventsOf } from '../../../harness/work/creators.ts';
import {
  change,
  type Deal,
  forgetDue,
  mintOffer,
  passTime,
  paymentsOf,
  rowOf,
  shown,
} from '../../../harness/work/retainers.ts';
import { type Answer, testEnv } from '../../../harness/world.ts';

const ASKED = ['accept', 'reject', 'cancel', 'edit'] as const satisfies Action[];
const BY_TIME = ['start', 'turn'] as const satisfies Action[];

const BODY = {
  accept: { status: 'accepted' },
  reject: { status: 'rejected' },
  cancel: { status: 'canceled' },
  edit: { notes: 'Two a week', deliverables: 'Eight videos' },
};

type Step = ['brand' | 'creator', (typeof ASKED)[number]] | 'time';

/** The transitions that bring an offer into a state; each is part of the table. */
const WAY: Record<State, Step[]> = {
  offered: [],
  accepted: [['creator', 'accept']],
  active: [['creator', 'accept'], 'time'],
  canceling: [['creator', 'accept'], 'time', ['brand', 'cancel']],
  canceled: [['brand', 'cancel']],
  rejected: [['creator', 'reject']],
  ended: [['creator', 'accept'], 'time'],
};

const set = async (statement: string, id: string) => await testEnv.DB.prepare(statement).bind(id).run();
const part = async ({ pair }: Deal) =>
  await set(
    "UPDATE creator_relationships SET status = 'removed', consent = 'ended' WHERE creator_id = ?",
    pair.creator.as,
  );

/** Runs the cron when the retainer's next step is due, or else at a time when any step would be due. */
async function time({ id }: Deal): Promise<void> {
  const row = await rowOf(id);
  await passTime(row.due_at ?? clock.now() + 400 * 86_400_000);
}

async function reach(state: State, facts: Facts): Promise<Deal> {
  const deal = await mintOffer();
  for (const step of WAY[state]) {
    if (state === 'ended' && step === 'time') await part(deal);
    if (step === 'time') await time(deal);
    else expect((await change(deal, step[0], BODY[step[1]])).status).toBe(200);
  }
  // The last look at unpaid submissions is not a transition.
  if (state === 'canceled') await passTime(clock.now());
  if (!facts.together) await part(deal);
  if (facts.cancelledLater)
    await set('UPDATE retainers SET canceled_at = current_period_end_at WHERE id = ?', deal.id);
  expect((await rowOf(deal.id)).status).toBe(state);
  return deal;
}

const reachShared = shared(reach);

/** Everything that a transition could have changed. */
async function everything({ pair, id }: Deal) {
  return {
    row: await rowOf(id),
    payments: (await paymentsOf(id)).map(({ cause }) => cause),
    events: (await eventsOf(pair.brand.id)).filter(({ type }) => type.startsWith('retainer.')),
  };
}

function factsOf(state: State): Facts[] {
  const later = state === 'canceling' ? [false, true] : [false];
  const active = state === 'ended' ? [false] : [true, false];
  return active.flatMap((together) => later.map((cancelledLater) => ({ together, cancelledLater })));
}

const cases = STATES.flatMap((state) => factsOf(state).map((facts) => ({ state, ...facts })));
const asked = cases.flatMap((one) =>
  ASKED.flatMap((action) => (['brand', 'creator'] as const).map((by) => ({ ...one, action, by }))),
);

afterEach(forgetDue);

describe('every state, action and side', () => {
  const isMove = ({ state, action, by, ...facts }: (typeof asked)[number]) =>
    retainerMachine.moves(state, action, facts).some((one) => one.by === by);

  it.each(playedRows(asked, isMove))(
    '$state: $action by the $by, together $together, cancelled later $cancelledLater',
    async ({ state, action, by, ...facts }) => {
      const moves = retainerMachine.moves(state, action, facts);
      const move = moves.find((one) => one.by === by);
      const deal = await (move ? reach : reachShared)(state, facts);
      const before = await everything(deal);
      const answer = await change(deal, by, BODY[action]);
      const after = await everything(deal);
      if (!move) {
        expect(refusal(answer)).toEqual(moves.length > 0 ? [403, 'permission_denied'] : [409, 'conflict']);
        expect(after).toEqual(before);
        return;
      }
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      expect(answer.body.data).toMatchObject({
        status: move.to,
        version: before.row.version + 1,
        ...(action === 'edit' ? BODY.edit : { notes: null, deliverables: null }),
      });
      expect(answer.body.data.canceledAt !== null).toBe(action === 'cancel' || state === 'canceling');
      expect(after.events.slice(before.events.length)).toEqual(
        move.event ? [{ type: move.event, data: { retainer: deal.id } }] : [],
      );
      expect(after.payments).toEqual(before.payments);
      expect(await shown(deal, by)).toEqual(answer.body.data);
    },
  );
});

describe('every state as time passes', () => {
  it.each(cases)(
    '$state, together $together, cancelled later $cancelledLater',
    async ({ state, ...facts }) => {
      const deal = await reach(state, facts);
      const before = await everything(deal);
      const action = BY_TIME.find((one) => TRANSITIONS[state][one] !== undefined);
      await time(deal);
      const after = await everything(deal);
      if (!action) {
        expect(after).toEqual(before);
        return;
      }
      const [move, ...more] = retainerMachine.moves(state, action, facts);
      expect([move?.by, more]).toEqual(['service', []]);
      const on = move!.to === 'active' || move!.to === 'canceling';
      expect(after.row).toMatchObject({
        status: move!.to,
        version: before.row.version + 1,
        period: before.row.period + (on ? 1 : 0),
        due_at: on ? after.row.current_period_end_at : null,
      });
      expect(after.payments).toEqual(action === 'turn' ? [`retainer:${deal.id}:1`] : []);
      expect(after.events.slice(before.events.length)).toEqual(
        move!.event ? [{ type: move!.event, data: { retainer: deal.id } }] : [],
      );
    },
  );
});

describe('the table', () => {
  it('holds no other action, and no two that come with time', () => {
    expect(Object.keys(TRANSITIONS).sort()).toEqual([...STATES].sort());
    for (const actions of Object.values(TRANSITIONS)) {
      for (const action of Object.keys(actions)) expect(ACTIONS).toContain(action);
      expect(BY_TIME.filter((one) => actions[one] !== undefined).length).toBeLessThan(2);
      for (const action of BY_TIME)
        expect((actions[action] ?? []).every(({ by }) => by === ('service' satisfies Party))).toBe(true);
    }
  });

  it('is the one that was agreed on', () => {
    const rows = STATES.flatMap((state) =>
      Object.entries(TRANSITIONS[state]).flatMap(([action, moves]) =>
        moves.map(({ by, to, when, event }) =>
          [state, action, by, when && JSON.stringify(when), '->', to, event].filter(Boolean).join(' '),
        ),
      ),
    ).filter((row) => !/ edit /.test(row));
    expect(rows).toEqual([
      'offered accept creator {"together":true} -> accepted retainer.accepted',
      'offered reject creator -> rejected retainer.rejected',
      'offered cancel brand -> canceled retainer.canceled',
      'accepted cancel brand -> canceled retainer.canceled',
      'accepted cancel creator -> canceled retainer.canceled',
      'accepted start service {"together":true} -> active',
      'accepted start service {"together":false} -> ended retainer.ended',
      'active cancel brand -> canceling retainer.canceled',
      'active cancel creator -> canceling retainer.canceled',
      'active turn service {"together":true} -> active',
      'active turn service {"together":false} -> ended retainer.ended',
      'canceling turn service {"cancelledLater":false} -> canceled retainer.ended',
      'canceling turn service {"cancelledLater":true} -> canceling',
    ]);
  });
});

function refusal({ status, body }: Answer): [number, string] {
  return [status, body.error.code];
}
