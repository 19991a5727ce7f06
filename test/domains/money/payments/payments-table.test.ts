// Every state, action and actor of the transition table, through the public API where it can, and otherwise
// through the verbs of the staff and of charges.
import { beforeAll, describe, expect, it } from 'vitest';
import type { SystemCtx } from '../../../../src/context.ts';
import { paymentOutcomes } from '../../../../src/domains/money/payments/charge-outcome.ts';
import { resolveDispute } from '../../../../src/domains/money/payments/resolve-dispute.ts';
import type { PaymentRow } from '../../../../src/domains/money/payments/table.ts';
import {
  ACTIONS,
  type Action,
  type Facts,
  PARTIES,
  PAYMENT_STATUSES,
  type Party,
  type PaymentStatus,
  paymentMachine,
  TRANSITIONS,
} from '../../../../src/domains/money/payments/transitions.ts';
import { AppError } from '../../../../src/kit/error.ts';
import { newId } from '../../../../src/kit/ids.ts';
import * as clock from '../../../harness/clock.ts';
import {
  chargeIn,
  decideOn,
  inBatch,
  mintPaid,
  mintPayment,
  rowOf,
} from '../../../harness/money/payments.ts';
import { playedRows, shared } from '../../../harness/shared-scenes.ts';
import { eventsOf } from '../../../harness/work/creators.ts';
import type { Pair } from '../../../harness/work/submissions.ts';
import { call, testEnv } from '../../../harness/world.ts';

interface Here {
  row: PaymentRow;
}

/**
 * Actions that a party can request at all: PATCH has a brand's decisions, and the staff and charges have
 * verbs of their own.
 */
const BRAND = ['approve', 'reject', 'dispute', 'resolve', 'cancel'] as const;
const STAFF = { award: 'creator', refund: 'refund' } as const;
const CHARGES: Partial<Record<Action, (ctx: SystemCtx, id: string) => Promise<void>>> = {
  charged: (ctx, id) => chargeIn(ctx, [id]),
  charge_failed: (ctx, id) => paymentOutcomes.failed(ctx, [id], 'The card was declined.'),
  charge_retried: (ctx, id) => paymentOutcomes.retried(ctx, [id]),
  card_refunded: (ctx, id) => paymentOutcomes.refunded(ctx, [id]),
};

function canAsk(by: Party, action: Action): boolean {
  if (by === 'staff') return action in STAFF;
  if (by === 'charges') return action in CHARGES;
  return (BRAND as readonly Action[]).includes(action);
}

type Result = 'done' | 'conflict' | 'forbidden' | 'fault';

async function act({ row }: Here, by: Party, action: Action): Promise<Result> {
  if (by === 'brand' || by === 'creator') {
    const caller = by === 'brand' ? { key: pair.brand.key } : pair.creator;
    const body = { decision: action, reason: 'Because.' };
    const answer = await call('PATCH', `/v1/payments/${row.id}`, { ...caller, body });
    if (answer.status === 200) return 'done';
    if (answer.status === 409 && answer.body.error.code === 'conflict') return 'conflict';
    if (answer.status === 403 && answer.body.error.code === 'permission_denied') return 'forbidden';
    throw new Error(JSON.stringify(answer.body));
  }
  try {
    if (by === 'staff')
      await inBatch((ctx) => resolveDispute(ctx, row.id, STAFF[action as keyof typeof STAFF]));
    else await inBatch((ctx) => CHARGES[action]!(ctx, row.id));
    return 'done';
  } catch (error) {
    return error instanceof AppError && error.code === 'conflict' ? 'conflict' : 'fault';
  }
}

interface State {
  name: string;
  status: PaymentStatus;
  facts: Facts;
  approval: 'automatic' | 'manual';
  way: [Party, Action][];
}

const DISPUTED: [Party, Action][] = [
  ['charges', 'charged'],
  ['brand', 'dispute'],
];

function state(
  name: string,
  status: PaymentStatus,
  facts: Partial<Facts>,
  way: [Party, Action][],
  approval: State['approval'] = 'automatic',
): State {
  const none = { charged: false, closed: false, decided: false, own: false, refused: false, late: false };
  return { name, status, facts: { ...none, ...facts }, approval, way };
}

/** Every state that a payment can be in. */
const STATES: State[] = [
  state('pending_approval', 'pending_approval', {}, [], 'manual'),
  state('processing', 'processing', {}, []),
  state(
    'processing after a decision',
    'processing',
    { decided: true },
    [
      ['brand', 'dispute'],
      ['staff', 'award'],
    ],
    'manual',
  ),
  state('succeeded', 'succeeded', { charged: true }, [['charges', 'charged']]),
  state('succeeded after a decision', 'succeeded', { charged: true, decided: true }, [
    ...DISPUTED,
    ['staff', 'award'],
  ]),
  state('failed by the card', 'failed', {}, [['charges', 'charge_failed']]),
  state('processing, by hand', 'processing', { own: true }, []),
  state('refused for good, by hand', 'failed', { own: true, refused: true }, [['charges', 'charge_failed']]),
  state('refused for good, for work', 'failed', { refused: true }, [['charges', 'charge_failed']]),
  state('rejected', 'failed', { closed: true }, [['brand', 'reject']], 'manual'),
  state('disputed, not charged', 'disputed', {}, [['brand', 'dispute']], 'manual'),
  state('disputed, charged', 'disputed', { charged: true }, DISPUTED),
  state('being refunded', 'disputed', { charged: true, closed: true }, [...DISPUTED, ['staff', 'refund']]),
  state('refunded', 'refunded', { charged: true, closed: true }, [
    ...DISPUTED,
    ['staff', 'refund'],
    ['charges', 'card_refunded'],
  ]),
];

