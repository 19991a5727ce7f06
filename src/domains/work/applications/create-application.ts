import type * as z from 'zod';
import type { Ctx } from '../../../context.ts';
import { shownAccount } from '../../../db/involved-list.ts';
import { AppError, invalidField, rejected } from '../../../kit/error.ts';
import { newId } from '../../../kit/ids.ts';
import type { Evidence } from '../agreement-rules/interface.ts';
import { refuseWhilePaused, requireVisibleCreator } from '../creator-consent/interface.ts';
import { countNewApplication, findOwnProgram, findProgram, programFull } from '../program-terms/interface.ts';
import { isInNetwork, type ProgramRow } from '../program-terms/program.ts';
import { acceptOpenAgreements } from './accept-agreements.ts';
import { hasOpenAgreements } from './agreements-store.ts';
import {
  type Application,
  type ApplicationCreate,
  type ApplicationRow,
  type FoundApplication,
  stateOf,
} from './application.ts';
import { applyTransition, columnsOf, partyOf } from './apply-transition.ts';
import { presentWithAgreements } from './get-application.ts';
import { findApplication, insertApplication, saveApplication } from './store.ts';
import { applicationMachine, type Move } from './transitions.ts';

type Input = z.output<typeof ApplicationCreate>;

/**
 * A creator applies, or a brand invites. A withdrawn application is opened again; any other existing one is a
 * conflict.
 * @returns `opened` true when the application existed before.
 */
export async function createApplication(
  ctx: Ctx,
  input: Input,
  evidence: Evidence,
): Promise<{ application: Application; opened: boolean }> {
  const by = partyOf(ctx);
  if (by === 'brand' && input.acceptAgreements)
    throw new AppError('permission_denied', 'Agreements are accepted by the creator.');
  const { creatorId, consent } =
    by === 'brand' ? await invitee(ctx, input) : { creatorId: applicant(ctx, input), consent: null };
  const { program, before } = await placeIn(ctx, input.program, creatorId);
  const unaccepted = before ? before.open : await hasOpenAgreements(ctx, program, creatorId);
  const open = unaccepted && !input.acceptAgreements;
  const from = before ? stateOf(before.application) : 'none';
  const facts = { open, agreed: consent === 'agreed', applied: false };
  const move = applicationMachine.require(from, 'post', by, facts);
  checkTakes(ctx, program, by === 'creator' || move.to === 'approved');
  if (by === 'brand') refuseWhilePaused(ctx, { accountId: program.accountId, creatorId });
  const found = before ? again(ctx, program, before, move, open) : first(ctx, program, creatorId, move, open);
  if (!before) countNewApplication(ctx, program);
  if (unaccepted && !open) await acceptOpenAgreements(ctx, found.application, evidence);
  applyTransition(ctx, found.application, from, move, 'createApplication');
  return {
    application: await presentWithAgreements(ctx, await withFee(ctx, found)),
    opened: before !== null,
  };
}

/** The creator that a brand invites: one on its roster, or one that the marketplace shows it. */
async function invitee(
  ctx: Ctx,
  input: Input,
): Promise<{ creatorId: string; consent: FoundApplication['consent'] }> {
  if (input.creator === undefined) throw invalidField('/creator', 'Say whom to invite.', 'required');
  try {
    const { found } = await requireVisibleCreator(ctx, input.creator);
    return { creatorId: found.creator.id, consent: found.relationship?.consent ?? null };
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

/** The program, if the caller can see it, and the application that exists already. */
async function placeIn(
  ctx: Ctx,
  id: string,
  creatorId: string,
): Promise<{ program: ProgramRow; before: FoundApplication | null }> {
  const program = ctx.actor.account ? await findOwnProgram(ctx, id) : await findProgram(ctx, id);
  const before = program && (await findApplication(ctx, id, creatorId));
  const visible = program && (ctx.actor.account || before || isInNetwork(program));
  const only = shownAccount(ctx);
  if (!visible || (only !== undefined && program.accountId !== only))
    throw rejected('program_not_found', 'No such program.');
  return { program, before };
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
    // Applying accepts the current pay. An invited creator accepts it with the agreements, if there are any.
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
    consent: null,
    feePartner: null,
    feeBps: null,
  };
}

function again(
  ctx: Ctx,
  program: ProgramRow,
  before: FoundApplication,
  move: Move,
  open: boolean,
): FoundApplication {
  const changes = terms(ctx, program, move, open);
  saveApplication(ctx, before, changes);
  const application = {
    ...before.application,
    ...changes,
    version: before.application.version + 1,
    updatedAt: ctx.now,
  };
  return { ...before, open, application };
}

/** Adds the partner's rate, which the query for the application cannot find before its row exists. */
async function withFee(ctx: Ctx, found: FoundApplication): Promise<FoundApplication> {
  try {
    const { found: creator } = await requireVisibleCreator(ctx, found.application.creatorId);
    return { ...found, feePartner: creator.feePartner, feeBps: creator.feeBps };
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return found;
    throw error;
  }
}
