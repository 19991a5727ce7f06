// A shop that removed our app asks to have everything about it erased. Its webhook may be an old one, from before the shop
// came back, so the shop itself is asked whether it has the app.
import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import { ProviderError } from '../../../integrations/provider/error.ts';
import { AppError } from '../../../kit/error.ts';
import { connectionById, eraseConnection } from '../../accounts/connections/interface.ts';
import { useShop } from '../../accounts/connections/use-connection.ts';
import { saveWithoutShop } from '../../measurement/pixels/interface.ts';
import { eraseCatalogue, findCatalogueOf } from '../catalogues/interface.ts';
import { type PrivacyRequest, saveErased } from './privacy-store.ts';
import type { ShopRow } from './shop.ts';

/**
 * Whether the shop still has our app. One that is frozen or locked has; one that was closed has not. Throws while the
 * platform does not tell.
 */
export async function isStillThere(ctx: SystemCtx, { id }: Pick<ShopRow, 'id'>): Promise<boolean> {
  const connection = await connectionById(ctx, id);
  if (connection?.status !== 'connected') return false;
  try {
    await useShop(ctx, connection, async (platform, session) => await platform.facts(session));
    return true;
  } catch (error) {
    if (error instanceof ProviderError && THERE.has(error.kind)) return true;
    if (error instanceof ProviderError && error.kind === 'not_found') return false;
    const now = await connectionById(ctx, id);
    if (error instanceof AppError && now?.status !== 'connected') return false;
    throw error;
  }
}

const THERE: ReadonlySet<string> = new Set(['needs_human', 'permission']);

/** Takes out the rest, once nobody is known by an event any more. Nothing is done if the shop is connected meanwhile. */
export async function eraseShop(
  ctx: SystemCtx,
  { id, accountId }: Pick<ShopRow, 'id' | 'accountId'>,
  request: PrivacyRequest,
): Promise<void> {
  const [connection, catalogue] = await Promise.all([connectionById(ctx, id), findCatalogueOf(ctx, id)]);
  await inOneBatch(ctx, async (own) => {
    for (const load of own.reactions.shopErased)
      (await load())(own, { id, accountId, catalogue: catalogue?.id ?? null });
    if (catalogue) eraseCatalogue(own, catalogue.id);
    if (connection) eraseConnection(own, connection);
    saveWithoutShop(own, accountId, id);
    saveErased(own, request);
  });
}
