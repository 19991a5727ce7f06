// What other domains tell a program about the work done in it. Each adds to the caller's batch.
import type { SystemCtx } from '../../../context.ts';
import { rejected } from '../../../kit/error.ts';
import type { ProgramRow } from './program.ts';
import {
  addToCounters,
  bumpAgreements,
  countApplication,
  requireBudget,
  reserveRules,
  takePlace,
} from './store.ts';

/** Moves a program's counts; `spend` is in cents of the pay's currency. */
export function countWork(
  ctx: SystemCtx,
  programId: string,
  by: { creators?: number; applications?: number; submissions?: number; spend?: number },
): void {
  addToCounters(ctx, programId, by);
}

/** Sees to it that what the batch has spent so far lies within the program's budget, else it fails with a conflict. */
export function keepWithinBudget(ctx: SystemCtx, programId: string): void {
  requireBudget(ctx, programId);
}

/** Counts a new application. The batch fails with a conflict when the program has closed or asks for other agreements. */
export function countNewApplication(ctx: SystemCtx, program: ProgramRow): void {
  countApplication(ctx, program);
}

/** Takes one of the program's places for a creator. The batch fails with operation_rejected when there is none. */
export function takeCreatorPlace(ctx: SystemCtx, programId: string): void {
  takePlace(ctx, programId, programFull);
}

export function programFull() {
  return rejected('program_full', 'The program has all the creators it takes.');
}

/** Sees to it that the program's next new rule gets `nextRule` or a later number. */
export function reserveRuleNumbers(ctx: SystemCtx, programId: string, nextRule: number): void {
  reserveRules(ctx, programId, nextRule);
}

/**
 * Makes acceptances that were read before stale, since what creators must accept has changed: in the programs that
 * name the agreement, or (null) in all of the account's.
 */
export function agreementsChanged(ctx: SystemCtx, accountId: string, agreementId: string | null): void {
  bumpAgreements(ctx, accountId, agreementId);
}
