// Which addresses we are willing to POST to. The check is of the text alone: a Worker cannot pin the address that
// a name resolves to, so the platform's own ban on private networks (global_fetch_strictly_public) is the other half.

const PORTS = new Set(['', '443', '8443']);
const PRIVATE_SUFFIXES = [
  'localhost',
  'local',
  'internal',
  'intranet',
  'lan',
  'home',
  'corp',
  'private',
  'test',
  'invalid',
  'example',
  'onion',
  'arpa',
];

/**
 * Why an address may not receive webhooks; null when it may.
 * @param allowLocal accept http://127.0.0.1 and http://localhost on any port: for `wrangler dev` alone.
 */
export function webhookUrlProblem(address: string, allowLocal: boolean): string | null {
  if (address.length > 2048) return 'The URL is longer than 2048 characters.';
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return 'This is not a URL.';
  }
  if (url.username || url.password) return 'The URL must not hold credentials.';
  if (address.includes('#')) return 'The URL must not have a fragment.';
  const host = url.hostname.toLowerCase().replace(/\.$/, '');
  if (allowLocal && url.protocol === 'http:' && (host === '127.0.0.1' || host === 'localhost')) return null;
  if (url.protocol !== 'https:') return 'The URL must begin with https://.';
  if (!PORTS.has(url.port)) return 'The port must be 443 or 8443.';
  // The URL parser has already turned every spelling of an IPv4 address into dotted decimals.
  if (/^[0-9.]+$/.test(host) || host.startsWith('[')) return 'The URL must name a host, not an IP address.';
  if (!host.includes('.')) return 'The host must be a public name.';
  if (PRIVATE_SUFFIXES.includes(host.slice(host.lastIndexOf('.') + 1)))
    return 'The host must be a public name.';
  return null;
}
