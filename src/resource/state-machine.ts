// State machines as data: a domain's table lists every transition, the verbs follow it, and the tests are
// generated from it.
import { AppError } from '../kit/error.ts';

/** One transition from a state by an action. */
export interface Move<State extends string, Party extends string, Facts extends object> {
  by: Party;
  to: State;
  /** The transition exists only while these facts hold. */
  when?: Partial<Facts>;
}

export type Verdict<M> = { move: M } | { refusal: 'forbidden' | 'conflict' };

export type Table<State extends string, Action extends string, M> = Readonly<
  Record<State, Partial<Record<Action, readonly M[]>>>
>;

interface Refusals<State extends string, Action extends string, Party extends string, Facts> {
  /** The message of permission_denied, for a party that may act here but not in this way. */
  forbidden(state: State, action: Action, by: Party, facts: Facts): string;
  /** The message of conflict, when no party can do this in the state. */
  conflict(state: State, action: Action, by: Party, facts: Facts): string;
}

export interface Machine<State extends string, Action extends string, Party extends string, Facts, M> {
  table: Table<State, Action, M>;
  /** The possible transitions of a state and action under these facts. */
  moves(state: State, action: Action, facts: Facts): M[];
  /** The result when `by` takes `action`. */
  decide(state: State, action: Action, by: Party, facts: Facts): Verdict<M>;
  /**
   * The transition. Throws permission_denied when only another party can make it, conflict when no party can
   * from this state.
   */
  require(state: State, action: Action, by: Party, facts: Facts): M;
}

export function machine<
  State extends string,
  Action extends string,
  Party extends string,
  Facts extends object,
  M extends Move<State, Party, Facts>,
>(
  table: Table<State, Action, M>,
  says: Refusals<State, Action, Party, Facts>,
): Machine<State, Action, Party, Facts, M> {
  const moves = (state: State, action: Action, facts: Facts) =>
    (table[state][action] ?? []).filter(({ when = {} }) =>
      (Object.keys(when) as (keyof Facts)[]).every((fact) => (when as Facts)[fact] === facts[fact]),
    );
  const decide = (state: State, action: Action, by: Party, facts: Facts): Verdict<M> => {
    const there = moves(state, action, facts);
    if (there.length === 0) return { refusal: 'conflict' };
    const move = there.find((one) => one.by === by);
    return move ? { move } : { refusal: 'forbidden' };
  };
  return {
    table,
    moves,
    decide,
    require(state, action, by, facts) {
      const verdict = decide(state, action, by, facts);
      if ('move' in verdict) return verdict.move;
      if (verdict.refusal === 'forbidden')
        throw new AppError('permission_denied', says.forbidden(state, action, by, facts));
      throw new AppError('conflict', says.conflict(state, action, by, facts));
    },
  };
}
