import type { SystemCtx } from '../../../context.ts';
import { elsewhere } from '../../../files-host.ts';
import { notFound } from '../../../kit/error.ts';
import { iso } from '../../../kit/time.ts';
import { checkForm, checkSignature } from '../../platform/files/interface.ts';
import { streamParts } from './parts.ts';
import { type ExportRow, findExport } from './store.ts';

/** Answers GET and HEAD of an export's link with the file, and 307 on a host that no longer serves files. */
export async function serveExport(ctx: SystemCtx, id: string, request: Request): Promise<Response> {
  const url = new URL(request.url);
  checkForm(id, url, ctx.now, 'export');
  const moved = elsewhere(url, ctx.vars);
  if (moved) return moved;
  const row = await findExport(ctx, id);
  if (row?.status !== 'ready') throw notFound('export');
  await checkSignature(row, 'GET', url, 'export');
  return new Response(request.method === 'HEAD' ? null : streamParts(ctx, row), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Length': String(row.bytes),
      'Content-Disposition': `attachment; filename="${nameOf(row)}"`,
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, no-store',
    },
  });
}

/** The list and the moment that the file shows, without the colons that file systems refuse. */
const nameOf = ({ list, createdAt }: ExportRow): string =>
  `${list}-${iso(createdAt).slice(0, 16).replace(':', '')}Z.csv`;
