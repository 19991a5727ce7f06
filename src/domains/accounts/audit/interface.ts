// Writes an account's audit log. `operate` (src/http/operate.ts) calls it through src/reactions.ts, because it may not
// import a domain.
import type { SystemCtx } from '../../../context.ts';
import { newId } from '../../../kit/ids.ts';
import { callersAddress } from '../../../kit/network.ts';
import type { Caller } from './callers.ts';
import { type DoneWhere, insertAuditEntries, insertAuditEntry } from './store.ts';

/** An operation that somebody performed. */
export interface Act {
  account: string;
  by: Caller;
  /** The ID of the person, key or app; of a frame just `embed`, since each has a session of its own. */
  caller: string;
  /** The app as it is named now, and the person who allowed it to act. */
  app?: { name: string; person: string };
  /** The account that the caller belongs to. When a partner acts for a client, that is the partner. */
  home: string | null;
  /** The creator on whose behalf it was done. */
  creator: string | null;
  operation: string;
  /** What the caller decided, such as `approve`. */
  choice: string | null;
  subject: string | null;
  /** The caller's request. */
  request: Request;
}

/** Adds an audit log entry to the batch that holds the effect, so that the log names who caused it. */
export type Acted = (ctx: SystemCtx, act: Act) => void;

const MOST_OF_BROWSER = 300;
const CHOICE = /^[a-z_]{1,30}$/i;
const ID = /^[a-z]{2,8}_[0-9a-z]{26}$/;

export const addAuditEntry: Acted = (ctx, { request, ...act }) => {
  insertAuditEntry(ctx, {
    id: newId('auditEntry', ctx.now),
    accountId: act.account,
    by: act.by,
    callerId: act.caller,
    appName: act.app?.name ?? null,
    appPersonId: act.app?.person ?? null,
    partnerId: act.home === act.account ? null : act.home,
    creatorId: act.creator,
    operation: act.operation,
    choice: act.choice !== null && CHOICE.test(act.choice) ? act.choice : null,
    // Only one of our own IDs is kept: anything else in a URL might be a secret.
    subject: act.subject !== null && ID.test(act.subject) ? act.subject : null,
    // A frame is opened by the creator who visits the customer's site, whose address is not for the account to read.
    ...(act.by === 'embed' ? { address: null, browser: null } : from(request)),
  });
};

/** Adds, in the caller's batch, one entry of a person's act for each account and record that `where` selects when the batch runs. */
export function addAuditEntries(
  ctx: SystemCtx,
  { request, person, operation }: Pick<Act, 'operation' | 'request'> & { person: string },
  where: DoneWhere,
): void {
  insertAuditEntries(ctx, { callerId: person, operation, ...from(request) }, where);
}

function from(request: Request) {
  const browser = request.headers.get('user-agent')?.slice(0, MOST_OF_BROWSER).trim();
  return { address: callersAddress(request), browser: browser ? browser : null };
}
