import type { Ctx } from '../../../context.ts';
import {
  idRange,
  type ListInput,
  type ListPage,
  listOf,
  mapListPage,
  toListPage,
} from '../../../resource/list-page.ts';
import { CREATOR_STATUSES, type CreatorStatus, type FoundCreator } from '../creator-consent/creator.ts';
import { listMerged, requireDetailed } from '../creator-consent/interface.ts';
import { searchTerms } from '../creator-consent/search-words.ts';
import { type Viewer, viewerOf } from '../creator-consent/viewer.ts';
import { picturesOf, withMedia } from './creator-media.ts';
import type { Creator } from './creator-record.ts';
import { detailsColumn, findCreatorDetails } from './details-store.ts';
import { type CreatorDetails, presentCreator } from './present-creator.ts';

const SUBMISSIONS_IN_ONE = 20;
const SUBMISSIONS_IN_LIST = 3;

export async function getCreator(ctx: Ctx, id: string): Promise<Creator> {
  const viewer = viewerOf(ctx.actor);
  return await presentOne(ctx, viewer, await requireDetailed(ctx, id, oneColumn(ctx, viewer)));
}

/** The extra column of a statement that finds a single creator. */
export function oneColumn(ctx: Ctx, viewer: Viewer) {
  return detailsColumn(ctx, viewer, SUBMISSIONS_IN_ONE);
}

/** The record with links to its pictures and videos. */
export async function presentOne(
  ctx: Ctx,
  viewer: Viewer,
  found: FoundCreator & { details: CreatorDetails },
): Promise<Creator> {
  const [record] = await withMedia(
    ctx,
    [presentCreator(found, found.details, viewer, ctx.now)],
    [found.details],
  );
  return record!;
}

/** The record with all calculated details. `known` replaces values that the database does not have yet. */
export async function withDetails(
  ctx: Ctx,
  viewer: Viewer,
  found: FoundCreator,
  known: { brands?: string[]; hiddenFrom?: string[] } = {},
): Promise<Creator> {
  const [details, pictures] = await Promise.all([
    findCreatorDetails(ctx, viewer, found.creator.id, SUBMISSIONS_IN_ONE),
    picturesOf(ctx, found.creator),
  ]);
  return await presentOne(ctx, viewer, { ...found, details: { ...details, pictures, ...known } });
}

export interface CreatorQuery extends ListInput {
  q?: string | undefined;
  status?: CreatorStatus[] | undefined;
  program?: string | undefined;
  relationship?: 'direct' | 'represented' | undefined;
  visibility?: 'private' | 'network' | undefined;
}

/** The roster; with visibility=network and no roster-only filter, the marketplace. */
export async function listCreators(ctx: Ctx, query: CreatorQuery): Promise<ListPage<Creator>> {
  const viewer = viewerOf(ctx.actor);
  const list = listOf(ctx, `creators ${viewer.id}`);
  const { q, status, program, relationship, visibility, limit } = query;
  const range = idRange(list, 'creator', query);
  const terms = q === undefined ? null : searchTerms(q);
  if (terms?.length === 0) return { items: [], nextCursor: null };
  const filter = {
    terms,
    statuses: status ? [...new Set(status)] : CREATOR_STATUSES.filter((one) => one !== 'removed'),
    program,
    relationship,
    visibility,
    marketplace:
      visibility === 'network' && status === undefined && program === undefined && relationship === undefined,
    limit,
    range,
  };
  const rows = await listMerged(ctx, viewer, filter, detailsColumn(ctx, viewer, SUBMISSIONS_IN_LIST));
  const page = toListPage(list, query, rows);
  const details = page.items.map((row) => row.details);
  const shown = mapListPage(page, (row) => presentCreator(row, row.details, viewer, ctx.now));
  return { ...shown, items: await withMedia(ctx, shown.items, details) };
}
