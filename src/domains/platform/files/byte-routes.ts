// /files/…: the links in records. They carry their own permission, so no key is asked for, and they are no part of
// the API's registry: nobody builds them by hand.
import type { SystemCtx } from '../../../context.ts';
import { AppError, notFound } from '../../../kit/error.ts';
import { putPart } from './put-part.ts';
import { serveFile } from './serve-file.ts';

const FILE = /^\/files\/(file_[0-9a-z]{26})$/;
const PART = /^\/files\/(file_[0-9a-z]{26})\/parts\/([1-9][0-9]{0,3})$/;

export async function fileBytes(ctx: SystemCtx, request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const file = FILE.exec(pathname);
  if (file) {
    allow(request, ['GET', 'HEAD']);
    return await serveFile(ctx, file[1]!, request);
  }
  const part = PART.exec(pathname);
  if (part) {
    allow(request, ['PUT']);
    return Response.json({ data: await putPart(ctx, part[1]!, Number(part[2]), request) });
  }
  throw notFound('file');
}

function allow(request: Request, methods: string[]): void {
  if (methods.includes(request.method)) return;
  throw new AppError('method_not_allowed', `This link takes ${methods.join(', ')}.`, {
    headers: { Allow: methods.join(', ') },
  });
}
