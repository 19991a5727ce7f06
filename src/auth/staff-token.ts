// Tokens of the service's own people. They open the internal routes and nothing else; only their hashes are configured.
import type { Vars } from '../env.ts';
import { equalInConstantTime, randomBase62, sha256Hex } from '../kit/crypto.ts';

const PREFIX = 'staff_';

export function newStaffToken(): string {
  return PREFIX + randomBase62(43);
}

export function isStaffToken(secret: string): boolean {
  return secret.startsWith(PREFIX);
}

/** Whose token it is; null for an unknown one. Takes the same time for each of them, and for an unknown one. */
export function staffOf(vars: Pick<Vars, 'STAFF_TOKENS'>, token: string): string | null {
  const hash = sha256Hex(token);
  let found: string | null = null;
  for (const one of vars.STAFF_TOKENS ?? []) {
    if (equalInConstantTime(one.hash, hash)) found = one.name;
  }
  return found;
}
