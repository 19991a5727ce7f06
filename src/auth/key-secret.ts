// The secret of an API key: service_sk_ + 32 characters of base62 + a 6-character checksum, so that a typing
// error is told from a revoked key without a look-up and secret scanners can recognise a leak.
import { base62Checksum, randomBase62, sha256Hex } from '../kit/crypto.ts';

const PREFIX = 'service_sk_';
const PATTERN = /^service_sk_[0-9A-Za-z]{38}$/;

export function newKeySecret(): string {
  const body = PREFIX + randomBase62(32);
  return body + base62Checksum(body, 6);
}

/** Whether the text can be a key of ours at all. */
export function isKeySecret(text: string): boolean {
  return PATTERN.test(text) && base62Checksum(text.slice(0, -6), 6) === text.slice(-6);
}

export function hashKeySecret(secret: string): string {
  return sha256Hex(secret);
}
