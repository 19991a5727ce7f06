import type * as z from 'zod';
import type { Ctx } from '../../../context.ts';
import { emit } from '../../../db/outbox.ts';
import { checkVersion } from '../../../resource/version.ts';
import { acceptForRetainer, type Evidence } from '../agreement-rules/interface.ts';
import { refreshRoster } from '../applications/interface.ts';
import { recordActivity, refuseWhilePaused, saidNow, sayYes } from '../creator-consent/interface.ts';
import { presentWithAgreements } from './get-retainer.ts';
import type { Retainer, RetainerRow, RetainerUpdate } from './retainer.ts';
import { requireRetainer, saveRetainer } from './store.ts';
import { type Action, type Move, type Party, retainerMachine } from './transitions.ts';

type Input = z.output<typeof RetainerUpdate>;

/** The action behind each requested status. */
const ACTION = { accepted: 'accept', rejected: 'reject', canceled: 'cancel' } as const;

/** Answers an offer, cancels a retainer, or changes its texts: the whole input or nothing. */
export async function updateRetainer(
  ctx: Ctx,
  id: string,
  input: Input,
  evidence: Evidence,
): Promise<Retainer> {
  const found = await requireRetainer(ctx, id);
  const before = found.retainer;
  checkVersion(before, input.version);
  const by: Party = ctx.actor.account ? 'brand' : 'creator';
  const may = (action: Action) => retainerMachine.require(before.status, action, by, found.facts);
  const move = input.status === undefined ? null : may(ACTION[input.status]);
  const words: Partial<RetainerRow> = {};
  if (input.deliverables !== undefined) words.deliverables = input.deliverables;
  if (input.notes !== undefined) words.notes = input.notes;
  const edits = Object.keys(words).length > 0;
  if (edits) may('edit');
  if (!move && !edits) return await presentWithAgreements(ctx, before);
  const changes = { ...words, ...(move ? columnsOf(ctx, before, move) : {}) };
  if (move?.to === 'accepted') refuseWhilePaused(ctx, before);
  saveRetainer(ctx, before, changes);
  if (by === 'creator') recordActivity(ctx, before.creatorId);
  if (move?.to === 'accepted') {
    await acceptForRetainer(ctx, before, evidence);
    sayYes(ctx, {
      accounts: [before.accountId],
      creatorId: before.creatorId,
      side: 'creator',
      yes: saidNow(ctx, 'updateRetainer'),
      source: 'application',
    });
    refreshRoster(ctx, before.creatorId);
  }
  if (move?.event)
    emit(ctx, {
      type: move.event,
      account: before.accountId,
      creator: before.creatorId,
      data: { retainer: before.id },
    });
  return await presentWithAgreements(ctx, {
    ...before,
    ...changes,
    version: before.version + 1,
    updatedAt: ctx.now,
  });
}

/** The columns that a transition changes besides the texts. */
function columnsOf(ctx: Ctx, before: RetainerRow, { to }: Move): Partial<RetainerRow> {
  switch (to) {
    case 'accepted': {
      // Time before the creator agreed is not paid.
      const startsAt = Math.max(before.startsAt, ctx.now);
      return { status: to, startsAt, dueAt: startsAt };
    }
    case 'canceling':
      return { status: to, canceledAt: ctx.now };
    case 'canceled':
      // One whose start has passed may have submissions, so the cron looks at it once more.
      return { status: to, canceledAt: ctx.now, dueAt: ctx.now };
    default:
      return { status: to };
  }
}
