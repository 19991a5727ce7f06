// Signs short texts that are given out and come back, such as cursors, with an HMAC whose key is derived from
// the sealing keys. Plain JavaScript, which for short texts is faster than WebCrypto and needs no await.
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { base64url, encodeHex } from 'oslo/encoding';
import { equalInConstantTime } from './crypto.ts';
import type { SealingKeys } from './sealed.ts';

type Mac = ReturnType<typeof hmac.create>;

const SIGNATURE_BYTES = 16;
const encoder = new TextEncoder();
const macs = new WeakMap<SealingKeys, Map<string, Mac[]>>();

/**
 * The valid signatures of a text; the newest key's comes first, and is the one to give out. A deployment
 * without keys signs with an empty key, which only detects damage.
 * @param purpose what the signature is for: it is not valid for anything else.
 */
export function signatures(keys: SealingKeys, purpose: string, text: string): string[] {
  const bytes = encoder.encode(text);
  return macsOf(keys, purpose).map((mac) =>
    encodeHex(mac.clone().update(bytes).digest().subarray(0, SIGNATURE_BYTES)),
  );
}

/** Whether a text was signed for this purpose with any of the keys. */
export const isSigned = (keys: SealingKeys, purpose: string, text: string, given: string): boolean =>
  signatures(keys, purpose, text).some((own) => equalInConstantTime(own, given));

/** HMACs that have absorbed their key already; each signature begins with a copy of one. */
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
