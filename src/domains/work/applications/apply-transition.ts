// Carries out one transition: the row, the program's counts, the roster and the event, in one batch.
import type { Ctx } from '../../../context.ts';
import { emit } from '../../../db/outbox.ts';
import { AppError } from '../../../kit/error.ts';
import { addInvitationMail, recordActivity, saidNow, sayYes } from '../creator-consent/interface.ts';
import { moveCounts, takeCreatorPlace } from '../program-terms/interface.ts';
import type { ApplicationRow } from './application.ts';
import { refreshRoster, withdrawRequest } from './interface.ts';
import type { Move, Party, State } from './transitions.ts';

/** The acting party: an account acts for the brand's side. */
export function partyOf(ctx: Ctx): Party {
  return ctx.actor.account ? 'brand' : 'creator';
}

/** The columns of a state. */
export function columnsOf(state: State): Pick<ApplicationRow, 'status' | 'removed' | 'invited'> {
  const removed = state === 'removed';
  const invited = state === 'invited';
  if (invited || state === 'pending') return { status: 'pending', removed, invited };
  if (removed || state === 'rejected') return { status: 'rejected', removed, invited };
  if (state === 'approved' || state === 'withdrawn') return { status: state, removed, invited };
  throw new AppError('internal_error', 'no columns for this state');
}

/**
 * Adds the effects of a transition besides the application's own row. Call it when that row is in the write
 * set.
 * @param call the operationId.
 */
export function applyTransition(
  ctx: Ctx,
  row: Pick<ApplicationRow, 'id' | 'accountId' | 'programId' | 'creatorId'>,
  from: State,
  move: Move,
  call: string,
): void {
  if (move.to === 'approved' && from !== 'approved') takeCreatorPlace(ctx, row.programId);
  if (from === 'approved' && move.to !== 'approved') moveCounts(ctx, row.programId, { creators: -1 });
  saysToEachOther(ctx, row, move, call);
  if (isInvitation(from, move)) addInvitationMail(ctx, row.creatorId, 0);
  if (move.by === 'creator') recordActivity(ctx, row.creatorId);
  if (move.event) {
    const ids = { program: row.programId, application: row.id };
    const about = { account: row.accountId, creator: row.creatorId };
    if (move.event === 'application.invited')
      emit(ctx, { ...about, type: move.event, data: { ...ids, creator: row.creatorId } });
    else emit(ctx, { ...about, type: move.event, data: ids });
  }
  refreshRoster(ctx, row.creatorId);
}

/** Whether the brand offers a place that nobody asked for. */
const isInvitation = (from: State, { by, to }: Move): boolean =>
  by === 'brand' && to !== from && (to === 'invited' || (to === 'approved' && from !== 'pending'));

/**
 * Adds what a transition means for working together. Inviting and approving are the brand's consent; applying
 * and accepting are the creator's, and withdrawing the last application takes the creator's consent back.
 * Rejecting and reopening change nothing.
 */
function saysToEachOther(
  ctx: Ctx,
  { accountId, creatorId }: Pick<ApplicationRow, 'accountId' | 'creatorId'>,
  move: Move,
  call: string,
): void {
  const yes = saidNow(ctx, call);
  const side = move.by === 'brand' ? 'account' : 'creator';
  if (move.to === 'withdrawn') withdrawRequest(ctx, accountId, creatorId, { ...yes, side });
  else if (move.to === 'invited' || move.to === 'approved' || side === 'creator')
    sayYes(ctx, { accounts: [accountId], creatorId, side, yes, source: 'application' });
}
