// Reads a platform's lists page by page. Platform pages have their own sizes, so one of them may be returned as several
// of ours.
import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import type { AdPlatform, AdSession, Capabilities } from '../../../integrations/ads/platform.ts';
import type { ListPage as PlatformListPage } from '../../../integrations/provider/read-list.ts';
import { BoundedMap } from '../../../kit/bounded-map.ts';
import { AppError, notFound, rejected } from '../../../kit/error.ts';
import { MINUTE_MS } from '../../../kit/time.ts';
import { type ListPage, listOf, makeCursor, readCursor } from '../../../resource/list-page.ts';
import type { ConnectionRow } from '../../accounts/connections/connection.ts';
import { connectionById } from '../../accounts/connections/interface.ts';
import { spendLookUp } from '../../accounts/connections/spend-look-up.ts';
import { useConnection } from '../../accounts/connections/use-connection.ts';

interface LookUp<T> {
  /** The list's name, with all its filters. */
  list: string;
  /** Whether the platform offers this list. */
  offered: (capabilities: Capabilities) => boolean;
  ask: (platform: AdPlatform, session: AdSession, next: string | null) => Promise<PlatformListPage<T>>;
}

interface Query {
  connection: string;
  limit: number;
  cursor?: string | undefined;
  createdAfter?: string | undefined;
  createdBefore?: string | undefined;
}

type Kept = { page: PlatformListPage<unknown>; until: number };

/** How long a page of the platform is served from memory. */
const KEPT_MS = MINUTE_MS;
const PAGES = new BoundedMap<Kept>(
  { entries: 500, bytes: 4 * 1024 * 1024 },
  ({ page }) => JSON.stringify(page).length,
);

/**
 * A page of what a platform offers through one of the acting account's connections. Throws not_found,
 * operation_rejected, an AdError.
 */
export async function lookUp<T>(
  ctx: Ctx,
  query: Query,
  { list, offered, ask }: LookUp<T>,
): Promise<ListPage<T & { platform: ConnectionRow['provider'] }>> {
  for (const bound of ['createdAfter', 'createdBefore'] as const)
    if (query[bound] !== undefined)
      throw new AppError('invalid_request', `${bound}: the platforms do not say when these were made.`);
  const row = await connectionById(ctx, query.connection);
  if (row?.holder !== actingAccount(ctx.actor).id) throw notFound('connection');
  const name = `${list} ${row.id}`;
  const places = listOf(ctx, name);
  const { skip, next } = placeOf(query.cursor === undefined ? null : readCursor(places, query.cursor));
  const page = await pageAt(ctx, row, name, next, { list, offered, ask });
  const items = page.items
    .slice(skip, skip + query.limit)
    .map((item) => ({ ...item, platform: row.provider }));
  const rest = skip + query.limit < page.items.length;
  const place = rest ? placeText(skip + query.limit, next) : page.next && placeText(0, page.next);
  return { items, nextCursor: place === null ? null : makeCursor(places, place) };
}

async function pageAt<T>(
  ctx: Ctx,
  row: ConnectionRow,
  name: string,
  next: string | null,
  { offered, ask }: LookUp<T>,
): Promise<PlatformListPage<T>> {
  // The connection's selection decides what is listed, and every change of it raises the version.
  const key = JSON.stringify([name, row.version, next]);
  const kept = PAGES.get(key);
  if (kept && kept.until > ctx.now && row.token !== null) return kept.page as PlatformListPage<T>;
  if (!ctx.reactions.adPlatforms[row.provider])
    throw rejected('no_ad_platform', 'This connection does not belong to an ad platform.');
  const page = await useConnection(ctx, row, async (platform, session) => {
    const { capabilities } = platform;
    if (!offered(capabilities)) throw rejected('not_offered', `${capabilities.name} does not offer this.`);
    const missing = capabilities.needs.filter((choice) => row.selection[choice] === undefined);
    if (missing.length > 0)
      throw rejected('setup_incomplete', `Select ${missing.join(', ')} in the connection first.`, {
        missing,
      });
    await spendLookUp(ctx, row.holder);
    return await ask(platform, session, next);
  });
  PAGES.set(key, { page, until: ctx.now + KEPT_MS });
  return page;
}

const placeText = (skip: number, next: string | null) => `${skip}.${encodeURIComponent(next ?? '')}`;

function placeOf(place: string | null): { skip: number; next: string | null } {
  if (place === null) return { skip: 0, next: null };
  const dot = place.indexOf('.');
  const skip = Number(place.slice(0, dot));
  if (!Number.isSafeInteger(skip))
    throw new AppError('invalid_request', 'The cursor does not belong to this list.');
  return { skip, next: decodeURIComponent(place.slice(dot + 1)) || null };
}
