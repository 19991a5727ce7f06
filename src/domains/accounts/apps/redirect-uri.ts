// Checks redirect URIs. A person is only sent to a URI that was registered, compared character by character. A program
// on the person's own computer listens on any free port (RFC 8252), so only there the port may differ.

export const MOST_REDIRECT_URIS = 20;
const LONGEST = 2048;

const HTTPS = /^https:\/\/([a-z0-9_](?:[a-z0-9._-]*[a-z0-9])?\.?|\[[0-9a-f:.]+\])(?::\d{1,5})?(?:[/?]|$)/i;
const LOOPBACK = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::\d{1,5})?((?:[/?].*)?)$/;
const LOCAL_HOST =
  /^(?:localhost|(?:.*\.)localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\]|\[::ffff:7f.*\])\.?$/i;

/**
 * The reason why an app cannot have this address; null when it can.
 * @param loopback whether addresses of the person's own computer are allowed, which holds for apps that registered
 * themselves.
 */
export function redirectUriProblem(uri: string, loopback: boolean): string | null {
  if (uri.length > LONGEST) return `An address has at most ${LONGEST} characters.`;
  if (!/^[\x21-\x7e]+$/.test(uri) || /[\\"<>^`{|}]/.test(uri)) {
    return 'Only visible ASCII characters that an address may hold.';
  }
  if (uri.includes('#')) return 'No fragment (#).';
  const authority = /^[a-z]+:\/\/([^/?]*)/i.exec(uri)?.[1] ?? '';
  if (authority.includes('@')) return 'No credentials (user@).';
  if (loopback && LOOPBACK.test(uri) && URL.canParse(uri)) return null;
  const host = HTTPS.exec(uri)?.[1];
  if (host === undefined || !URL.canParse(uri)) {
    return loopback
      ? 'It must begin with https:// and a host, or with http:// and 127.0.0.1, [::1] or localhost.'
      : 'It must begin with https:// and the name of a host.';
  }
  // The parsed host counts as well: the URL parser reads 0x7f.1 and 2130706433 as 127.0.0.1.
  if (LOCAL_HOST.test(host) || LOCAL_HOST.test(new URL(uri).hostname)) return 'No address of this computer.';
  return null;
}

/** Whether the address is on the person's own computer. */
export function isLoopback(uri: string): boolean {
  return LOOPBACK.test(uri);
}

/** Whether `asked` is one of the registered addresses. */
export function isRegistered(asked: string, registered: readonly string[], loopback: boolean): boolean {
  if (registered.includes(asked)) return true;
  const [, host, rest] = (loopback && LOOPBACK.exec(asked)) || [];
  if (host === undefined || !URL.canParse(asked) || /[^\x21-\x7e]|[\\"<>^`{|}#]/.test(asked)) return false;
  return registered.some((uri) => {
    const [, knownHost, knownRest] = LOOPBACK.exec(uri) ?? [];
    return knownHost === host && knownRest === rest;
  });
}
