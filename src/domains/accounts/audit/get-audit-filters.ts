import type { Ctx } from '../../../context.ts';
import { listWhoAndWhat } from './store.ts';

/** The callers and operations that occur in the account's audit log, to filter it by. */
export async function getAuditFilters(ctx: Ctx): ReturnType<typeof listWhoAndWhat> {
  return await listWhoAndWhat(ctx);
}
