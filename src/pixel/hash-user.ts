import { sha256Hex } from '../kit/crypto.ts';
import { canonicalUserField, IS_HASH, USER_FIELDS } from './canonical-user.ts';
import type { HashedUser } from './event-body.ts';

/**
 * Personal data in the form that may be stored and queued: each field in its canonical form, then SHA-256 in
 * lower-case hex. A value that is a hash already is kept. Empty fields and fields of another type are left
 * out.
 */
export function hashUser(raw: Readonly<Record<string, unknown>>): HashedUser {
  const hashed: HashedUser = {};
  for (const field of USER_FIELDS) {
    const given = raw[field];
    if (typeof given !== 'string' && typeof given !== 'number') continue;
    const text = String(given).trim();
    if (IS_HASH.test(text)) {
      hashed[field] = text.toLowerCase();
      continue;
    }
    const canonical = canonicalUserField(field, text);
    if (canonical !== '') hashed[field] = sha256Hex(canonical);
  }
  return hashed;
}