let pair: Pair;

beforeAll(async () => {
  pair = await mintPaid();
});

let requests = 0;

async function reach({ approval, way, facts }: State): Promise<Here> {
  const cause = facts.own ? { cause: `request:${pair.brand.id}:${++requests}` } : {};
  const here = { row: await mintPayment(pair, { approval, ...cause }) };
  for (const [by, action] of way) expect(await act(here, by, action)).toBe('done');
  if (facts.refused) await refuse(here.row);
  return here;
}

/** Refuses a payment as a charge would that the processor refused for good. */
async function refuse({ id, accountId, amount, serviceFee }: PaymentRow): Promise<void> {
  const charge = newId('charge', clock.now());
  await testEnv.DB.batch([
    testEnv.DB.prepare(
      `INSERT INTO charges (id, account_id, currency, day, nth, amount, status, refused, created_at, updated_at)
      VALUES (?, ?, 'usd', '2026-01-01', ?, ?, 'failed', 'too_large', 0, 0)`,
    ).bind(charge, accountId, ++requests, amount + serviceFee),
    testEnv.DB.prepare(`UPDATE dues SET charge_id = ?, status = 'failed' WHERE id = ?`).bind(charge, id),
  ]);
}

const reachShared = shared(reach);

/** Everything that a transition could have changed. */
async function everything({ row }: Here) {
  const all = async (query: string) => (await testEnv.DB.prepare(query).bind(row.id).all()).results;
  return {
    row: await rowOf(row.id),
    steps: await all('SELECT * FROM ledger_instructions WHERE subject = ? ORDER BY n'),
    dues: await all('SELECT * FROM dues WHERE id = ?'),
    refunds: await all('SELECT amount, payment_id FROM refunds WHERE payment_id = ?'),
    events: (await eventsOf(pair.brand.id)).filter((event) => event.data.payment === row.id),
  };
}

/** A charge's repeated outcome changes nothing, and an impossible one is a fault of ours. */
function isRepeat({ status, facts }: State, action: Action): boolean {
  if (action === 'card_refunded') return status === 'refunded';
  if (facts.charged) return true;
  if (status === 'processing') return action === 'charge_retried';
  return status === 'failed' && !facts.closed && action === 'charge_failed';
}

const cases = STATES.flatMap((from) =>
  ACTIONS.flatMap((action) =>
    PARTIES.filter((by) => canAsk(by, action)).map((by) => ({
      title: from.name,
      state: from.name,
      from,
      action,
      by,
    })),
  ),
);

