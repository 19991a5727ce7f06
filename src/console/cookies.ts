// Cookies of the pages. All have the prefix `__Host-`, so they are sent only to this host, only over https,
// and no other host can set them.

/** Their names, without the prefix. */
type Name = 'session' | 'device' | 'form' | 'notice' | 'draft';

/** The value of one of our cookies, as the browser sent it; null when there is none. */
export function readCookie(request: Request, name: Name): string | null {
  const wanted = `__Host-${name}=`;
  const found = (request.headers.get('cookie') ?? '').split('; ').find((one) => one.startsWith(wanted));
  return found === undefined ? null : found.slice(wanted.length);
}

/**
 * The Set-Cookie header of one of our cookies. The value may contain only characters that cookies allow.
 * @param seconds how long it is kept; null until the browser is closed; 0 removes it.
 */
export function cookie(name: Name, value: string, seconds: number | null): string {
  const age = seconds === null ? '' : `; Max-Age=${seconds}`;
  return `__Host-${name}=${value}; Path=/; Secure; HttpOnly; SameSite=Lax${age}`;
}
