import type { SystemCtx } from '../../../context.ts';
import { withOwnWrites } from '../../../db/own-writes.ts';
import { cardOfSetup, type SavedCard } from '../../../integrations/stripe/cards.ts';
import { stripeClient } from '../../../integrations/stripe/client.ts';
import { AppError } from '../../../kit/error.ts';
import { saveCardOnFile } from '../../accounts/accounts/interface.ts';
import { findCard, findCardOnFile, findSetupAccount, insertCard, saveReplaced } from './store.ts';

/**
 * Each lost try means that another card, or this one, was stored meanwhile; nobody adds this many cards at
 * once.
 */
const TRIES = 5;

/**
 * Puts the card that a session saved on file, in place of the one before. Returns the account that owns it;
 * null when the session has saved no card, or is not ours. A repeat changes nothing, and a session that was
 * left open for long does not replace a card that was given after its own. Commits by itself. Throws
 * unavailable or provider_error.
 */
export async function finishCardSetup(ctx: SystemCtx, session: string): Promise<string | null> {
  const accountId = await findSetupAccount(ctx, session);
  if (accountId === null) return null;
  const saved = await cardOfSetup(await stripeClient(ctx.vars), session);
  if (!saved) return null;
  for (let tries = 1; ; tries++) {
    if (await findCard(ctx, saved.card)) return accountId;
    try {
      await putOnFile(ctx, accountId, saved);
    } catch (error) {
      // Another run stored this card or another one meanwhile, so look again.
      if (tries === TRIES || !(error instanceof AppError) || error.code !== 'conflict') throw error;
    }
  }
}

async function putOnFile(ctx: SystemCtx, accountId: string, saved: SavedCard): Promise<void> {
  const batch = withOwnWrites(ctx);
  const before = await findCardOnFile(ctx, accountId);
  const late = before !== null && before.givenAt > saved.givenAt;
  if (before && !late) saveReplaced(batch, before.id);
  insertCard(batch, {
    id: saved.card,
    accountId,
    customer: saved.customer,
    brand: saved.brand,
    last4: saved.last4,
    status: late ? 'replaced' : 'on_file',
    givenAt: saved.givenAt,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  });
  if (!late) saveCardOnFile(batch, accountId, saved);
  await batch.write.commit();
}
