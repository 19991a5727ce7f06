// Where the bytes of files are stored, and how they get there without being in memory as a whole.
import type { SystemCtx } from '../../../context.ts';
import { toHex } from '../../../kit/crypto.ts';
import { drain } from '../../../kit/drain.ts';
import { AppError } from '../../../kit/error.ts';

export function objectKey(fileId: string): string {
  return `files/${fileId}`;
}

/** A body's declared length in bytes; null when it declares none. */
export function declaredLength(request: Request): number | null {
  const header = request.headers.get('content-length');
  return header !== null && /^[0-9]{1,15}$/.test(header) ? Number(header) : null;
}

/** A stream with its first bytes already read. */
export interface Begun {
  head: Uint8Array;
  rest: ReadableStreamDefaultReader<Uint8Array>;
}

/**
 * Reads until at least `bytes` have arrived or the stream ends. Throws BodyLengthError when the stream breaks
 * off.
 */
export async function beginReading(stream: ReadableStream<Uint8Array>, bytes: number): Promise<Begun> {
  const rest = stream.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  while (size < bytes) {
    const { done, value } = await rest.read().catch(hungUp);
    if (done) break;
    chunks.push(value);
    size += value.byteLength;
  }
  const head = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    head.set(chunk, at);
    at += chunk.byteLength;
  }
  return { head, rest };
}

/**
 * Stores `size` bytes under a file's key and digests them on the way, one chunk at a time: with tee() the
 * digest could run ahead, and the chunks that R2 has not taken yet would fill the memory. Throws
 * BodyLengthError when the body is shorter or longer than `size`.
 * @param replaces the ETag of the object that it replaces: throws when that no longer exists.
 * @returns the SHA-256 in lower-case hex.
 */
export async function storeBytes(
  ctx: SystemCtx,
  fileId: string,
  body: Begun,
  size: number,
  replaces?: string,
): Promise<string> {
  const digest = new crypto.DigestStream('SHA-256');
  const digestWriter = digest.getWriter();
  const { readable, writable } = new FixedLengthStream(size);
  const writer = writable.getWriter();
  const stored = ctx.env.FILES.put(
    objectKey(fileId),
    readable,
    replaces === undefined ? {} : { onlyIf: { etagMatches: replaces } },
  );
  // The first failure is thrown below; the others must not become unhandled rejections.
  for (const promise of [stored, digest.digest, digestWriter.closed, writer.closed]) promise.catch(() => {});
  try {
    await pour(body, size, async (chunk) => {
      await Promise.all([digestWriter.write(chunk), writer.write(chunk)]);
    });
    await Promise.all([digestWriter.close(), writer.close()]);
    if (!(await stored)) throw new Error(`the bytes of ${fileId} changed`);
  } catch (error) {
    await Promise.allSettled([drain(body.rest), digestWriter.abort(error), writer.abort(error)]);
    await Promise.allSettled([stored]);
    throw error;
  }
  return toHex(await digest.digest);
}

/** Stores one part of an upload, of `size` bytes. Throws BodyLengthError as storeBytes does. */
export async function storePart(
  upload: R2MultipartUpload,
  number: number,
  body: ReadableStream<Uint8Array>,
  size: number,
): Promise<R2UploadedPart> {
  const { readable, writable } = new FixedLengthStream(size);
  const writer = writable.getWriter();
  const stored = upload.uploadPart(number, readable);
  const rest = body.getReader();
  for (const promise of [stored, writer.closed]) promise.catch(() => {});
  try {
    await pour({ head: new Uint8Array(0), rest }, size, (chunk) => writer.write(chunk));
    await writer.close();
    return await stored;
  } catch (error) {
    await Promise.allSettled([drain(rest), writer.abort(error)]);
    await Promise.allSettled([stored]);
    throw error;
  }
}

async function pour(body: Begun, size: number, write: (chunk: Uint8Array) => Promise<void>): Promise<void> {
  let written = 0;
  const next = async () => (await body.rest.read().catch(hungUp)).value;
  for (let chunk: Uint8Array | undefined = body.head; chunk; chunk = await next()) {
    written += chunk.byteLength;
    if (written > size) throw new BodyLengthError();
    if (chunk.byteLength > 0) await write(chunk);
  }
  if (written < size) throw new BodyLengthError();
}

/** The body had another length than it declared, or broke off. */
class BodyLengthError extends Error {}

/** Throws the caller's error for a body with the wrong length, and any other error as it is. */
export function asRefusal(error: unknown): never {
  if (!(error instanceof BodyLengthError)) throw error;
  throw new AppError('invalid_request', 'The body is not as long as its Content-Length says.');
}

function hungUp(): never {
  throw new BodyLengthError();
}

/** The bytes from `start` (inclusive) to `end` (exclusive) of a stored file, or fewer at its end. */
export async function collectBytes(
  ctx: SystemCtx,
  fileId: string,
  start: number,
  end: number,
): Promise<Uint8Array> {
  const object = await ctx.env.FILES.get(objectKey(fileId), {
    range: { offset: start, length: end - start },
  });
  if (!object) throw new Error(`no bytes of ${fileId}`);
  return new Uint8Array(await object.arrayBuffer());
}

/** SHA-256 of a stored file in lower-case hex, calculated from a stream. */
export async function digestStored(ctx: SystemCtx, fileId: string): Promise<string> {
  const object = await ctx.env.FILES.get(objectKey(fileId));
  if (!object) throw new Error(`no bytes of ${fileId}`);
  const digest = new crypto.DigestStream('SHA-256');
  await object.body.pipeTo(digest);
  return toHex(await digest.digest);
}
