// Encrypts the codes by which platforms recognize a creator's permission. Each ciphertext is bound to its
// authorization.
import type { SystemCtx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import { openSealed, seal } from '../../../kit/sealed.ts';
import type { AdAuthorizationRow } from './ad-authorization.ts';

type Owner = Pick<AdAuthorizationRow, 'id' | 'accountId'>;

const about = ({ accountId, id }: Owner) => [accountId, id];

export async function sealCode(ctx: SystemCtx, owner: Owner, code: string): Promise<string> {
  return await seal(ctx.vars.SEALING_KEYS, code, about(owner));
}

/** Throws unavailable when no key decrypts it, which means that a key is missing from SEALING_KEYS. */
export async function openCode(ctx: SystemCtx, owner: Owner, sealed: string): Promise<string> {
  try {
    return await openSealed(ctx.vars.SEALING_KEYS, sealed, about(owner));
  } catch {
    throw new AppError('unavailable', 'This ad authorization cannot be used right now.');
  }
}
