// Shopify signs with the app's secret: addresses that it sends people to, and the bytes of webhooks.
import { equalInConstantTime, hmacSha256Base64, hmacSha256Hex } from '../../kit/crypto.ts';
import { SECOND_MS } from '../../kit/time.ts';
import type { App } from '../provider/site.ts';

/** How far Shopify's time in an address may be from ours. */
const TOLERANCE_MS = 90 * SECOND_MS;

const secretsOf = ({ secret, oldSecret }: App) => (oldSecret === undefined ? [secret] : [secret, oldSecret]);

/** Compares with the signature under each secret, in a time that does not depend on which one fits. */
async function fits(app: App, given: string, sign: (secret: string) => Promise<string>): Promise<boolean> {
  const signatures = await Promise.all(secretsOf(app).map(sign));
  return signatures.filter((one) => equalInConstantTime(one, given)).length > 0;
}

/** Whether Shopify signed these bytes. */
export async function isSignedBody(app: App, body: Uint8Array, signature: string | null): Promise<boolean> {
  return await fits(app, signature ?? '', (secret) => hmacSha256Base64(secret, body));
}

/** Whether Shopify signed this query within the last 90 seconds. @param now milliseconds. */
export async function isSignedQuery(app: App, query: URLSearchParams, now: number): Promise<boolean> {
  const names = [...new Set(query.keys())].filter((name) => name !== 'hmac' && name !== 'signature').sort();
  const signed = new URLSearchParams(names.map((name) => [name, query.getAll(name).join(',')]));
  const text = signed.toString().replaceAll('+', '%20');
  if (!(await fits(app, query.get('hmac') ?? '', (secret) => hmacSha256Hex(secret, text)))) return false;
  const stamp = query.get('timestamp') ?? '';
  return /^\d{1,12}$/.test(stamp) && Math.abs(now - Number(stamp) * SECOND_MS) <= TOLERANCE_MS;
}
