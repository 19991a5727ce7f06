import type { StaffCtx } from '../../../context.ts';
import { idRange, type ListInput, listOf, mapPage, type Page, toPage } from '../../../resource/page.ts';
import { presentAction, type StaffAction } from './staff-action.ts';
import { listActions } from './store.ts';

export interface ActionQuery extends ListInput {
  staff?: string | undefined;
  subject?: string | undefined;
}

/** The staff's actions, newest first. Throws invalid_request for a bad cursor. */
export async function listStaffActions(ctx: StaffCtx, query: ActionQuery): Promise<Page<StaffAction>> {
  const list = listOf(ctx, 'staff actions');
  const rows = await listActions(ctx, query, query.limit, idRange(list, 'staffAction', query));
  return mapPage(toPage(list, query, rows), presentAction);
}
