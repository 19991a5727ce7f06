import type { Ctx } from '../../../context.ts';
import { idRange, type ListInput, mapPage, type Page, toPage } from '../../../resource/page.ts';
import { CREATOR_STATUSES, type CreatorStatus, type FoundCreator } from '../creators/creator.ts';
import { listMerged, requireVisibleCreator } from '../creators/interface.ts';
import { searchTerms } from '../creators/search-words.ts';
import { type Viewer, viewerOf } from '../creators/viewer.ts';
import { withMedia } from './creator-media.ts';
import type { Creator } from './creator-record.ts';
import { findCreatorDetails } from './details-store.ts';
import { presentCreator } from './present-creator.ts';

const SUBMISSIONS_IN_ONE = 20;
const SUBMISSIONS_IN_LIST = 3;

export async function getCreator(ctx: Ctx, id: string): Promise<Creator> {
  const { viewer, found } = await requireVisibleCreator(ctx, id);
  return await withDetails(ctx, viewer, found);
}

/** The record with everything that is worked out from others'. `known` takes the place of what the database holds yet. */
export async function withDetails(
  ctx: Ctx,
  viewer: Viewer,
  found: FoundCreator,
  known: { brands?: string[]; hiddenFrom?: string[] } = {},
): Promise<Creator> {
  const id = found.creator.id;
  const details = (await findCreatorDetails(ctx, viewer, [id], SUBMISSIONS_IN_ONE)).get(id)!;
  const [record] = await withMedia(
    ctx,
    [presentCreator(found, { ...details, ...known }, viewer, ctx.now)],
    [details],
  );
  return record!;
}

export interface CreatorQuery extends ListInput {
  q?: string | undefined;
  status?: CreatorStatus[] | undefined;
  program?: string | undefined;
  relationship?: 'direct' | 'represented' | undefined;
  visibility?: 'private' | 'network' | undefined;
}

/** The roster; with visibility=network and no filter that only a roster has, the marketplace. */
export async function listCreators(ctx: Ctx, query: CreatorQuery): Promise<Page<Creator>> {
  const viewer = viewerOf(ctx.actor);
  const list = `creators ${viewer.id}`;
  const { q, status, program, relationship, visibility, limit } = query;
  const range = idRange(list, 'creator', query);
  const terms = q === undefined ? null : searchTerms(q);
  if (terms?.length === 0) return { items: [], nextCursor: null };
  const rows = await listMerged(ctx, viewer, {
    terms,
    statuses: status ? [...new Set(status)] : CREATOR_STATUSES.filter((one) => one !== 'removed'),
    program,
    relationship,
    visibility,
    marketplace:
      visibility === 'network' && status === undefined && program === undefined && relationship === undefined,
    limit,
    range,
  });
  const page = toPage(list, query, rows);
  const details = await findCreatorDetails(
    ctx,
    viewer,
    page.items.map((row) => row.id),
    SUBMISSIONS_IN_LIST,
  );
  const shown = mapPage(page, (row) => presentCreator(row, details.get(row.id)!, viewer, ctx.now));
  return { ...shown, items: await withMedia(ctx, shown.items, [...details.values()]) };
}
