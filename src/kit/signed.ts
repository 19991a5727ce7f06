// Short texts that go out and come back, such as cursors: an HMAC under a key derived from those that seal. Computed in
// plain JavaScript, which for short texts beats WebCrypto and needs no await.
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { base64url, encodeHex } from 'oslo/encoding';
import type { SealingKeys } from './sealed.ts';

type Mac = ReturnType<typeof hmac.create>;

const SIGNATURE_BYTES = 16;
const encoder = new TextEncoder();
const macs = new WeakMap<SealingKeys, Map<string, Mac[]>>();

/**
 * The signatures that are good for a text, the newest key's first: it is the one to give out. A deployment without keys
 * signs with none, which shows damage and nothing else.
 * @param purpose what is signed: a signature is good for nothing else.
 */
export function signatures(keys: SealingKeys, purpose: string, text: string): string[] {
  const bytes = encoder.encode(text);
  return macsOf(keys, purpose).map((mac) =>
    encodeHex(mac.clone().update(bytes).digest().subarray(0, SIGNATURE_BYTES)),
  );
}

/** With the key already taken in, of which each signature begins with a copy. */
function macsOf(keys: SealingKeys, purpose: string): Mac[] {
  const byPurpose = macs.get(keys) ?? new Map<string, Mac[]>();
  macs.set(keys, byPurpose);
  const known = byPurpose.get(purpose);
  if (known) return known;
  const secrets = keys.size > 0 ? [...keys.values()] : [''];
  const fresh = secrets.map((secret) => {
    const key = base64url.decode(secret.replaceAll('+', '-').replaceAll('/', '_'), { strict: false });
    return hmac.create(sha256, hmac(sha256, key, encoder.encode(purpose)));
  });
  byPurpose.set(purpose, fresh);
  return fresh;
}
