import type { SystemCtx } from '../../../context.ts';
import type { SetupOutcome } from './interface.ts';
import { openConsent } from './open-consent.ts';
import { withStatus } from './return-url.ts';
import { onVisit, type VisitAnswer } from './visit.ts';

const ENDS: Record<SetupOutcome, string> = {
  connected: 'Your payouts are set up. You can close this page.',
  added: 'The card is saved. You can close this page.',
  error: 'This was not finished. Go back to where you came from and begin again.',
};

/**
 * Ends a visit when a person returns from a page of the provider. The outcome is read from the processor, never from
 * the URL, and the page may be loaded any number of times. For a visit to a platform's consent page this URL is where
 * it begins.
 */
export async function finishHostedSetup(ctx: SystemCtx, visitId: string): Promise<VisitAnswer> {
  return await onVisit(
    ctx,
    visitId,
    async ({ subject, returnUrl }, provider) => {
      const outcome = await provider.finish(ctx, subject);
      if (returnUrl !== null) return { location: withStatus(returnUrl, outcome) };
      return { title: outcome === 'error' ? 'Not finished' : 'Done', text: ENDS[outcome], status: 200 };
    },
    (visit, platform) => openConsent(ctx, visit, platform),
  );
}
