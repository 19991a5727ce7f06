import { actingId } from '../../auth/actor.ts';
import type { Ctx, SystemCtx } from '../../context.ts';
import { idRange, type ListInput, mapPage, type Page, toPage } from '../../resource/page.ts';
import type { Pay } from './pay.ts';
import {
  PROGRAM_STATUSES,
  type Program,
  type ProgramRow,
  type ProgramStatus,
  presentProgram,
} from './program.ts';
import { findPay, findProgram, listPrograms, visibleProgram } from './store.ts';

/** A program that the caller can see. */
export async function readProgram(ctx: Ctx, id: string): Promise<Program> {
  return presentProgram(await visibleProgram(ctx, id), actingId(ctx.actor), null);
}

export interface ProgramQuery extends ListInput {
  status?: ProgramStatus[] | undefined;
  scope?: 'network' | undefined;
}

/** The caller's programs, or with scope=network the live ones that other accounts show to everyone. */
export async function readPrograms(ctx: Ctx, query: ProgramQuery): Promise<Page<Program>> {
  const me = actingId(ctx.actor);
  const list = `programs ${me}`;
  const network = query.scope === 'network';
  const offered = network ? ['live' as const] : PROGRAM_STATUSES;
  const statuses = offered.filter((one) => (query.status ? query.status.includes(one) : one !== 'archived'));
  const range = idRange(list, 'program', query);
  const rows = await listPrograms(ctx, { network, statuses, limit: query.limit, range });
  return mapPage(toPage(list, query, rows), (row) => presentProgram(row, me, null));
}

/** A program's row, for other domains; null when there is none. */
export async function programRow(ctx: SystemCtx, id: string): Promise<ProgramRow | null> {
  return await findProgram(ctx, id);
}

/** The pay of a program as its version `version` had it; null when it never had that version. */
export async function payOfVersion(ctx: SystemCtx, programId: string, version: number): Promise<Pay | null> {
  return await findPay(ctx, programId, version);
}
