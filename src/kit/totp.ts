// Time-based one-time codes (RFC 6238) as authenticator apps make them: HMAC-SHA-1, six digits, steps of 30
// seconds.
import { base32 } from 'oslo/encoding';
import { createTOTPKeyURI, generateHOTP } from 'oslo/otp';
import { SECOND_MS } from './time.ts';

const SECRET_BYTES = 20;

/** A new secret in base32, as people type it into an app. */
export function newTotpSecret(): string {
  return base32.encode(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)), { includePadding: false });
}

/** The step of a time in milliseconds. */
export function totpStep(ms: number): number {
  return Math.floor(ms / (30 * SECOND_MS));
}

/** The code of a step. */
export async function totpCode(secret: string, step: number, digits = 6): Promise<string> {
  return await generateHOTP(base32.decode(secret, { strict: false }), step, digits);
}

/** The link that an authenticator app opens. */
export function totpLink(secret: string, service: string, account: string): string {
  return createTOTPKeyURI(service, account, base32.decode(secret, { strict: false }));
}
