import { actingId } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { AppError, notFound } from '../../../kit/error.ts';
import { idRange, type ListInput, type ListPage, listOf, toListPage } from '../../../resource/list-page.ts';
import {
  PROGRAM_STATUSES,
  type Program,
  type ProgramPlatform,
  type ProgramStatus,
} from '../program-terms/program.ts';
import { presentOne, presentPrograms } from './present-programs.ts';
import * as store from './store.ts';

/** A program that the caller can see. Throws not_found. */
export async function getProgram(ctx: Ctx, id: string): Promise<Program> {
  const row = await store.findVisibleProgram(ctx, id);
  if (!row) throw notFound('program');
  return await presentOne(ctx, row);
}

export interface ProgramQuery extends ListInput {
  status?: ProgramStatus[] | undefined;
  scope?: 'network' | undefined;
  account?: string | undefined;
  agreement?: string | undefined;
  platform?: ProgramPlatform | undefined;
  q?: string | undefined;
}

/** The caller's programs, or with scope=network the live ones that other accounts show to everyone. */
export async function listPrograms(ctx: Ctx, query: ProgramQuery): Promise<ListPage<Program>> {
  const list = listOf(ctx, `programs ${actingId(ctx.actor)}`);
  const network = query.scope === 'network';
  if (network && query.agreement !== undefined)
    throw new AppError('invalid_request', 'agreement: searches your own programs, without scope.');
  const offered = network ? ['live' as const] : PROGRAM_STATUSES;
  const statuses = offered.filter((one) => (query.status ? query.status.includes(one) : one !== 'archived'));
  const range = idRange(list, 'program', query);
  const rows = await store.listPrograms(ctx, {
    network,
    account: query.account,
    agreement: query.agreement,
    platform: query.platform,
    name: query.q,
    statuses,
    limit: query.limit,
    range,
  });
  const page = toListPage(list, query, rows);
  return { ...page, items: await presentPrograms(ctx, page.items) };
}
