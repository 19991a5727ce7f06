// Decides which URLs of strangers we are willing to ask: webhooks, and pictures. Only the text is checked: a Worker cannot pin the address that a host
// name resolves to, so the other half is the platform's ban on private networks (global_fetch_strictly_public).

const PORTS = new Set(['', '443', '8443']);
/** Suffixes that are never on the public internet: reserved ones, and those that private networks and clusters use. */
const PRIVATE_SUFFIXES = new Set([
  'localhost',
  'local',
  'internal',
  'intranet',
  'lan',
  'home',
  'corp',
  'mail',
  'private',
  'localdomain',
  'test',
  'invalid',
  'example',
  'onion',
  'alt',
  'arpa',
  'svc',
  'cluster',
  'service',
  'consul',
  'nomad',
  'docker',
  'kube',
  'k8s',
  'node',
  'server',
  'gateway',
  'router',
  'workgroup',
  'domain',
  'priv',
  'intern',
]);
/** Public DNS services whose names resolve to any address that the caller chooses, or to this machine. */
const RESOLVE_TO_ANYTHING = [
  'nip.io',
  'sslip.io',
  'xip.io',
  'xip.name',
  'nip.direct',
  'backname.io',
  'ip.addr.tools',
  'traefik.me',
  'local-ip.co',
  'local-ip.sh',
  'localtest.me',
  'lvh.me',
  'vcap.me',
  'lacolhost.com',
  'localho.st',
  'local.gd',
  '1u.ms',
  'rbndr.us',
  'fritz.box',
];
const LOCAL = /^http:\/\/(?:127\.0\.0\.1|localhost)(?:[:/?]|$)/i;
/**
 * A URL parser silently drops or repairs these characters, so the parsed URL would not be the one that the person sent.
 */
const REPAIRED = /[\s\\\u0000-\u001f\u007f]/;
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?$/;

/**
 * The reason why we do not ask a URL; null when we do.
 * @param allowLocal accept http://127.0.0.1 and http://localhost on any port: only for local development.
 */
export function publicUrlProblem(address: string, allowLocal: boolean): string | null {
  if (address.length > 2048) return 'The URL is longer than 2048 characters.';
  if (REPAIRED.test(address)) return 'The URL must not hold blanks, backslashes or control characters.';
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return 'This is not a URL.';
  }
  // The raw text is checked too: an empty user name disappears in parsing, and https:///x.com is parsed with its path
  // as the host.
  const authority = /^[a-z]+:\/\/([^/?#]*)/i.exec(address)?.[1] ?? '';
  if (url.username || url.password || authority.includes('@')) return 'The URL must not hold credentials.';
  if (address.includes('#')) return 'The URL must not have a fragment.';
  if (allowLocal && LOCAL.test(address)) return null;
  if (!/^https:\/\//i.test(address) || url.protocol !== 'https:') return 'The URL must begin with https://.';
  if (authority === '' || authority.includes('%'))
    return 'Two slashes and the name of the host must follow https:.';
  if (!PORTS.has(url.port)) return 'The port must be 443 or 8443.';
  return hostProblem(url.hostname.toLowerCase().replace(/\.$/, ''));
}

/** @param host as the parser returns it: ASCII, with every notation of an IPv4 address turned into dotted decimals. */
function hostProblem(host: string): string | null {
  const labels = host.split('.');
  const top = labels.at(-1)!;
  // A public top-level domain never begins with a digit, so this also catches IP addresses that the parser left alone.
  if (host.startsWith('[') || /^[0-9]/.test(top)) return 'The URL must name a host, not an IP address.';
  if (labels.length < 2 || PRIVATE_SUFFIXES.has(top)) return 'The host must be a public name.';
  if (RESOLVE_TO_ANYTHING.some((name) => host === name || host.endsWith(`.${name}`))) {
    return 'The host may resolve to any address. Use a name of your own.';
  }
  if (!labels.every((label) => LABEL.test(label))) return 'The host is not a valid name.';
  return null;
}
