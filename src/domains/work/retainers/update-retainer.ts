import type * as z from 'zod';
import type { Ctx } from '../../../context.ts';
import { emit } from '../../../db/outbox.ts';
import { AppError } from '../../../kit/error.ts';
import { checkVersion } from '../../../resource/version.ts';
import { acceptWithRetainer, type Evidence } from '../agreements/accept-agreements.ts';
import { joinRoster, noteActivity, refreshRoster } from '../creators/roster.ts';
import { showRetainer } from './read-retainers.ts';
import type { Retainer, RetainerRow, RetainerUpdate } from './retainer.ts';
import { type FoundRetainer, getRetainer, updateRetainer } from './store.ts';
import { type Action, decide, type Move, type Party } from './transitions.ts';

type Input = z.output<typeof RetainerUpdate>;

/** What asking for a status means. */
const ACTION = { accepted: 'accept', rejected: 'reject', canceled: 'cancel' } as const;

/** Answers an offer, cancels a retainer, or changes its words: all of the input or nothing. */
export async function editRetainer(
  ctx: Ctx,
  id: string,
  input: Input,
  evidence: Evidence,
): Promise<Retainer> {
  const found = await getRetainer(ctx, id);
  const before = found.retainer;
  checkVersion(before, input.version);
  const by: Party = ctx.actor.account ? 'brand' : 'creator';
  const move = input.status === undefined ? null : moveFor(found, ACTION[input.status], by);
  const words: Partial<RetainerRow> = {};
  if (input.deliverables !== undefined) words.deliverables = input.deliverables;
  if (input.notes !== undefined) words.notes = input.notes;
  const edits = Object.keys(words).length > 0;
  if (edits) moveFor(found, 'edit', by);
  if (!move && !edits) return await showRetainer(ctx, before);
  const changes = { ...words, ...(move ? columnsOf(ctx, before, move) : {}) };
  updateRetainer(ctx, before, changes);
  if (by === 'creator') noteActivity(ctx, before.creatorId);
  if (move?.to === 'accepted') {
    await acceptWithRetainer(ctx, before, evidence);
    joinRoster(ctx, before.accountId, before.creatorId, 'live', 'creator');
    refreshRoster(ctx, before.creatorId);
  }
  if (move?.event)
    emit(ctx, {
      type: move.event,
      account: before.accountId,
      creator: before.creatorId,
      data: { retainer: before.id },
    });
  return await showRetainer(ctx, {
    ...before,
    ...changes,
    version: before.version + 1,
    updatedAt: ctx.now,
  });
}

const SAID: Record<Action, string> = {
  accept: 'Accepting',
  reject: 'Rejecting',
  cancel: 'Canceling',
  edit: 'Changing deliverables or notes',
  start: 'Starting',
  turn: 'Ending a period',
};

/** The move, or the refusal that the table holds: permission_denied when it is the other side's, else conflict. */
function moveFor({ retainer, facts }: FoundRetainer, action: Action, by: Party): Move {
  const verdict = decide(retainer.status, action, by, facts);
  if ('move' in verdict) return verdict.move;
  const what = SAID[action];
  if (verdict.refusal === 'forbidden')
    throw new AppError('permission_denied', `${what} is for the ${by === 'brand' ? 'creator' : 'brand'}.`);
  const apart = facts.together ? '' : ', and the creator is off the roster or the brand has ended';
  throw new AppError('conflict', `${what} is not possible: the retainer is ${retainer.status}${apart}.`);
}

/** What a move changes besides the words. */
function columnsOf(ctx: Ctx, before: RetainerRow, { to }: Move): Partial<RetainerRow> {
  switch (to) {
    case 'accepted': {
      // Nothing is paid for time before the creator agreed.
      const startsAt = Math.max(before.startsAt, ctx.now);
      return { status: to, startsAt, dueAt: startsAt };
    }
    case 'canceling':
      return { status: to, canceledAt: ctx.now };
    case 'canceled':
      // One that should have begun by now may have work under it: the cron looks once more.
      return { status: to, canceledAt: ctx.now, dueAt: ctx.now };
    default:
      return { status: to };
  }
}
