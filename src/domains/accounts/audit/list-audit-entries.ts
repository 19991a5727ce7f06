import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import {
  idRange,
  type ListInput,
  type ListPage,
  listOf,
  mapListPage,
  toListPage,
} from '../../../resource/list-page.ts';
import { type AuditEntry, presentAuditEntry } from './audit-entry.ts';
import { listEntries } from './store.ts';

type Query = ListInput & { caller?: string | undefined; operation?: string | undefined };

/** What was done in the account, newest first. */
export async function listAuditEntries(ctx: Ctx, query: Query): Promise<ListPage<AuditEntry>> {
  const list = listOf(ctx, `audit ${actingAccount(ctx.actor).id}`);
  const rows = await listEntries(ctx, query.limit, idRange(list, 'auditEntry', query), query);
  return mapListPage(toListPage(list, query, rows), presentAuditEntry);
}
