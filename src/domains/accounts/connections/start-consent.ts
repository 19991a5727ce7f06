import type { SystemCtx } from '../../../context.ts';
import { randomBase62, sha256Hex } from '../../../kit/crypto.ts';
import { browserCookie, browserOf, isFromHere, newBrowser } from './consent-cookie.ts';
import { openConsent } from './open-consent.ts';
import { OTHER_BROWSER, onConsent, STATE_LIVES_MS, type VisitAnswer, visitUrl } from './visit.ts';
import { claimVisit } from './visit-store.ts';

/** Where a platform sends people back to: one address, which it was told beforehand. */
export const callbackUrl = (ctx: SystemCtx, provider: string) => visitUrl(ctx, `callback/${provider}`);

/**
 * The person goes on to the platform. From now on the visit is this browser's: the platform's answer is only taken from
 * it, so that a link which somebody forwards binds nobody else's account. To begin again makes the answer before void.
 * @param fromHere whether a page of ours sent the form.
 */
export async function startConsent(
  ctx: SystemCtx,
  visitId: string,
  request: Request,
  fromHere = isFromHere(request, ctx.vars.PUBLIC_URL),
): Promise<VisitAnswer> {
  return await onConsent(ctx, visitId, async (visit, platform) => {
    // Else a page of somebody else could skip ours, which says who asks.
    if (visit.outcome !== null || !fromHere) return await openConsent(ctx, visit, platform);
    const browser = browserOf(request) ?? newBrowser();
    const state = randomBase62(32);
    const claimed = await claimVisit(ctx, visit.id, {
      browserHash: sha256Hex(browser),
      stateHash: sha256Hex(state),
      stateUntil: ctx.now + STATE_LIVES_MS,
    });
    if (!claimed) return OTHER_BROWSER;
    const location = platform.authorizeUrl(platform.site(ctx.vars), {
      state,
      redirectUri: callbackUrl(ctx, visit.provider),
    });
    return { location, cookie: browserCookie(browser) };
  });
}
