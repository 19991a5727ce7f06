// Writes an account's audit log. `operate` (src/http/operate.ts) calls it through src/reactions.ts, because it may not
// import a domain.
import type { SystemCtx } from '../../../context.ts';
import { newId } from '../../../kit/ids.ts';
import { callersAddress } from '../../../kit/network.ts';
import { type DoneWhere, insertAuditEntries, insertAuditEntry } from './store.ts';

/** An operation that a person performed. */
export interface Act {
  account: string;
  person: string;
  /** The account that the person belongs to. When a partner's person acts for a client, that is the partner. */
  home: string | null;
  /** The creator on whose behalf the person acted. */
  creator: string | null;
  operation: string;
  subject: string | null;
  /** The browser's request. */
  request: Request;
}

/** Adds an audit log entry to the batch that holds the effect, so that the log names the person who caused it. */
export type PersonActed = (ctx: SystemCtx, act: Act) => void;

const MOST_OF_BROWSER = 300;
const ID = /^[a-z]{2,8}_[0-9a-z]{26}$/;

export const addAuditEntry: PersonActed = (ctx, { request, ...act }) => {
  insertAuditEntry(ctx, {
    id: newId('auditEntry', ctx.now),
    accountId: act.account,
    personId: act.person,
    partnerId: act.home === act.account ? null : act.home,
    creatorId: act.creator,
    operation: act.operation,
    // Only one of our own IDs is kept: anything else in a URL might be a secret.
    subject: act.subject !== null && ID.test(act.subject) ? act.subject : null,
    ...from(request),
  });
};

/** Adds, in the caller's batch, one entry for each account and record that `where` selects when the batch runs. */
export function addAuditEntries(
  ctx: SystemCtx,
  { request, person, operation }: Pick<Act, 'person' | 'operation' | 'request'>,
  where: DoneWhere,
): void {
  insertAuditEntries(ctx, { personId: person, operation, ...from(request) }, where);
}

function from(request: Request) {
  const browser = request.headers.get('user-agent')?.slice(0, MOST_OF_BROWSER).trim();
  return { address: callersAddress(request), browser: browser ? browser : null };
}
