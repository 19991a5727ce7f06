// A person's visit to a page of a provider: its URL and the answers that it can end with.
import type { SystemCtx } from '../../../context.ts';
import type { Connectable } from '../../../integrations/provider/connectable.ts';
import { NotConfigured } from '../../../integrations/provider/settings.ts';
import { randomBase62 } from '../../../kit/crypto.ts';
import { AppError } from '../../../kit/error.ts';
import { DAY_MS, MINUTE_MS } from '../../../kit/time.ts';
import { connectableOf } from './connectable-of.ts';
import type { Provider } from './interface.ts';
import { deleteVisits, findVisit, type VisitRow } from './visit-store.ts';

/** Longer than the processor keeps any of its pages open. */
export const VISIT_LIVES_MS = 2 * DAY_MS;
/** How long a platform may take to send the person back. */
export const STATE_LIVES_MS = 30 * MINUTE_MS;

const ID_LENGTH = 32;

/** Where the person is redirected, or the page that is shown. */
export type VisitAnswer =
  | { location: string; cookie?: string }
  | {
      title: string;
      text: string;
      list?: readonly string[];
      note?: string;
      /**
       * `leadsTo` lists the hosts that the form's redirects may pass through, as sources of a content security policy.
       */
      button?: { label: string; action: string; leadsTo?: readonly string[] };
      status: 200 | 403 | 404 | 409 | 410 | 503;
    };

export const UNKNOWN: VisitAnswer = {
  title: 'Unknown link',
  text: 'There is nothing at this address.',
  status: 404,
};
const EXPIRED: VisitAnswer = {
  title: 'Expired link',
  text: 'This link has expired. Go back to where you came from and begin again.',
  status: 410,
};
const LATER: VisitAnswer = {
  title: 'One moment',
  text: 'The payment processor does not answer. Load this page again in a minute.',
  status: 503,
};

/** A provider that is not configured needs a deployment, so the page must not tell people to try again. */
const notAvailable = ({ message }: NotConfigured): VisitAnswer => ({
  title: 'Not available',
  text: `${message} Contact support.`,
  status: 503,
});

/** For a platform's answer that was already used, has expired, or belongs to no request of ours. */
export const USED: VisitAnswer = {
  title: 'Used or expired',
  text: 'This answer was used already or has expired. Go back to where you came from and begin again.',
  status: 410,
};
export const OTHER_BROWSER: VisitAnswer = {
  title: 'Another browser',
  text: 'This was begun in another browser. Go on there, or ask for a link of your own.',
  status: 403,
};

/** The URL that the provider sends a visitor back to. */
export const visitUrl = (ctx: SystemCtx, id: string) => `${ctx.vars.PUBLIC_URL}/connections/${id}`;

/** The ID and URL of a new visit. */
export function newVisit(ctx: SystemCtx): { id: string; url: string } {
  const id = randomBase62(ID_LENGTH);
  return { id, url: visitUrl(ctx, id) };
}

type OnPlatform = (visit: VisitRow, platform: Connectable) => Promise<VisitAnswer>;

/** Runs `act` for an open visit to a platform's consent page, and answers with an error page otherwise. */
export async function onConsent(ctx: SystemCtx, id: string, act: OnPlatform): Promise<VisitAnswer> {
  return await onVisit(ctx, id, async () => UNKNOWN, act);
}

/**
 * Runs `act` for an open visit. Answers with an error page when the visit is unknown or over, or when its provider
 * does not respond.
 * @param onPlatform runs instead for a visit to a platform's consent page.
 */
export async function onVisit(
  ctx: SystemCtx,
  id: string,
  act: (visit: VisitRow, provider: Provider) => Promise<VisitAnswer>,
  onPlatform: OnPlatform = async () => UNKNOWN,
): Promise<VisitAnswer> {
  const visit = id.length === ID_LENGTH ? await findVisit(ctx, id) : null;
  if (!visit) return UNKNOWN;
  if (visit.expiresAt <= ctx.now) return EXPIRED;
  const platform = connectableOf(ctx, visit.provider, visit);
  const load = ctx.reactions.connections[visit.provider];
  try {
    if (platform) return await onPlatform(visit, await platform());
    if (!load) throw new Error(`nobody stands for the provider ${visit.provider}`);
    return await act(visit, await load());
  } catch (error) {
    if (error instanceof NotConfigured) return notAvailable(error);
    if (
      !platform &&
      error instanceof AppError &&
      (error.code === 'unavailable' || error.code === 'provider_error')
    ) {
      return LATER;
    }
    throw error;
  }
}

/** Deletes visits a month after they expired. Until then a late visitor is told that the link has expired. Cron. */
export async function forgetVisits(ctx: SystemCtx): Promise<void> {
  await deleteVisits(ctx, ctx.now - 30 * DAY_MS);
}
