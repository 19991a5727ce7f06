import type { SystemCtx } from '../../../context.ts';
import type { Connectable } from '../../../integrations/provider/connectable.ts';
import { type Asker, askerOf } from './asker.ts';
import { siteOf } from './connectable-of.ts';
import { withStatus } from './return-url.ts';
import type { VisitAnswer } from './visit.ts';
import type { VisitRow } from './visit-store.ts';

const DONE: VisitAnswer = {
  title: 'Connected',
  text: 'The account is connected. You can close this page.',
  status: 200,
};
export const ENDED: VisitAnswer = {
  title: 'No longer possible',
  text: 'The account that asked for this can no longer be connected.',
  status: 410,
};

/** Where a visit ends once its connection is made. */
export function endOf({ returnUrl }: VisitRow): VisitAnswer {
  return returnUrl === null ? DONE : { location: withStatus(returnUrl, 'connected') };
}

/**
 * Our page before the platform's, which says who gets access to what. It changes nothing, because link previews load it
 * too.
 */
export async function openConsent(
  ctx: SystemCtx,
  visit: VisitRow,
  platform: Connectable,
): Promise<VisitAnswer> {
  if (visit.outcome !== null) return endOf(visit);
  const asker = await askerOf(ctx, visit);
  if (asker === null) return ENDED;
  const { accessTo, purpose } = platform;
  const { name } = platform.provider;

  return {
    title: `Connect ${name}`,
    text:
      visit.shop === null
        ? `${who(asker)} asks for access to ${name} through ${ctx.vars.SERVICE_NAME}. At ${name} you say to whose. It is:`
        : `${who(asker)} asks for access to the ${name} store ${visit.shop} through ${ctx.vars.SERVICE_NAME}. It is:`,
    list: accessTo,
    note: `Go on only if you know ${asker.name}, and want it to ${purpose}.`,
    button: {
      label: `Continue to ${name}`,
      action: `/connections/${visit.id}`,
      leadsTo: wayOf(ctx, visit, platform),
    },
    status: 200,
  };
}

const who = ({ name, actsAs }: Asker) => (actsAs === null ? name : `${name}, for the creator ${actsAs},`);

/**
 * The sources for the page's form-action policy. Browsers check it against every redirect of the form: through the
 * platform's pages and on to the returnUrl.
 */
function wayOf(ctx: SystemCtx, { returnUrl, shop }: VisitRow, platform: Connectable): string[] {
  const ends = [
    platform.authorizeUrl(siteOf(ctx, platform, shop), { state: '', redirectUri: '' }),
    returnUrl,
  ].flatMap((url) => (url === null ? [] : sourceOf(new URL(url))));
  return ['https:', ...new Set(ends)];
}

function sourceOf({ protocol, origin }: URL): string[] {
  if (protocol === 'https:') return [];
  return [protocol === 'http:' ? origin : protocol];
}
