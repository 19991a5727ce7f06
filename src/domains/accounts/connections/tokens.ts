// Encrypts a connection's tokens for the database. The ciphertext is bound to its holder and connection and cannot be
// opened for any other.
import type { SystemCtx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import { openSealed, seal } from '../../../kit/sealed.ts';

interface Owner {
  id: string;
  holder: string;
}

const about = ({ holder, id }: Owner) => [holder, id];

export async function sealToken(ctx: SystemCtx, owner: Owner, token: string): Promise<string> {
  return await seal(ctx.vars.SEALING_KEYS, token, about(owner));
}

/** Throws unavailable when no key decrypts it, which means that a key is missing from SEALING_KEYS. */
export async function openToken(ctx: SystemCtx, owner: Owner, sealed: string): Promise<string> {
  try {
    return await openSealed(ctx.vars.SEALING_KEYS, sealed, about(owner));
  } catch {
    throw new AppError('unavailable', 'This connection cannot be used right now.');
  }
}
