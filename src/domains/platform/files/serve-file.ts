// Serves a file's bytes by a signed link, whole or a range, streamed from R2.
import type { SystemCtx } from '../../../context.ts';
import { elsewhere } from '../../../files-host.ts';
import { AppError, notFound } from '../../../kit/error.ts';
import { objectKey } from './bytes.ts';
import type { FileRow } from './file.ts';
import { checkForm, checkSignature } from './signed-url.ts';
import { findFile } from './store.ts';

/**
 * Answers GET and HEAD of a file's link: 200, 206, 304 or 416, and 307 on a host that no longer serves files.
 */
export async function serveFile(ctx: SystemCtx, fileId: string, request: Request): Promise<Response> {
  const url = new URL(request.url);
  checkForm(fileId, url, ctx.now);
  const moved = elsewhere(url, ctx.vars);
  if (moved) return moved;
  const file = await findFile(ctx, fileId);
  if (!file || file.status === 'deleted') throw notFound('file');
  await checkSignature(file, 'GET', url);
  if (file.status !== 'ready') throw notFound('file');
  return await answer(ctx, file, request);
}

async function answer(ctx: SystemCtx, file: FileRow, request: Request): Promise<Response> {
  const etag = file.sha256 && `"${file.sha256}"`;
  const headers = new Headers({
    'Content-Type': file.type ?? 'application/octet-stream',
    'Content-Disposition': disposition(file),
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Accept-Ranges': 'bytes',
    // The link expires, so caches must not keep the bytes for longer.
    'Cache-Control': 'private, max-age=600',
    ...(etag ? { ETag: etag } : {}),
  });
  if (etag && isKnown(request.headers.get('if-none-match'), etag)) {
    return new Response(null, { status: 304, headers });
  }
  if (request.method === 'HEAD') {
    headers.set('Content-Length', String(file.size));
    return new Response(null, { status: 200, headers });
  }
  const ifRange = request.headers.get('if-range');
  const range =
    ifRange === null || ifRange === etag ? parseRange(request.headers.get('range'), file.size) : null;
  if (range === 'unsatisfiable') {
    throw new AppError('range_not_satisfiable', 'The range lies outside the file.', {
      headers: { 'Content-Range': `bytes */${file.size}` },
    });
  }
  const { start, end } = range ?? { start: 0, end: file.size };
  const object = await ctx.env.FILES.get(objectKey(file.id), {
    range: { offset: start, length: end - start },
  });
  if (!object) throw notFound('file');
  // The object's metadata was just removed, and the row does not show the new size yet.
  if (object.size !== file.size) {
    await object.body.cancel();
    return await answer(ctx, { ...file, size: object.size, sha256: null }, request);
  }
  headers.set('Content-Length', String(end - start));
  if (range) headers.set('Content-Range', `bytes ${start}-${end - 1}/${file.size}`);
  return new Response(object.body, { status: range ? 206 : 200, headers });
}

/** Whether an If-None-Match contains the current ETag, by RFC 9110's weak comparison. */
function isKnown(header: string | null, etag: string): boolean {
  const named = header?.split(',').map((one) => one.trim().replace(/^W\//, '')) ?? [];
  return named.includes(etag) || named.includes('*');
}

/**
 * One range of `Range: bytes=…` as start (inclusive) and end (exclusive). Null means the whole file: for no
 * range, for several, and for an invalid one, which RFC 9110 lets a server ignore.
 */
export function parseRange(
  header: string | null,
  size: number,
): { start: number; end: number } | 'unsatisfiable' | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.trim() ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return null;
  if (match[1] === '') {
    const last = Math.min(Number(match[2]), size);
    return last === 0 ? 'unsatisfiable' : { start: size - last, end: size };
  }
  const start = Number(match[1]);
  const end = match[2] === '' ? size : Math.min(Number(match[2]) + 1, size);
  if (match[2] !== '' && Number(match[2]) < start) return null;
  return start >= size ? 'unsatisfiable' : { start, end };
}

/** Displays the file in the browser, under the name that it was uploaded with. */
function disposition(file: FileRow): string {
  const name = file.name ?? file.id;
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `inline; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