describe('every state, action and actor', () => {
  const moveOf = ({ from, action, by }: Pick<(typeof cases)[number], 'from' | 'action' | 'by'>) =>
    paymentMachine.moves(from.status, action, from.facts).find((one) => one.by === by);

  it.each(playedRows(cases, (row) => moveOf(row) !== undefined))(
    '$title: $action by $by',
    async ({ from, action, by }) => {
      const move = moveOf({ from, action, by });
      const here = await (move ? reach : reachShared)(from);
      const before = await everything(here);
      expect([before.row.status, before.row.succeeded_at !== null, before.row.closed_at !== null]).toEqual([
        from.status,
        from.facts.charged,
        from.facts.closed,
      ]);
      const result = await act(here, by, action);
      const after = await everything(here);
      if (!move) {
        const harmless = by === 'charges' && isRepeat(from, action);
        const refusal = by === 'creator' ? 'forbidden' : by === 'charges' ? 'fault' : 'conflict';
        expect(result).toBe(harmless ? 'done' : refusal);
        expect(after).toEqual(before);
        return;
      }
      expect(result).toBe('done');
      expect([after.row.status, after.row.version]).toEqual([move.to, (before.row.version as number) + 1]);
      const data = { payment: here.row.id };
      const withCreator = move.event === 'payment.succeeded' || move.event === 'payment.disputed';
      expect(after.events.slice(before.events.length)).toEqual(
        move.event
          ? [{ type: move.event, data: withCreator ? { ...data, creator: here.row.creatorId } : data }]
          : [],
      );
      // Both earnings move together; taking them back is a transfer for each, and one for the fee.
      const planned = after.steps.length - before.steps.length;
      // Its lines are no longer pending: the brand's, the creator's and the partner's.
      const settled =
        before.row.approved_at === null && (move.card === 'charge' || move.earnings === 'reverse');
      expect(planned - (settled ? 3 : 0)).toBe(
        move.earnings === undefined ? 0 : move.earnings === 'reverse' ? 3 : 2,
      );
      expect(after.steps.every((step) => step.status === 'done')).toBe(true);
      expect(after.row.closed_at !== null).toBe(from.facts.closed || move.earnings === 'reverse');
      // The card is charged the whole cost, once.
      const cost = here.row.amount + here.row.serviceFee;
      const dues = { charge: 1, cancel: -1, refund: 0, none: 0 }[move.card ?? 'none'];
      expect(after.dues.length - before.dues.length).toBe(dues);
      expect(after.dues.map((due) => due.amount)).toEqual(after.dues.length === 0 ? [] : [cost]);
      expect(after.refunds.length - before.refunds.length).toBe(move.card === 'refund' ? 1 : 0);
      expect(after.refunds.map((refund) => refund.amount)).toEqual(after.refunds.length === 0 ? [] : [cost]);
      if (move.card === 'charge') expect(after.row.approved_at).not.toBeNull();
      // The next reader sees the decision.
      const read = await call('GET', `/v1/payments/${here.row.id}`, { key: pair.brand.key });
      expect(read.body.data).toMatchObject({ status: move.to, version: after.row.version });
    },
  );

  it.each(STATES.filter(({ status, facts }) => movesNeedReason(status, facts)))(
    '$name: what needs a reason is refused without one',
    async (from) => {
      const here = await reach(from);
      for (const action of BRAND) {
        if (!paymentMachine.moves(from.status, action, from.facts).some((one) => one.needs)) continue;
        for (const body of [{}, { reason: null }]) {
          const answer = await decideOn(pair, here.row.id, action, body);
          expect([answer.status, answer.body.error.details[0].path]).toEqual([422, '/reason']);
        }
      }
      expect((await rowOf(here.row.id)).status).toBe(from.status);
    },
  );

  it('gives each move to its party alone', () => {
    for (const { status, facts } of STATES)
      for (const action of ACTIONS) {
        const owners = paymentMachine.moves(status, action, facts).map((move) => move.by);
        for (const by of PARTIES) {
          const refusal = owners.length === 0 ? 'conflict' : 'forbidden';
          const expected = owners.includes(by) ? { move: { by } } : { refusal };
          expect(
            paymentMachine.decide(status, action, by, facts),
            `${status}: ${action} by ${by}`,
          ).toMatchObject(expected);
        }
      }
  });

  it('plays every row of the table, from every state there is', () => {
    expect(Object.keys(TRANSITIONS).sort()).toEqual([...PAYMENT_STATUSES].sort());
    const rows = PAYMENT_STATUSES.flatMap((status) => Object.values(TRANSITIONS[status]).flat());
    const played = STATES.flatMap(({ status, facts }) =>
      ACTIONS.flatMap((action) => paymentMachine.moves(status, action, facts)),
    );
    expect(new Set(played)).toEqual(new Set(rows));
  });

  it('is the table that was agreed on', () => {
    const rows = PAYMENT_STATUSES.flatMap((status) =>
      Object.entries(TRANSITIONS[status]).flatMap(([action, moves]) =>
        moves.map(({ by, to, when, needs, earnings, card, event }) =>
          [
            ...[status, action, by, when && JSON.stringify(when), '->', to],
            ...[needs && `(${needs})`, earnings, card, event],
          ]
            .filter(Boolean)
            .join(' '),
        ),
      ),
    );
    expect(rows).toEqual([
      'pending_approval approve brand -> processing charge',
      'pending_approval reject brand -> failed (reason) reverse payment.failed',
      'pending_approval dispute brand -> disputed (reason) hold payment.disputed',
      'processing charged charges -> succeeded release payment.succeeded',
      'processing charge_failed charges -> failed payment.failed',
      'processing cancel brand {"own":true} -> failed reverse cancel payment.failed',
      'succeeded dispute brand {"decided":false,"late":false} -> disputed (reason) hold payment.disputed',
      'succeeded card_refunded charges -> refunded reverse payment.refunded',
      'failed charge_retried charges {"closed":false} -> processing',
      'failed cancel brand {"closed":false,"own":true,"refused":true} -> failed reverse cancel payment.failed',
      'failed dispute brand {"closed":false,"own":false,"refused":true,"decided":false} -> disputed (reason) hold cancel payment.disputed',
      'failed charged charges {"closed":false} -> succeeded release payment.succeeded',
      'disputed resolve brand {"charged":false} -> processing unhold charge',
      'disputed resolve brand {"charged":true,"closed":false} -> succeeded unhold',
      'disputed award staff {"charged":false} -> processing unhold charge',
      'disputed award staff {"charged":true,"closed":false} -> succeeded unhold',
      'disputed refund staff {"charged":false} -> failed reverse payment.failed',
      'disputed refund staff {"charged":true,"closed":false} -> disputed reverse refund',
      'disputed card_refunded charges {"charged":true,"closed":false} -> refunded reverse payment.refunded',
      'disputed card_refunded charges {"charged":true,"closed":true} -> refunded payment.refunded',
    ]);
  });
});

function movesNeedReason(status: PaymentStatus, facts: Facts): boolean {
  return BRAND.some((action) => paymentMachine.moves(status, action, facts).some((one) => one.needs));
}
