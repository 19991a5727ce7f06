import { actingId } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import {
  idRange,
  type ListInput,
  type ListPage,
  listOf,
  mapListPage,
  toListPage,
} from '../../../resource/list-page.ts';
import { clientIds } from '../../accounts/accounts/interface.ts';
import { openDocuments } from './accept-agreements.ts';
import {
  APPLICATION_STATUSES,
  type Application,
  type ApplicationStatus,
  type FoundApplication,
  presentApplication,
} from './application.ts';
import * as store from './store.ts';

function readerOf(ctx: Ctx) {
  return { id: actingId(ctx.actor), managedBy: ctx.actor.account?.managedBy ?? null };
}

/** One application; for the creator with the agreements that it has to accept. */
export async function presentWithAgreements(ctx: Ctx, found: FoundApplication): Promise<Application> {
  const record = presentApplication(found, readerOf(ctx), []);
  if (ctx.actor.account || !record.agreementsRequired) return record;
  return { ...record, agreements: await openDocuments(ctx, record.program, record.creator) };
}

/** The creator's own application with the agreements that are open, where they are to be accepted. */
export function presentOwn(
  ctx: Ctx,
  found: FoundApplication,
  agreements: Application['agreements'],
): Application {
  const record = presentApplication(found, readerOf(ctx), []);
  return record.agreementsRequired ? { ...record, agreements } : record;
}

export async function getApplication(ctx: Ctx, id: string): Promise<Application> {
  return await presentWithAgreements(ctx, await store.requireApplication(ctx, id));
}

/** The application as its client sees it, for the partner that manages the client. */
function asClient({ application }: FoundApplication, partner: string) {
  return { id: application.accountId, managedBy: partner };
}

export interface ApplicationQuery extends ListInput {
  program?: string | undefined;
  creator?: string | undefined;
  status?: ApplicationStatus[] | undefined;
  scope?: 'clients' | undefined;
}

export async function listApplications(ctx: Ctx, query: ApplicationQuery): Promise<ListPage<Application>> {
  const reader = readerOf(ctx);
  const list = listOf(ctx, `applications ${reader.id}`);
  const rows = await store.listApplications(ctx, {
    program: query.program,
    creator: query.creator,
    accounts: query.scope && clientIds(ctx),
    statuses: query.status ? [...new Set(query.status)] : APPLICATION_STATUSES,
    limit: query.limit,
    range: idRange(list, 'application', query),
  });
  return mapListPage(toListPage(list, query, rows), (row) =>
    presentApplication(row, query.scope ? asClient(row, reader.id) : reader, []),
  );
}
