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
import { documentsForRelationship } from '../agreement-rules/interface.ts';
import { CONSENTS, type Consent } from '../creator-consent/consent.ts';
import { type FoundRelationship, presentRelationship, type Relationship } from './relationship.ts';
import * as store from './store.ts';

export async function getRelationship(ctx: Ctx, id: string): Promise<Relationship> {
  return await presentWithAgreements(ctx, await store.requireRelationship(ctx, id));
}

/** One relationship; for an invited creator with the agreements that it has to accept. */
export async function presentWithAgreements(ctx: Ctx, found: FoundRelationship): Promise<Relationship> {
  const asked = found.row.consent === 'invited' || found.row.consent === 'agreed';
  const documents = ctx.actor.account || !asked ? [] : await documentsForRelationship(ctx, found.row);
  return presentRelationship(found, documents);
}

export interface RelationshipQuery extends ListInput {
  account?: string | undefined;
  creator?: string | undefined;
  status?: Consent[] | undefined;
}

export async function listRelationships(ctx: Ctx, query: RelationshipQuery): Promise<ListPage<Relationship>> {
  const list = listOf(ctx, `relationships ${actingId(ctx.actor)}`);
  const rows = await store.listRelationships(ctx, {
    account: query.account,
    creator: query.creator,
    statuses: query.status ? [...new Set(query.status)] : CONSENTS,
    limit: query.limit,
    range: idRange(list, 'relationship', query),
  });
  return mapListPage(toListPage(list, query, rows), (row) => presentRelationship(row, []));
}
