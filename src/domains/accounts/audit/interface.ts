// What writes into an account's log: `operate` (src/http/operate.ts), which knows this from src/reactions.ts alone.
import type { SystemCtx } from '../../../context.ts';
import { newId } from '../../../kit/ids.ts';
import { callersAddress } from '../../../kit/network.ts';
import { type DoneWhere, insertAuditEntries, insertAuditEntry } from './store.ts';

/** What a person did. */
export interface Act {
  account: string;
  person: string;
  /** The account that the person belongs to: the partner, where a partner's person acts for its client. */
  home: string | null;
  /** The creator as whom the person acted. */
  creator: string | null;
  operation: string;
  subject: string | null;
  /** As it came from the browser. */
  request: Request;
}

/** Adds to the batch of an effect who brought it about. */
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
    // Nothing but an ID of ours: whatever else stood in an address might be a secret.
    subject: act.subject !== null && ID.test(act.subject) ? act.subject : null,
    ...from(request),
  });
};

/** Adds to the batch an entry for each account and record at which the batch finds that the person acts. */
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
