// What the form holds between the password and the code: no session is open yet.
import * as z from 'zod';
import type { SystemCtx } from '../../../context.ts';
import { sha256Hex } from '../../../kit/crypto.ts';
import { openSealed, seal } from '../../../kit/sealed.ts';
import { MINUTE_MS } from '../../../kit/time.ts';

/** How long the code may take. */
const HALF_MS = 10 * MINUTE_MS;
const ABOUT = ['half signed in'];

const Half = z.object({ personId: z.string(), email: z.string(), password: z.string(), at: z.number() });

/** A mark of the stored password: another password makes it worth nothing. */
export const passwordMark = (passwordHash: string): string => sha256Hex(`half signed in ${passwordHash}`);

export async function sealHalf(
  ctx: SystemCtx,
  { personId, email, passwordHash }: { personId: string; email: string; passwordHash: string },
): Promise<string> {
  const half: z.output<typeof Half> = { personId, email, password: passwordMark(passwordHash), at: ctx.now };
  return await seal(ctx.vars.SEALING_KEYS, JSON.stringify(half), ABOUT);
}

/** Null for one that is not ours, or too old. */
export async function openHalf(ctx: SystemCtx, sealed: string): Promise<z.output<typeof Half> | null> {
  const text = await openSealed(ctx.vars.SEALING_KEYS, sealed, ABOUT).catch(() => null);
  if (text === null) return null;
  const half = Half.parse(JSON.parse(text));
  return half.at > ctx.now - HALF_MS ? half : null;
}
