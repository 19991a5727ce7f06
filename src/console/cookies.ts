// Cookies of the pages. All are `__Host-`: sent to this host alone, over https, and set by nobody else.

/** Their names, without the prefix. */
type Name = 'session' | 'device' | 'form' | 'notice';

/** The value of a cookie of ours, as the browser sent it; null when there is none. */
export function readCookie(request: Request, name: Name): string | null {
  const wanted = `__Host-${name}=`;
  const found = (request.headers.get('cookie') ?? '').split('; ').find((one) => one.startsWith(wanted));
  return found === undefined ? null : found.slice(wanted.length);
}

/**
 * The Set-Cookie of a cookie of ours. The value must be of characters that a cookie takes.
 * @param seconds how long it is kept; until the browser is closed when null; 0 removes it.
 */
export function cookie(name: Name, value: string, seconds: number | null): string {
  const age = seconds === null ? '' : `; Max-Age=${seconds}`;
  return `__Host-${name}=${value}; Path=/; Secure; HttpOnly; SameSite=Lax${age}`;
}
