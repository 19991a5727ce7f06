import type { StaffCtx } from '../../../context.ts';
import {
  idRange,
  type ListInput,
  type ListPage,
  listOf,
  mapListPage,
  toListPage,
} from '../../../resource/list-page.ts';
import { presentAction, type StaffAction } from './staff-action.ts';
import { listActions } from './store.ts';

export interface ActionQuery extends ListInput {
  staff?: string | undefined;
  subject?: string | undefined;
}

/** The staff's actions, newest first. Throws invalid_request for a bad cursor. */
export async function listStaffActions(ctx: StaffCtx, query: ActionQuery): Promise<ListPage<StaffAction>> {
  const list = listOf(ctx, 'staff actions');
  const rows = await listActions(ctx, query, query.limit, idRange(list, 'staffAction', query));
  return mapListPage(toListPage(list, query, rows), presentAction);
}
