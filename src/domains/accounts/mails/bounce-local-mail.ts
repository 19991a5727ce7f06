import type { SystemCtx } from '../../../context.ts';
import { bounceSignature } from './bounce-address.ts';
import { receiveBounce } from './receive-bounce.ts';

/** Lets a mail come back, as a mailbox would that refuses it. For local development. Throws not_found. */
export function bounceLocalMail(ctx: SystemCtx, mail: string): void {
  receiveBounce(ctx, mail, bounceSignature(ctx.vars, mail));
}
