import { actingId } from '../../../auth/actor.ts';
import type { Ctx, SystemCtx } from '../../../context.ts';
import { notFound } from '../../../kit/error.ts';
import { idRange, type ListInput, type Page, toPage } from '../../../resource/page.ts';
import { filesById, imageOf } from '../../platform/files/interface.ts';
import type { Pay } from './pay.ts';
import {
  PROGRAM_STATUSES,
  type Program,
  type ProgramRow,
  type ProgramStatus,
  presentProgram,
} from './program.ts';
import { findPay, findProgram, findVisibleProgram, listPrograms } from './store.ts';

/** A program that the caller can see. */
export async function readProgram(ctx: Ctx, id: string): Promise<Program> {
  const row = await findVisibleProgram(ctx, id);
  if (!row) throw notFound('program');
  return await showProgram(ctx, row);
}

/** A program as the caller sees it, with a link to its image. */
export async function showProgram(ctx: Ctx, row: ProgramRow): Promise<Program> {
  const [record] = await showPrograms(ctx, [row]);
  return record!;
}

async function showPrograms(ctx: Ctx, rows: ProgramRow[]): Promise<Program[]> {
  const files = await filesById(
    ctx,
    rows.map((row) => row.image),
  );
  return await Promise.all(
    rows.map(async (row) =>
      presentProgram(
        row,
        actingId(ctx.actor),
        await imageOf(ctx, row.image === null ? null : files.get(row.image)),
      ),
    ),
  );
}

export interface ProgramQuery extends ListInput {
  status?: ProgramStatus[] | undefined;
  scope?: 'network' | undefined;
}

/** The caller's programs, or with scope=network the live ones that other accounts show to everyone. */
export async function readPrograms(ctx: Ctx, query: ProgramQuery): Promise<Page<Program>> {
  const list = `programs ${actingId(ctx.actor)}`;
  const network = query.scope === 'network';
  const offered = network ? ['live' as const] : PROGRAM_STATUSES;
  const statuses = offered.filter((one) => (query.status ? query.status.includes(one) : one !== 'archived'));
  const range = idRange(list, 'program', query);
  const rows = await listPrograms(ctx, { network, statuses, limit: query.limit, range });
  const page = toPage(list, query, rows);
  return { ...page, items: await showPrograms(ctx, page.items) };
}

/** A program that the caller can see, for other domains; null for any other. */
export async function visibleProgramRow(ctx: Ctx, id: string): Promise<ProgramRow | null> {
  return await findVisibleProgram(ctx, id);
}

/** A program of the acting account's own, for other domains; null for any other. */
export async function ownProgramRow(ctx: Ctx, id: string): Promise<ProgramRow | null> {
  const row = await findProgram(ctx, id);
  return row?.accountId === actingId(ctx.actor) ? row : null;
}

/** A program's row, for other domains; null when there is none. */
export async function programRow(ctx: SystemCtx, id: string): Promise<ProgramRow | null> {
  return await findProgram(ctx, id);
}

/** The pay of a program as its version `version` had it; null when it never had that version. */
export async function payOfVersion(ctx: SystemCtx, programId: string, version: number): Promise<Pay | null> {
  return await findPay(ctx, programId, version);
}
