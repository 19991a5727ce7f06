import { and, eq, gt } from 'drizzle-orm';
import type { StaffCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { newestFirst, withinRange } from '../../../db/list.ts';
import type { IdRange } from '../../../resource/list-page.ts';
import type { StaffActionRow } from './staff-action.ts';
import { staffActions } from './table.ts';

export function insertAction(ctx: StaffCtx, row: StaffActionRow): void {
  ctx.write.add(mainDb(ctx.env).insert(staffActions).values(row));
}

export async function listActions(
  ctx: StaffCtx,
  filter: { staff?: string | undefined; subject?: string | undefined },
  limit: number,
  range: IdRange,
): Promise<StaffActionRow[]> {
  const { staff, subject } = filter;
  return await mainDb(ctx.env)
    .select()
    .from(staffActions)
    .where(
      and(
        staff === undefined ? undefined : eq(staffActions.staff, staff),
        subject === undefined ? undefined : eq(staffActions.subject, subject),
        withinRange(staffActions.id, range),
      ),
    )
    .orderBy(newestFirst(staffActions.id))
    .limit(limit + 1)
    .all();
}

/** Whether the caller did this to the subject, in an action with a later ID. */
export async function findAction(
  ctx: StaffCtx,
  subject: string,
  action: string,
  after: string,
): Promise<boolean> {
  const { id, staff } = staffActions;
  const found = await mainDb(ctx.env)
    .select({ id })
    .from(staffActions)
    .where(
      and(
        eq(staffActions.subject, subject),
        gt(id, after),
        eq(staff, ctx.staff),
        eq(staffActions.action, action),
      ),
    )
    .limit(1)
    .get();
  return found !== undefined;
}
