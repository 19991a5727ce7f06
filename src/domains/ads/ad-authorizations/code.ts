// Encrypts the codes by which platforms recognize a creator's permission. Each ciphertext is bound to its
// authorization.
import type { SystemCtx } from '../../../context.ts';
import { openField, seal } from '../../../kit/sealed.ts';
import type { AdAuthorizationRow } from './ad-authorization.ts';

type Owner = Pick<AdAuthorizationRow, 'id' | 'accountId'>;

const about = ({ accountId, id }: Owner) => [accountId, id];

export async function sealCode(ctx: SystemCtx, owner: Owner, code: string): Promise<string> {
  return await seal(ctx.vars.SEALING_KEYS, code, about(owner));
}

/** Throws unavailable when no key opens it. */
export async function openCode(ctx: SystemCtx, owner: Owner, sealed: string): Promise<string> {
  return await openField(
    ctx.vars.SEALING_KEYS,
    sealed,
    about(owner),
    'This ad authorization cannot be used right now.',
  );
}
