import type * as z from 'zod';
import type { Ctx } from '../../../context.ts';
import { AppError, invalidField } from '../../../kit/error.ts';
import { toBasisPoints } from '../../../kit/money.ts';
import { checkVersion } from '../../../resource/version.ts';
import type { Evidence } from '../agreement-rules/interface.ts';
import { refuseWhilePaused } from '../creator-consent/interface.ts';
import { checkConversions, findProgram, reserveRuleNumbers } from '../program-terms/interface.ts';
import {
  checkChargeable,
  conversionsOf,
  givenSchedule,
  numberRules,
  type PayOverride,
} from '../program-terms/pay.ts';
import { acceptOpenAgreements } from './accept-agreements.ts';
import {
  type Application,
  type ApplicationRow,
  type ApplicationUpdate,
  applicationVersion,
  type FoundApplication,
  factsOf,
  stateOf,
} from './application.ts';
import { applyTransition, columnsOf, partyOf } from './apply-transition.ts';
import { presentWithAgreements } from './get-application.ts';
import { requireApplication, saveApplication } from './store.ts';
import { type Action, applicationMachine, type Move, type State } from './transitions.ts';

type Input = z.output<typeof ApplicationUpdate>;

/** The action behind each requested status. */
const ACTION: Record<ApplicationRow['status'], Action> = {
  pending: 'reopen',
  approved: 'approve',
  rejected: 'reject',
  withdrawn: 'withdraw',
};

/** Makes a transition, sets the creator's own pay, or both: the whole input or nothing. */
export async function updateApplication(
  ctx: Ctx,
  id: string,
  input: Input,
  evidence: Evidence,
): Promise<Application> {
  const before = await requireApplication(ctx, id);
  checkVersion({ version: applicationVersion(before) }, input.version);
  const from = stateOf(before.application);
  const by = partyOf(ctx);
  const accepting = input.acceptAgreements ? 'accept' : null;
  const action = input.status === undefined ? accepting : ACTION[input.status];
  const move = action && applicationMachine.require(from, action, by, factsOf(before));
  if (accepting && !move?.accepts)
    throw invalidField('/acceptAgreements', 'It goes by itself or with status approved, as the creator.');
  const changes: Partial<ApplicationRow> = {};
  if (input.pay !== undefined) {
    applicationMachine.require(from, 'pay', by, factsOf(before));
    changes.pay = input.pay && (await override(ctx, before, input.pay));
  }
  if (move) {
    Object.assign(changes, columnsOf(move.to));
    if (move.by === 'brand') changes.reviewedAt = columnsOf(move.to).status === 'pending' ? null : ctx.now;
    if (move.to === 'invited') changes.invitedAt = ctx.now;
    if (move.to === 'approved' || move.accepts)
      Object.assign(changes, await accepted(ctx, before, move.accepts === true));
  }
  if (!move && input.pay === undefined) return await presentWithAgreements(ctx, before);
  if (move && offersPlace(from, move)) refuseWhilePaused(ctx, before.application);
  saveApplication(ctx, before, changes);
  if (move?.accepts) await acceptOpenAgreements(ctx, before.application, evidence);
  if (move) applyTransition(ctx, before.application, from, move, 'updateApplication');
  return await presentWithAgreements(ctx, {
    ...before,
    open: move?.accepts ? false : before.open,
    application: {
      ...before.application,
      ...changes,
      version: before.application.version + 1,
      updatedAt: ctx.now,
    },
  });
}

/** Whether the transition gives the creator a place in the program, or offers one. */
const offersPlace = (from: State, { to }: Move) => to === 'invited' || (to === 'approved' && from !== to);

/**
 * The columns set by an approval or an acceptance: the version of the pay, and when the creator agreed to it.
 */
async function accepted(
  ctx: Ctx,
  before: FoundApplication,
  byCreator: boolean,
): Promise<Partial<ApplicationRow>> {
  const { application, open } = before;
  const out: Partial<ApplicationRow> = {};
  if (byCreator || application.payVersion === null) {
    const program = await findProgram(ctx, application.programId);
    if (!program) throw new AppError('internal_error', 'an application without its program');
    out.payVersion = program.payVersion;
  }
  if (byCreator || (application.acceptedAt === null && !open)) out.acceptedAt = ctx.now;
  return out;
}

/**
 * A creator's own pay. Its rules are numbered with the program's, so that no two rules of one creator share a
 * number.
 */
async function override(
  ctx: Ctx,
  before: FoundApplication,
  input: NonNullable<Input['pay']>,
): Promise<PayOverride> {
  const { application } = before;
  const out: PayOverride = {};
  if (input.cap !== undefined) out.cap = input.cap;
  if (input.schedule !== undefined) out.schedule = givenSchedule(input.schedule);
  if (input.rules !== undefined) {
    const program = await findProgram(ctx, application.programId);
    if (!program) throw new AppError('internal_error', 'an application without its program');
    const own = application.pay?.rules ?? [];
    const { pay } = program;
    const known = [...own, ...pay.rules.filter((rule) => !own.some((one) => one.number === rule.number))];
    const { rules, nextRule } = numberRules(input.rules, known, program.nextRule);
    checkChargeable({ rules, currency: pay.currency }, toBasisPoints(ctx.vars.SERVICE_FEE_PERCENT));
    const old = conversionsOf(known);
    await checkConversions(
      ctx,
      application.accountId,
      conversionsOf(rules).filter((one) => !old.includes(one)),
    );
    if (nextRule > program.nextRule) reserveRuleNumbers(ctx, program.id, nextRule);
    out.rules = rules;
  }
  return out;
}
