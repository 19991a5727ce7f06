import type { Ctx } from '../../../context.ts';
import { filesById, imageOf } from '../../platform/files/interface.ts';
import { type Program, presentProgram, type SeenProgram } from '../program-terms/program.ts';

/** A program as the caller sees it, with a link to its image. */
export async function presentOne(ctx: Ctx, row: SeenProgram): Promise<Program> {
  const [record] = await presentPrograms(ctx, [row]);
  return record!;
}

export async function presentPrograms(ctx: Ctx, rows: SeenProgram[]): Promise<Program[]> {
  const files = await filesById(
    ctx,
    rows.map((row) => row.image),
  );
  return await Promise.all(
    rows.map(async (row) =>
      presentProgram(row, ctx.actor, await imageOf(ctx, row.image === null ? null : files.get(row.image))),
    ),
  );
}
