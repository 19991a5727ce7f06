// How a receiver checks that a webhook is ours: the code that README shows.
import { createHmac, timingSafeEqual } from 'node:crypto';

const TOLERANCE_SECONDS = 300;

/** Whether `header` (Service-Signature) signs exactly these bytes under `secret`, at most five minutes ago. */
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
  // During a rotation there are two v1 entries: either may be the one for our secret.
  return parts.some(([name, hex]) => {
    const given = Buffer.from(name === 'v1' ? (hex ?? '') : '', 'hex');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
