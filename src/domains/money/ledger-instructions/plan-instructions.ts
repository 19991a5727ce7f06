import type { SystemCtx } from '../../../context.ts';
import { postingProblem } from '../ledger/posting-problem.ts';
import { transferProblem } from '../ledger/transfer.ts';
import { driveInstructions } from './drive-instructions.ts';
import type { Instruction } from './instruction.ts';
import { insertInstructions } from './store.ts';

/**
 * Adds instructions to a verb's own batch, after those that the subject already has. They are driven after
 * the commit, or by the cron if that is lost. Throws for a malformed instruction.
 */
export function planInstructions(ctx: SystemCtx, subject: string, instructions: Instruction[]): void {
  for (const instruction of instructions) {
    const problem = instructionProblem(instruction);
    if (problem !== null) throw new Error(`bad ledger instruction of ${subject}: ${problem}`);
  }
  if (instructions.length === 0) return;
  insertInstructions(ctx, subject, instructions);
  ctx.write.afterCommit(() => driveInstructions(ctx, subject));
}

function instructionProblem(instruction: Instruction): string | null {
  if (instruction.kind === 'posting') return postingProblem(instruction.posting);
  return (
    transferProblem(instruction.transfer) ?? (instruction.orElse ? transferProblem(instruction.orElse) : null)
  );
}
