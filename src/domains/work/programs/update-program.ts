import type { Ctx } from '../../../context.ts';
import { AppError, rejected } from '../../../kit/error.ts';
import { checkVersion } from '../../../resource/version.ts';
import type { Program, ProgramRow, ProgramStatus, ProgramUpdateInput } from '../program-terms/program.ts';
import { insertPay, requireOwnProgram, saveProgram } from './change-store.ts';
import { presentOne } from './present-programs.ts';
import { programChanges } from './program-changes.ts';

/**
 * The statuses that each status can change to. An archived one keeps its history and can no longer be
 * changed.
 */
const PROGRAM_MOVES: Record<ProgramStatus, readonly ProgramStatus[]> = {
  draft: ['live', 'archived'],
  live: ['paused', 'archived'],
  paused: ['live', 'archived'],
  archived: [],
};

/** Changes a program: the whole input or nothing. */
export async function updateProgram(ctx: Ctx, id: string, input: ProgramUpdateInput): Promise<Program> {
  const before = await requireOwnProgram(ctx, id);
  checkVersion(before, input.version);
  const { status, version: _, ...fields } = input;
  const changes = await programChanges(ctx, before, fields);
  if (status !== undefined && status !== before.status) {
    if (!PROGRAM_MOVES[before.status].includes(status))
      throw new AppError('conflict', `A program that is ${before.status} cannot become ${status}.`);
    changes.status = status;
  }
  if (Object.keys(changes).length === 0) return await presentOne(ctx, before);
  if (before.status === 'archived') throw new AppError('conflict', 'An archived program no longer changes.');
  const after: ProgramRow = { ...before, ...changes, version: before.version + 1, updatedAt: ctx.now };
  if (changes.status === 'live') checkOpenDates(ctx, after);
  saveProgram(ctx, before, changes);
  if (changes.pay) insertPay(ctx, before.id, after.payVersion, changes.pay);
  return await presentOne(ctx, after);
}

/** A program whose end date has passed cannot go live. Throws operation_rejected. */
export function checkOpenDates(ctx: { now: number }, row: ProgramRow): void {
  if (row.endsAt !== null && row.endsAt <= ctx.now)
    throw rejected('already_ended', 'endsAt has passed: the program cannot go live.');
}
