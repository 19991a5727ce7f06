// Secrets that the service gives out: a prefix that says what it is, 43 characters of base62, which is 256 bits, and a
// 6-character checksum, so that a typing error is told from a revoked one without a look-up and secret scanners can recognise
// a leak.
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

/** Whether the text can be a secret of this kind at all. */
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

/** Whether the text can be a key of ours at all. */
export function isKeySecret(text: string): boolean {
  return isSecret('key', text);
}

/** What is stored of any of them. */
export function hashKeySecret(secret: string): string {
  return sha256Hex(secret);
}
