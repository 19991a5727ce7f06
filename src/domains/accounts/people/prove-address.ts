import { deadLink, hashLinkToken } from '../../../auth/link-token.ts';
import type { SystemCtx } from '../../../context.ts';
import { endBounces } from '../mails/interface.ts';
import { deleteVerification, findVerification } from './store.ts';

/** Lets mails go to an address again, by a link that was mailed to it and works once, in the caller's batch. Throws gone. */
export async function proveAddress(ctx: SystemCtx, token: string): Promise<{ email: string }> {
  const used = () => deadLink('Ask for a new one in your profile.');
  const found = await findVerification(ctx, hashLinkToken('address', token));
  if (!found) throw used();
  const { email } = JSON.parse(found.value) as { email: string };
  deleteVerification(ctx, found.id, used);
  endBounces(ctx, email);
  return { email };
}
