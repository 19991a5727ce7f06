// Serves the stylesheet, the scripts and the icon. New content has a new name, so a browser asks once for
// each.
import { AppError } from '../kit/error.ts';

const TYPES: Record<string, string> = { css: 'text/css', js: 'text/javascript', svg: 'image/svg+xml' };

/** The script that customers' pages load, whose name never changes. */
export const LOADER = '/embed/v1.js';

/** The loader of embeds: open to pages of any origin, kept for five minutes, and then asked about again. */
export async function embedLoader(request: Request): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    throw new AppError('method_not_allowed', 'This file is only read.', { headers: { Allow: 'GET, HEAD' } });
  }
  const { TEXTS, LOADER_HASH } = await import('./asset-texts.generated.ts');
  const headers = {
    'Content-Type': 'text/javascript; charset=utf-8',
    'Cache-Control': 'public, max-age=300',
    ETag: `"${LOADER_HASH}"`,
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  };
  const known = request.headers.get('if-none-match')?.includes(headers.ETag);
  return known ? new Response(null, { status: 304, headers }) : new Response(TEXTS[LOADER]!, { headers });
}

/** The file at a path under /ui. Throws not_found, also for the names of another version. */
export async function staticFile(path: string): Promise<Response> {
  const { TEXTS } = await import('./asset-texts.generated.ts');
  const text = Object.hasOwn(TEXTS, path) ? TEXTS[path]! : null;
  if (text === null) throw new AppError('not_found', 'No such file.');
  return new Response(text, {
    headers: {
      'Content-Type': `${TYPES[path.slice(path.lastIndexOf('.') + 1)]}; charset=utf-8`,
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Cross-Origin-Resource-Policy': 'same-origin',
    },
  });
}
