import type { SystemCtx } from '../../../context.ts';
import { AppError, notFound } from '../../../kit/error.ts';
import { asRefusal, declaredLength, objectKey, storePart } from './bytes.ts';
import { checkForm, checkSignature } from './signed-url.ts';
import { findFile, savePartNow } from './store.ts';
import { partSizes } from './upload-parts.ts';

/** Stores one part of an upload; sending it again replaces it. The signed link is the permission. */
export async function putPart(
  ctx: SystemCtx,
  fileId: string,
  number: number,
  request: Request,
): Promise<{ number: number; size: number }> {
  const url = new URL(request.url);
  checkForm(fileId, url, ctx.now);
  const file = await findFile(ctx, fileId);
  if (!file) throw notFound('file');
  await checkSignature(file, 'PUT', url);
  if (file.status !== 'uploading' || file.uploadId === null) {
    throw new AppError('conflict', 'This upload is no longer open.');
  }
  const size = partSizes(file)[number - 1];
  if (size === undefined) throw notFound('part');
  const declared = declaredLength(request);
  if (declared === null) throw new AppError('length_required', 'Send the part with a Content-Length.');
  if (declared !== size || !request.body) {
    throw new AppError('invalid_request', `Part ${number} has ${size} bytes.`, { details: { size } });
  }
  const upload = ctx.env.FILES.resumeMultipartUpload(objectKey(file.id), file.uploadId);
  const stored = await storePart(upload, number, request.body, size).catch(asRefusal);
  await savePartNow(ctx, { fileId: file.id, number, etag: stored.etag });
  return { number, size };
}
