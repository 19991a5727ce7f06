import type { Ctx } from '../../../context.ts';
import { listForProgram } from './store.ts';

/** The titles of the active agreements that creators accept for a program of the acting account. */
export async function listAgreementsOfProgram(
  ctx: Ctx,
  program: string,
): Promise<{ agreements: { id: string; title: string }[] }> {
  return { agreements: await listForProgram(ctx, program) };
}
