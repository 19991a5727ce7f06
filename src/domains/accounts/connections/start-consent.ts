import type { SystemCtx } from '../../../context.ts';
import { randomBase62, sha256Hex } from '../../../kit/crypto.ts';
import { askerOf } from './asker.ts';
import { siteOf } from './connectable-of.ts';
import { browserCookie, browserOf, isFromHere, newBrowser } from './consent-cookie.ts';
import { ENDED, openConsent } from './open-consent.ts';
import { OTHER_BROWSER, onConsent, STATE_LIVES_MS, type VisitAnswer, visitUrl } from './visit.ts';
import { claimVisit } from './visit-store.ts';

/** Where a platform sends people back to: one fixed URL, which is registered with the platform. */
export const callbackUrl = (ctx: SystemCtx, provider: string) => visitUrl(ctx, `callback/${provider}`);

/**
 * Sends the person on to the platform and ties the visit to this browser. The platform's answer is only accepted from
 * the same browser, so nobody can trick another person into connecting their account by forwarding a link. Starting
 * over makes an earlier answer invalid.
 * @param fromHere whether one of our own pages sent the form.
 */
export async function startConsent(
  ctx: SystemCtx,
  visitId: string,
  request: Request,
  fromHere = isFromHere(request, ctx.vars.PUBLIC_URL),
): Promise<VisitAnswer> {
  return await onConsent(ctx, visitId, async (visit, platform) => {
    // Another site could otherwise submit the form and skip our page, which says who asks for access.
    if (visit.outcome !== null || !fromHere) return await openConsent(ctx, visit, platform);
    if ((await askerOf(ctx, visit)) === null) return ENDED;
    const browser = browserOf(request) ?? newBrowser();
    const state = randomBase62(32);
    const claimed = await claimVisit(ctx, visit.id, {
      browserHash: sha256Hex(browser),
      stateHash: sha256Hex(state),
      stateUntil: ctx.now + STATE_LIVES_MS,
    });
    if (!claimed) return OTHER_BROWSER;
    const location = platform.authorizeUrl(siteOf(ctx, platform, visit.shop), {
      state,
      redirectUri: callbackUrl(ctx, visit.provider),
    });
    return { location, cookie: browserCookie(browser) };
  });
}
