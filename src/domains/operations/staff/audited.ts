import type { StaffCtx } from '../../../context.ts';
import { newId } from '../../../kit/ids.ts';
import { insertAction } from './store.ts';

/**
 * Runs a verb for somebody of the staff and records who did what and why in the batch of its effect: what is refused or
 * fails leaves no record, what takes effect always does. Throws what the verb throws. Returns the record as it is then.
 * What a verb made was nothing before.
 * @param present the verb's record as the staff sees it, and as it is kept.
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
