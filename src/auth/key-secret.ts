// Secrets that the service issues: a prefix that names the kind, 43 characters of base62, which is 256 bits,
// and a checksum of 6 characters. The checksum distinguishes a typing error from a revoked secret without a
// lookup, and lets secret scanners recognize a leak.
import { base62Checksum, randomBase62, sha256Hex } from '../kit/crypto.ts';
import { isId } from '../kit/ids.ts';

const PREFIXES = {
  key: 'service_sk_',
  client: 'service_cs_',
  accessToken: 'service_at_',
  refreshToken: 'service_rt_',
  frameToken: 'service_ft_',
  personToken: 'service_pt_',
} as const;

export type SecretKind = keyof typeof PREFIXES;

const RANDOM = 43;
const CHECKSUM = 6;
const FORM = new RegExp(`^[0-9A-Za-z]{${RANDOM + CHECKSUM}}$`);

export function newSecret(kind: SecretKind): string {
  return secretAfter(PREFIXES[kind]);
}

function secretAfter(prefix: string): string {
  const body = prefix + randomBase62(RANDOM);
  return body + base62Checksum(body, CHECKSUM);
}

/** Whether the text has the form of this kind of secret. */
export function isSecret(kind: SecretKind, text: string): boolean {
  return isSecretAfter(PREFIXES[kind], text);
}

function isSecretAfter(prefix: string, text: string): boolean {
  return (
    text.startsWith(prefix) &&
    FORM.test(text.slice(prefix.length)) &&
    base62Checksum(text.slice(0, -CHECKSUM), CHECKSUM) === text.slice(-CHECKSUM)
  );
}

/** The secret of an embed session names the session, so that a page knows which frame to show. */
export function newEmbedSecret(session: string): string {
  return secretAfter(`${session}_secret_`);
}

export function isEmbedSecret(text: string): boolean {
  const end = text.indexOf('_secret_');
  return (
    isId(text.slice(0, Math.max(0, end)), ['embed']) && isSecretAfter(`${text.slice(0, end)}_secret_`, text)
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
