// Every transition of a plan, as data. The verbs, the jobs and the statements of the store follow it, and the tests are
// generated from it.
import { AppError } from '../../../kit/error.ts';
import { type Move, machine } from '../../../resource/state-machine.ts';
import type { PlanRow } from './plan.ts';

/** The approval state and the execution state of a plan. */
export const STATES = [
  'draft/planned',
  'pending_approval/planned',
  'approved/ready',
  'approved/executing',
  'approved/completed',
  'draft/cancelled',
  'pending_approval/cancelled',
  'approved/cancelled',
  'rejected/cancelled',
  'superseded/cancelled',
  'expired/cancelled',
] as const;
export type PlanState = (typeof STATES)[number];

/**
 * `recheck`: a record that the plan was checked against has changed, so it is approved anew. `begin` and `end` are those
 * of its execution.
 */
export const ACTIONS = [
  'approve',
  'reject',
  'cancel',
  'begin',
  'end',
  'supersede',
  'expire',
  'recheck',
] as const;
export type PlanAction = (typeof ACTIONS)[number];

export const PARTIES = ['brand', 'partner', 'service'] as const;
export type PlanParty = (typeof PARTIES)[number];

export type PlanMove = Move<PlanState, PlanParty, object>;
type Moves = Partial<Record<PlanAction, readonly PlanMove[]>>;

const by = (to: PlanState, ...parties: readonly PlanParty[]): readonly PlanMove[] =>
  parties.map((party) => ({ by: party, to }));

const open = (state: 'draft/planned' | 'pending_approval/planned' | 'approved/ready'): Moves => ({
  approve: by('approved/ready', 'brand'),
  reject: by('rejected/cancelled', 'brand'),
  cancel: by(CANCELLED[state], 'brand', 'partner'),
  supersede: by('superseded/cancelled', 'service'),
  expire: by('expired/cancelled', 'service'),
  recheck: by(state === 'approved/ready' ? 'pending_approval/planned' : state, 'service'),
});
const CANCELLED = {
  'draft/planned': 'draft/cancelled',
  'pending_approval/planned': 'pending_approval/cancelled',
  'approved/ready': 'approved/cancelled',
} as const;

/** What leads to the state that the plan is in changes nothing: a repetition is answered as the first. */
export const TRANSITIONS: Record<PlanState, Moves> = {
  'draft/planned': open('draft/planned'),
  'pending_approval/planned': open('pending_approval/planned'),
  'approved/ready': { ...open('approved/ready'), begin: by('approved/executing', 'brand', 'partner') },
  'approved/executing': {
    approve: by('approved/executing', 'brand'),
    end: by('approved/completed', 'service'),
  },
  'approved/completed': { approve: by('approved/completed', 'brand') },
  'draft/cancelled': { cancel: by('draft/cancelled', 'brand', 'partner') },
  'pending_approval/cancelled': { cancel: by('pending_approval/cancelled', 'brand', 'partner') },
  'approved/cancelled': { cancel: by('approved/cancelled', 'brand', 'partner') },
  'rejected/cancelled': { reject: by('rejected/cancelled', 'brand') },
  'superseded/cancelled': {},
  'expired/cancelled': {},
};

const SAID: Record<PlanAction, string> = {
  approve: 'Approving',
  reject: 'Rejecting',
  cancel: 'Cancelling',
  begin: 'Executing',
  end: 'Ending',
  supersede: 'Superseding',
  expire: 'Expiring',
  recheck: 'Checking again',
};

export const planMachine = machine<PlanState, PlanAction, PlanParty, object, PlanMove>(TRANSITIONS, {
  forbidden: (_, action) => `${SAID[action]} is for the brand.`,
  conflict: (state, action) => {
    const [approval, execution] = state.split('/') as [string, string];
    return `${SAID[action]} is not possible: approvalState is ${approval}, and executionState ${execution}.`;
  },
});

type Stated = Pick<PlanRow, 'approvalState' | 'executionState' | 'expiresAt'>;
type Columns = Pick<PlanRow, 'approvalState' | 'executionState'>;

/** The states before the execution, from which plans expire. */
export const OPEN_STATES: readonly PlanState[] = STATES.filter((state) => TRANSITIONS[state].expire);

/** A plan's state at a moment: it expires by the clock, whether a job has noted that or not. */
export function stateAt({ approvalState, executionState, expiresAt }: Stated, now: number): PlanState {
  const state = `${approvalState}/${executionState}` as PlanState;
  return OPEN_STATES.includes(state) && expiresAt <= now ? 'expired/cancelled' : state;
}

/** The columns of a state. */
export function columnsOf(state: PlanState): Columns {
  const [approvalState, executionState] = state.split('/');
  return { approvalState, executionState } as Columns;
}

/**
 * The columns to set for an action by a party; null where a repetition changes nothing. Throws gone for an expired plan,
 * permission_denied and conflict.
 */
export function movePlan(plan: Stated, action: PlanAction, party: PlanParty, now: number): Columns | null {
  const state = stateAt(plan, now);
  if (state === 'expired/cancelled')
    throw new AppError('gone', 'The plan expired before it was executed. Plan it again.');
  const { to } = planMachine.require(state, action, party, {});
  return to === state ? null : columnsOf(to);
}
