import type { Ctx } from '../../../context.ts';
import { listWhoAndWhat } from './store.ts';

/** Who and what the account's log can be filtered by: those that are in it. */
export async function getAuditFilters(ctx: Ctx): ReturnType<typeof listWhoAndWhat> {
  return await listWhoAndWhat(ctx);
}
