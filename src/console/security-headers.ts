// The security headers of every page.
import type { Vars } from '../env.ts';
import { BROWSER_SAFETY } from '../http/browser-safety.ts';

/**
 * @param formActions origins besides our own to which a form's response may redirect.
 * @param pictures origins besides our own of pictures.
 * @param choosesVideo whether people choose a video on it, from which its script takes the cover picture.
 * @param keepsOpener whether the window that opened it may still speak with it: see embed-window.ts.
 * @param framedBy the only origin that may show the page in a frame. Without it no page may, not even ours.
 */
export function securityHeaders(
  { FILES_URL }: Pick<Vars, 'FILES_URL'>,
  {
    formActions = [],
    pictures = [],
    choosesVideo = false,
    framedBy,
    keepsOpener,
  }: {
    formActions?: readonly string[] | undefined;
    pictures?: readonly string[] | undefined;
    choosesVideo?: boolean;
    framedBy?: string | undefined;
    keepsOpener?: boolean | undefined;
  } = {},
): Record<string, string> {
  const files = new URL(FILES_URL).origin;
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      `img-src ${["'self'", 'data:', files, ...pictures].join(' ')}`,
      `media-src 'self' ${choosesVideo ? 'blob: ' : ''}${files}`,
      "connect-src 'self'",
      `form-action ${["'self'", ...formActions].join(' ')}`,
      "base-uri 'none'",
      `frame-ancestors ${framedBy ?? "'none'"}`,
    ].join('; '),
    'Cross-Origin-Opener-Policy': keepsOpener ? 'unsafe-none' : 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
    'Referrer-Policy': 'no-referrer',
    ...BROWSER_SAFETY,
    // It knows no origins: where one may frame the page, the policy above alone says which.
    ...(framedBy === undefined && { 'X-Frame-Options': 'DENY' }),
  };
}
