import { actingId } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { idRange, type ListInput, mapPage, type Page, toPage } from '../../../resource/page.ts';
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

/** One application; the creator finds in it what it has to accept. */
export async function presentWithAgreements(ctx: Ctx, found: FoundApplication): Promise<Application> {
  const record = presentApplication(found, readerOf(ctx), []);
  if (ctx.actor.account || !record.agreementsRequired) return record;
  return { ...record, agreements: await openDocuments(ctx, record.program, record.creator) };
}

export async function getApplication(ctx: Ctx, id: string): Promise<Application> {
  return await presentWithAgreements(ctx, await store.requireApplication(ctx, id));
}

export interface ApplicationQuery extends ListInput {
  program?: string | undefined;
  creator?: string | undefined;
  status?: ApplicationStatus[] | undefined;
}

export async function listApplications(ctx: Ctx, query: ApplicationQuery): Promise<Page<Application>> {
  const reader = readerOf(ctx);
  const list = `applications ${reader.id}`;
  const rows = await store.listApplications(ctx, {
    program: query.program,
    creator: query.creator,
    statuses: query.status ? [...new Set(query.status)] : APPLICATION_STATUSES,
    limit: query.limit,
    range: idRange(list, 'application', query),
  });
  return mapPage(toPage(list, query, rows), (row) => presentApplication(row, reader, []));
}
