// Encrypts a connection's tokens for the database. The ciphertext is bound to its holder and connection and cannot be
// opened for any other.
import type { SystemCtx } from '../../../context.ts';
import { openField, seal } from '../../../kit/sealed.ts';

interface Owner {
  id: string;
  holder: string;
}

const about = ({ holder, id }: Owner) => [holder, id];

export async function sealToken(ctx: SystemCtx, owner: Owner, token: string): Promise<string> {
  return await seal(ctx.vars.SEALING_KEYS, token, about(owner));
}

/** Throws unavailable when no key opens it. */
export async function openToken(ctx: SystemCtx, owner: Owner, sealed: string): Promise<string> {
  return await openField(
    ctx.vars.SEALING_KEYS,
    sealed,
    about(owner),
    'This connection cannot be used right now.',
  );
}
