import type { StaffCtx } from '../../../context.ts';
import { newId } from '../../../kit/ids.ts';
import { insertAction } from './store.ts';

/**
 * Runs a staff verb and records who did what and why in the batch of its effect: a refused or failed call
 * leaves no record, and one that takes effect always does. Throws what the verb throws. Returns the record
 * after the change. If the verb created the record, `before` is empty.
 * @param present the verb's record as the staff sees it, which is also how it is stored.
 */
export async function audited<R, V extends Record<string, unknown>>(
  ctx: StaffCtx,
  what: { action: string; subject: string; reason: string },
  verb: () => Promise<{ before: R | null; after: R }>,
  present: (record: R) => V,
): Promise<V> {
  const { before, after } = await verb();
  const shown = present(after);
  const id = newId('staffAction', ctx.now);
  insertAction(ctx, {
    id,
    staff: ctx.staff,
    ...what,
    before: before === null ? {} : present(before),
    after: shown,
  });
  return shown;
}
