import type * as z from 'zod';
import { actingId, homeId } from '../../../auth/actor.ts';
import type { EmbedComponent } from '../../../auth/frame.ts';
import type { Ctx, SystemCtx } from '../../../context.ts';
import { randomBase62 } from '../../../kit/crypto.ts';
import { drain } from '../../../kit/drain.ts';
import { AppError, rejected } from '../../../kit/error.ts';
import { newId } from '../../../kit/ids.ts';
import { DAY_MS, HOUR_MS } from '../../../kit/time.ts';
import { SNIFF_BYTES, type Sniffed, sniff } from '../formats/sniff.ts';
import { asRefusal, beginReading, declaredLength, objectKey, storeBytes } from './bytes.ts';
import type { FileCreate, FileRow, SeenFile } from './file.ts';
import { DIRECT_LIMIT, PURPOSES, type Purpose, sizeText, takesType } from './purposes.ts';
import { changeStill, findStill } from './still.ts';
import { deleteFileNow, insertFileNow, saveFile } from './store.ts';
import { wakeJob } from './wake-job.ts';

/**
 * An upload that is not finished by then is given up: one in parts, and one whose sender may have hung up.
 */
const UPLOAD_MS = DAY_MS;
const DIRECT_UPLOAD_MS = HOUR_MS;

/**
 * Stores a file's bytes or, with `size`, opens an upload in parts. Throws length_required, payload_too_large,
 * operation_rejected (empty_file, unsupported_type, too_many_uploads, and those of findStill), rate_limited,
 * invalid_request.
 */
export async function createFile(
  ctx: Ctx,
  input: z.output<typeof FileCreate>,
  request: Request,
): Promise<SeenFile> {
  requirePurposeOfFrame(ctx, input.purpose);
  const owner = { ownerId: actingId(ctx.actor), uploadedBy: homeId(ctx.actor) };
  return await createFileFor(ctx, owner, input, request);
}

/** The upload of bytes that the service read itself, such as a picture of another site. */
export const uploadOf = (bytes: Uint8Array<ArrayBuffer>): Request =>
  new Request('https://upload.invalid/', {
    method: 'POST',
    body: bytes,
    headers: { 'Content-Length': String(bytes.byteLength) },
  });

/** The same for an owner who does not send it, such as of a picture that a job fetches. */
export async function createFileFor(
  ctx: SystemCtx,
  owner: Pick<FileRow, 'ownerId' | 'uploadedBy'>,
  input: z.output<typeof FileCreate>,
  request: Request,
): Promise<SeenFile> {
  const declared = declaredLength(request);
  const { limit, label } = PURPOSES[input.purpose];
  const size = input.size ?? declared;
  if (input.size !== undefined && (declared ? declared > 0 : request.body !== null && declared === null)) {
    throw new AppError('invalid_request', 'With size, send no body: its parts go to the URLs in the answer.');
  }
  if (input.size === undefined && input.partSize !== undefined)
    throw new AppError('invalid_request', 'partSize: only an upload with size has parts.');
  if (size === null) throw new AppError('length_required', 'Send the bytes with a Content-Length.');
  if (size === 0) throw rejected('empty_file', 'The file is empty.');
  if (size > limit) {
    throw new AppError('payload_too_large', `${label} may have at most ${sizeText(limit)}.`, {
      details: { limit },
    });
  }
  const row = blankFile(ctx, owner, input, size);
  const still = input.thumbnail === undefined ? null : await findStill(ctx, row, input.thumbnail);
  const changes =
    input.size === undefined ? await takeBytes(ctx, row, request) : { uploadId: await openUpload(ctx, row) };
  const shown = changeStill(ctx, row, still);
  saveFile(ctx, row, { ...changes, thumbnailId: shown.thumbnailId });
  return { ...row, ...changes, ...shown, version: row.version + 1 };
}

/** What the components of embeds upload files for. */
const OF_FRAMES: Partial<Record<EmbedComponent, readonly Purpose[]>> = {
  submissions: ['submission', 'thumbnail'],
  messages: ['chat_attachment'],
};

/** Throws permission_denied for a frame that uploads what its component has no use for. */
function requirePurposeOfFrame({ actor: { by, frame } }: Ctx, purpose: Purpose): void {
  if (by !== 'embed' || (frame && OF_FRAMES[frame.component]?.includes(purpose))) return;
  throw new AppError('permission_denied', `An embed of ${frame?.component} uploads no ${purpose}.`);
}

function blankFile(
  ctx: SystemCtx,
  owner: Pick<FileRow, 'ownerId' | 'uploadedBy'>,
  input: z.output<typeof FileCreate>,
  size: number,
): FileRow {
  return {
    id: newId('file', ctx.now),
    ...owner,
    purpose: input.purpose,
    name: input.name ?? null,
    status: 'uploading',
    size,
    partSize: input.partSize ?? null,
    type: null,
    sha256: null,
    width: null,
    height: null,
    duration: null,
    blurHash: null,
    pages: null,
    thumbnailId: null,
    failureCode: null,
    failureMessage: null,
    uploadId: null,
    urlKey: randomBase62(32),
    holds: 0,
    attempts: 0,
    dueAt: ctx.now + (input.size === undefined ? DIRECT_UPLOAD_MS : UPLOAD_MS),
    version: 1,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  };
}

/** @returns the columns to save. */
async function takeBytes(ctx: SystemCtx, row: FileRow, request: Request): Promise<Partial<FileRow>> {
  if (row.size > DIRECT_LIMIT) {
    throw new AppError(
      'payload_too_large',
      `More than ${sizeText(DIRECT_LIMIT)} at once. Send the size instead of a body, then the bytes in parts.`,
      { details: { limit: DIRECT_LIMIT } },
    );
  }
  if (!request.body) throw new AppError('invalid_request', 'There is no body.');
  const body = await beginReading(request.body, Math.min(SNIFF_BYTES, row.size)).catch(asRefusal);
  const sniffed = sniff(body.head);
  if (!takesType(row.purpose, sniffed.type)) {
    await drain(body.rest);
    throw unsupportedType(row.purpose, sniffed);
  }
  await insertFileNow(ctx, row.uploadedBy, row);
  let sha256: string;
  try {
    sha256 = await storeBytes(ctx, row.id, body, row.size);
  } catch (error) {
    await ctx.env.FILES.delete(objectKey(row.id));
    await deleteFileNow(ctx, row.id);
    return asRefusal(error);
  }
  wakeJob(ctx, row.id);
  return { status: 'processing', type: sniffed.type, sha256, dueAt: ctx.now };
}

function unsupportedType(purpose: Purpose, sniffed: Sniffed): AppError {
  return rejected('unsupported_type', unsupportedMessage(purpose, sniffed));
}

export function unsupportedMessage(purpose: Purpose, sniffed: Sniffed): string {
  const { label, takes } = PURPOSES[purpose];
  return `The file is ${sniffed.name}. ${label} is ${takes}.`;
}

async function openUpload(ctx: SystemCtx, row: FileRow): Promise<string> {
  await insertFileNow(ctx, row.uploadedBy, row);
  return (await ctx.env.FILES.createMultipartUpload(objectKey(row.id))).uploadId;
}
