import { canonicalUserField, IS_HASH, type UserField } from '../canonical-user.ts';

/**
 * Personal fields as SHA-256 in hex. Rejects if the browser has no crypto (plain http): raw data is never
 * sent.
 */
export async function hashFields(fields: Record<string, unknown>): Promise<Record<string, string>> {
  const hashed: Record<string, string> = {};
  for (const field in fields) {
    const raw = `${fields[field] ?? ''}`;
    const text = canonicalUserField(field as UserField, raw);
    if (IS_HASH.test(raw)) hashed[field] = raw;
    else if (text) {
      const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
      hashed[field] = [...new Uint8Array(digest)].map((byte) => (byte + 256).toString(16).slice(1)).join('');
    }
  }
  return hashed;
}
