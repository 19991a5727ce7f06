import { hashKeySecret, newKeySecret } from '../../../auth/key-secret.ts';
import type { SystemCtx } from '../../../context.ts';
import { newId } from '../../../kit/ids.ts';
import { insertKey } from './store.ts';

export interface NewKeyInput {
  accountId: string;
  name: string;
  access: 'read' | 'write';
  scopes?: string[] | null;
  origins?: string[];
}

/** Makes an API key. The returned secret is stored nowhere. */
export function makeKey(ctx: SystemCtx, input: NewKeyInput): { id: string; secret: string } {
  const id = newId('key', ctx.now);
  const secret = newKeySecret();
  insertKey(
    ctx,
    {
      id,
      accountId: input.accountId,
      name: input.name,
      secretHash: hashKeySecret(secret),
      access: input.access,
      scopes: input.scopes ?? null,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    },
    input.origins ?? [],
  );
  return { id, secret };
}
