import type * as z from 'zod';
import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { emitInternal } from '../../../db/outbox.ts';
import { AppError, invalidField, rejected } from '../../../kit/error.ts';
import { newId } from '../../../kit/ids.ts';
import { toBasisPoints } from '../../../kit/money.ts';
import { refreshRoster } from '../applications/interface.ts';
import {
  addInvitationMail,
  refuseWhilePaused,
  requireVisibleCreator,
  saidNow,
  sayYes,
} from '../creator-consent/interface.ts';
import { findOwnProgram } from '../program-terms/interface.ts';
import { checkChargeable, payOf, summaryOf } from './pay.ts';
import { presentRetainer, type Retainer, type RetainerCreate, type RetainerRow } from './retainer.ts';
import { insertRetainer } from './store.ts';

/** How far in the past a start may be that was meant to be now. */
const CLOCK_SKEW_MS = 60_000;

/** An account offers a retainer to a creator on its roster. */
export async function createRetainer(ctx: Ctx, input: z.output<typeof RetainerCreate>): Promise<Retainer> {
  const account = actingAccount(ctx.actor);
  const creatorId = await onRoster(ctx, input.creator);
  if (input.program != null) await checkProgram(ctx, input.program);
  const pay = payOf(input.pay);
  const currency = input.currency ?? 'usd';
  checkChargeable(pay, currency, toBasisPoints(ctx.vars.SERVICE_FEE_PERCENT));
  const row: RetainerRow = {
    id: newId('retainer', ctx.now),
    accountId: account.id,
    creatorId,
    programId: input.program ?? null,
    status: 'offered',
    pay,
    currency,
    deliverables: input.deliverables ?? null,
    notes: input.notes ?? null,
    startsAt: startOf(ctx, input.startsAt),
    period: 0,
    currentPeriodStartAt: null,
    currentPeriodEndAt: null,
    canceledAt: null,
    dueAt: null,
    lastPaid: 0,
    version: 1,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  };
  refuseWhilePaused(ctx, row);
  insertRetainer(ctx, row);
  emitInternal(ctx, {
    type: 'retainer.offered',
    account: account.id,
    creator: creatorId,
    data: { retainer: row.id, pay: summaryOf(row.pay, row.currency).replace(/\.$/, '') },
  });
  addInvitationMail(ctx, creatorId, 0);
  // Applying is the creator's consent; offering pay is the account's.
  const yes = saidNow(ctx, 'createRetainer');
  sayYes(ctx, { accounts: [account.id], creatorId, side: 'account', yes, source: 'application' });
  refreshRoster(ctx, creatorId);
  return presentRetainer(row);
}

function startOf(ctx: Ctx, given: string | undefined): number {
  if (given === undefined) return ctx.now;
  const at = Math.floor(Date.parse(given));
  if (at < ctx.now - CLOCK_SKEW_MS) throw invalidField('/startsAt', 'The start lies in the past.', 'past');
  return at;
}

/** The creator's ID, if it is on the roster; creators who applied are too. Throws operation_rejected. */
async function onRoster(ctx: Ctx, id: string): Promise<string> {
  try {
    const { found } = await requireVisibleCreator(ctx, id);
    const consent = found.relationship?.consent;
    if (consent !== undefined && consent !== 'ended' && consent !== 'declined') return found.creator.id;
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'not_found')) throw error;
    throw rejected('creator_not_found', 'No such creator.');
  }
  throw rejected('creator_not_on_roster', 'The creator is not on the roster.');
}

async function checkProgram(ctx: Ctx, id: string): Promise<void> {
  const program = await findOwnProgram(ctx, id);
  if (!program) throw rejected('program_not_found', 'No such program.');
  if (program.status === 'archived') throw rejected('program_archived', 'The program is archived.');
}
