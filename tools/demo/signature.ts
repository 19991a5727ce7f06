// How a receiver verifies that a webhook is from us: README shows this code.
import { createHmac, timingSafeEqual } from 'node:crypto';

const TOLERANCE_SECONDS = 300;

/** Whether `header` (Service-Signature) signs exactly these bytes with `secret`, at most five minutes ago. */
export function verifySignature(
  header: string,
  rawBody: Buffer,
  secret: string,
  nowMs = Date.now(),
): boolean {
  const parts = header.split(',').map((part) => part.split('=', 2) as [string, string | undefined]);
  const time = parts.find(([name]) => name === 't')?.[1];
  if (time === undefined || !/^\d+$/.test(time)) return false;
  if (Math.abs(nowMs / 1000 - Number(time)) > TOLERANCE_SECONDS) return false;
  const expected = createHmac('sha256', secret).update(`${time}.`).update(rawBody).digest();
  // During a rotation there are two v1 entries, and either may be made with our secret.
  return parts.some(([name, hex]) => {
    const given = Buffer.from(name === 'v1' ? (hex ?? '') : '', 'hex');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
