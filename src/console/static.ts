// Serves the stylesheet, the scripts and the icon. New content has a new name, so a browser asks once for
// each.
import { AppError } from '../kit/error.ts';

const TYPES: Record<string, string> = { css: 'text/css', js: 'text/javascript', svg: 'image/svg+xml' };

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
