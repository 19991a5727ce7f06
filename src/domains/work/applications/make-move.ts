// Carries out one move of the table: the row, the program's counts, the roster and the event, in one batch.
import type { Ctx } from '../../../context.ts';
import { emit } from '../../../db/outbox.ts';
import { AppError } from '../../../kit/error.ts';
import { joinRoster, noteActivity, refreshRoster } from '../creators/roster.ts';
import { countWork, takeCreatorPlace } from '../programs/count-work.ts';
import type { ApplicationRow } from './application.ts';
import { type Action, decide, type Move, type Party, type State } from './transitions.ts';

/** Who acts: an account stands on the brand's side. */
export function partyOf(ctx: Ctx): Party {
  return ctx.actor.account ? 'brand' : 'creator';
}

/** The move, or the refusal that the table holds: permission_denied when it is the other side's, else conflict. */
export function moveFor(state: State, action: Action, by: Party, open: boolean): Move {
  const verdict = decide(state, action, by, open ? 'open' : 'none_open');
  if ('move' in verdict) return verdict.move;
  const what = SAID[action];
  if (verdict.refusal === 'forbidden')
    throw new AppError('permission_denied', `${what} is for the ${by === 'brand' ? 'creator' : 'brand'}.`);
  throw new AppError('conflict', `${what} is not possible for ${A[state]}.`);
}

const SAID: Record<Action, string> = {
  post: 'Applying again',
  approve: 'Approving',
  reject: 'Rejecting',
  reopen: 'Reopening',
  withdraw: 'Withdrawing',
  pay: "Changing the creator's pay",
};

const A: Record<State, string> = {
  none: 'no application',
  pending: 'a pending application',
  invited: 'an open invitation',
  approved: 'an approved application',
  rejected: 'a rejected application',
  removed: 'a removed creator',
  withdrawn: 'a withdrawn application',
};

/** The columns that a state stands for. */
export function columnsOf(state: State): Pick<ApplicationRow, 'status' | 'removed' | 'invited'> {
  const removed = state === 'removed';
  const invited = state === 'invited';
  if (invited || state === 'pending') return { status: 'pending', removed, invited };
  if (removed || state === 'rejected') return { status: 'rejected', removed, invited };
  if (state === 'approved' || state === 'withdrawn') return { status: state, removed, invited };
  throw new AppError('internal_error', 'no columns for this state');
}

/** What a move brings with it besides the application's own row. To be called once the row is in the write set. */
export function followMove(
  ctx: Ctx,
  row: Pick<ApplicationRow, 'id' | 'accountId' | 'programId' | 'creatorId'>,
  from: State,
  move: Move,
): void {
  if (move.to === 'approved' && from !== 'approved') takeCreatorPlace(ctx, row.programId);
  if (from === 'approved' && move.to !== 'approved') countWork(ctx, row.programId, { creators: -1 });
  joinRoster(ctx, row.accountId, row.creatorId, rosterStatus(from, move), move.by);
  if (move.by === 'creator') noteActivity(ctx, row.creatorId);
  if (move.event) {
    const ids = { program: row.programId, application: row.id };
    const about = { account: row.accountId, creator: row.creatorId };
    if (move.event === 'application.invited')
      emit(ctx, { ...about, type: move.event, data: { ...ids, creator: row.creatorId } });
    else emit(ctx, { ...about, type: move.event, data: ids });
  }
  refreshRoster(ctx, row.creatorId);
}

/**
 * Both sides have said yes once a brand approves what a creator asked for, or a creator accepts. An invitation alone,
 * even one that nothing has to be accepted for, tells the brand no more than the marketplace does.
 */
function rosterStatus(from: State, move: Move): 'live' | 'invited' | 'review' {
  if (move.to !== 'approved') return move.by === 'brand' ? 'invited' : 'review';
  return from === 'none' || from === 'withdrawn' ? 'invited' : 'live';
}
