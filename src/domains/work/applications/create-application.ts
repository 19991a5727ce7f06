import type * as z from 'zod';
import type { Ctx } from '../../../context.ts';
import { AppError, invalidField, rejected } from '../../../kit/error.ts';
import { newId } from '../../../kit/ids.ts';
import { visibleCreator } from '../creators/read-creators.ts';
import { countNewApplication, programFull } from '../programs/count-work.ts';
import type { ProgramRow } from '../programs/program.ts';
import { ownProgramRow, visibleProgramRow } from '../programs/read-programs.ts';
import {
  type Application,
  type ApplicationCreate,
  type ApplicationRow,
  type FoundApplication,
  stateOf,
} from './application.ts';
import { columnsOf, followMove, moveFor, partyOf } from './make-move.ts';
import { showApplication } from './read-applications.ts';
import { findByPair, hasOpenAgreements, insertApplication, updateApplication } from './store.ts';
import type { Move } from './transitions.ts';

type Input = z.output<typeof ApplicationCreate>;

/**
 * A creator applies, or a brand invites. One that was withdrawn is opened again; any other that is there is a conflict.
 * @returns `opened` true when it was there before.
 */
export async function createApplication(
  ctx: Ctx,
  input: Input,
): Promise<{ application: Application; opened: boolean }> {
  const by = partyOf(ctx);
  const creatorId = by === 'brand' ? await invitee(ctx, input) : applicant(ctx, input);
  const program = await programFor(ctx, input.program);
  const before = await findByPair(ctx, program.id, creatorId);
  const open = before ? before.open : await hasOpenAgreements(ctx, program, creatorId);
  const from = before ? stateOf(before.application) : 'none';
  const move = moveFor(from, 'post', by, open);
  checkTakes(ctx, program, by === 'creator' || move.to === 'approved');
  const found = before ? again(ctx, program, before, move) : first(ctx, program, creatorId, move, open);
  if (!before) countNewApplication(ctx, program);
  followMove(ctx, found.application, from, move);
  return { application: await showApplication(ctx, await withFee(ctx, found)), opened: before !== null };
}

/** The creator that a brand names: on its roster, or shown to it by the marketplace. */
async function invitee(ctx: Ctx, input: Input): Promise<string> {
  if (input.creator === undefined) throw invalidField('/creator', 'Say whom to invite.', 'required');
  try {
    const { found } = await visibleCreator(ctx, input.creator);
    if (found.relationship?.status === 'removed')
      throw rejected('creator_removed', 'The creator was removed from the roster: add it again first.');
    return found.creator.id;
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found')
      throw rejected('creator_not_found', 'No such creator.');
    throw error;
  }
}

function applicant(ctx: Ctx, input: Input): string {
  const self = ctx.actor.creator!;
  if (input.creator !== undefined && input.creator !== self)
    throw new AppError('permission_denied', 'A creator applies for itself alone.');
  return self;
}

async function programFor(ctx: Ctx, id: string): Promise<ProgramRow> {
  const program = ctx.actor.account ? await ownProgramRow(ctx, id) : await visibleProgramRow(ctx, id);
  if (!program) throw rejected('program_not_found', 'No such program.');
  return program;
}

function checkTakes(ctx: Ctx, program: ProgramRow, needsPlace: boolean): void {
  const over = program.endsAt !== null && program.endsAt <= ctx.now;
  if (program.status !== 'live' || over)
    throw rejected('program_not_open', 'The program takes no applications now.');
  if (needsPlace && program.limitCreators !== null && program.creatorCount >= program.limitCreators)
    throw programFull();
}

function terms(ctx: Ctx, program: ProgramRow, move: Move, open: boolean): Partial<ApplicationRow> {
  const invitation = move.by === 'brand';
  return {
    ...columnsOf(move.to),
    invitedAt: invitation ? ctx.now : null,
    // Who applies takes the pay as it is; who is invited does so by accepting, when there is something to accept.
    payVersion: move.to === 'invited' ? null : program.payVersion,
    acceptedAt: open ? null : ctx.now,
    reviewedAt: null,
  };
}

function first(
  ctx: Ctx,
  program: ProgramRow,
  creatorId: string,
  move: Move,
  open: boolean,
): FoundApplication {
  const application: ApplicationRow = {
    id: newId('application', ctx.now),
    accountId: program.accountId,
    programId: program.id,
    creatorId,
    status: 'pending',
    removed: false,
    invited: false,
    invitedAt: null,
    pay: null,
    acceptedAt: null,
    payVersion: null,
    payStatus: 'current',
    reviewedAt: null,
    agreementsBase: program.agreementsEpoch,
    version: 1,
    createdAt: ctx.now,
    updatedAt: ctx.now,
    ...terms(ctx, program, move, open),
  };
  insertApplication(ctx, application);
  return {
    application,
    epoch: program.agreementsEpoch,
    programPay: program.pay,
    open,
    feePartner: null,
    feeBps: null,
  };
}

function again(ctx: Ctx, program: ProgramRow, before: FoundApplication, move: Move): FoundApplication {
  const changes = terms(ctx, program, move, before.open);
  updateApplication(ctx, before, changes);
  const application = {
    ...before.application,
    ...changes,
    version: before.application.version + 1,
    updatedAt: ctx.now,
  };
  return { ...before, application };
}

/** What the creator's partner takes, which a new row could not be joined with yet. */
async function withFee(ctx: Ctx, found: FoundApplication): Promise<FoundApplication> {
  try {
    const { found: creator } = await visibleCreator(ctx, found.application.creatorId);
    return { ...found, feePartner: creator.feePartner, feeBps: creator.feeBps };
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return found;
    throw error;
  }
}
