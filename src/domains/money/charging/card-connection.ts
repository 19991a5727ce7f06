import { rejected } from '../../../kit/error.ts';
import { iso } from '../../../kit/time.ts';
import type { Provider } from '../../accounts/connections/interface.ts';
import { finishCardSetup } from '../cards/finish-card-setup.ts';
import { startCardSetup } from '../cards/start-card-setup.ts';
import { retryCharges } from './retry-charges.ts';

/**
 * The provider `card`: a brand adds the card that it is charged on, and charges that waited for a card are
 * tried.
 */
export const cardConnection: Provider = {
  async begin(ctx, { checkout }, visitUrl) {
    if (ctx.actor.account?.type !== 'brand') {
      throw rejected('brands_only', 'Only a brand has a card. Act as the brand that pays.');
    }
    const holder = ctx.actor.account.id;
    const setup = await startCardSetup(ctx, holder, { checkout, returnUrl: visitUrl });
    const { url, clientSecret, expiresAt } = setup;
    return {
      holder,
      subject: setup.id,
      start: { url, clientSecret, component: null, expiresAt: iso(expiresAt) },
    };
  },

  async finish(ctx, session) {
    const account = await finishCardSetup(ctx, session);
    if (account === null) return 'error';
    // If this process dies first, the processor's webhook starts the retry.
    ctx.write.afterCommit(() => retryCharges(ctx, account));
    return 'added';
  },
};
