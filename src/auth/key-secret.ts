// Secrets that the service issues: a prefix that names the kind, 43 characters of base62, which is 256 bits,
// and a checksum of 6 characters. The checksum distinguishes a typing error from a revoked secret without a
// lookup, and lets secret scanners recognize a leak.
import { base62Checksum, randomBase62, sha256Hex } from '../kit/crypto.ts';

const PREFIXES = {
  key: 'service_sk_',
  client: 'service_cs_',
  accessToken: 'service_at_',
  refreshToken: 'service_rt_',
} as const;

export type SecretKind = keyof typeof PREFIXES;

const RANDOM = 43;
const CHECKSUM = 6;
const FORM = new RegExp(`^[0-9A-Za-z]{${RANDOM + CHECKSUM}}$`);

export function newSecret(kind: SecretKind): string {
  const body = PREFIXES[kind] + randomBase62(RANDOM);
  return body + base62Checksum(body, CHECKSUM);
}

/** Whether the text has the form of this kind of secret. */
export function isSecret(kind: SecretKind, text: string): boolean {
  const prefix = PREFIXES[kind];
  return (
    text.startsWith(prefix) &&
    FORM.test(text.slice(prefix.length)) &&
    base62Checksum(text.slice(0, -CHECKSUM), CHECKSUM) === text.slice(-CHECKSUM)
  );
}

export function newKeySecret(): string {
  return newSecret('key');
}

/** Whether the text has the form of one of our keys. */
export function isKeySecret(text: string): boolean {
  return isSecret('key', text);
}

/** The stored form of every secret. */
export function hashKeySecret(secret: string): string {
  return sha256Hex(secret);
}
