// Tokens of the staff. They open only the internal routes, and only their hashes are configured.
import type { Vars } from '../env.ts';
import { equalInConstantTime, randomBase62, sha256Hex } from '../kit/crypto.ts';

const PREFIX = 'staff_';

export function newStaffToken(): string {
  return PREFIX + randomBase62(43);
}

export function isStaffToken(secret: string): boolean {
  return secret.startsWith(PREFIX);
}

/** The name of a token's owner; null for an unknown token. Takes the same time for every token. */
export function staffOf(vars: Pick<Vars, 'STAFF_TOKENS'>, token: string): string | null {
  const hash = sha256Hex(token);
  let found: string | null = null;
  for (const one of vars.STAFF_TOKENS ?? []) {
    if (equalInConstantTime(one.hash, hash)) found = one.name;
  }
  return found;
}
