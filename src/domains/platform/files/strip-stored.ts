// Removes the metadata of a stored picture of any size, without holding the picture in memory.
import type { SystemCtx } from '../../../context.ts';
import { toHex } from '../../../kit/crypto.ts';
import { imageHeader } from '../formats/image-header.ts';
import { MetadataStripper, type Stripping } from '../formats/strip-metadata.ts';
import { collectBytes, objectKey, storeBytes } from './bytes.ts';
import type { FileRow } from './file.ts';

/** A picture's size and orientation come after its metadata, which may contain previews. */
const HEADER_BYTES = 8 * 1024 * 1024;

/** Reads enough of a stored picture to know its size. Throws Unusable. */
export async function storedHeader(ctx: SystemCtx, file: FileRow, type: string) {
  return imageHeader(type, await collectBytes(ctx, file.id, 0, Math.min(HEADER_BYTES, file.size)));
}

/**
 * Reads the picture once to calculate the clean size, and again to write it, replacing only the object that
 * was read. A clean picture stays as it is, so this is safe to repeat after a run that was killed.
 * @returns the stored object afterwards.
 */
export async function stripStored(
  ctx: SystemCtx,
  { id }: Pick<FileRow, 'id'>,
  stripping: Stripping,
): Promise<Pick<FileRow, 'size' | 'sha256'>> {
  const object = await ctx.env.FILES.get(objectKey(id));
  if (!object) throw new Error(`no bytes of ${id}`);
  const digest = new crypto.DigestStream('SHA-256');
  const writer = digest.getWriter();
  let size = 0;
  const counter = new MetadataStripper(stripping, (part) => {
    size += part.byteLength;
  });
  for await (const piece of object.body) {
    counter.next(piece);
    await writer.write(piece);
  }
  counter.next(null);
  await writer.close();
  if (size === object.size && stripping.orientation === 1)
    return { size, sha256: toHex(await digest.digest) };
  const again = await ctx.env.FILES.get(objectKey(id), { onlyIf: { etagMatches: object.etag } });
  if (!again || !('body' in again)) throw new Error(`the bytes of ${id} changed`);
  const rest = streamOf(stripped(again.body, stripping, size)).getReader();
  const sha256 = await storeBytes(ctx, id, { head: new Uint8Array(0), rest }, size, object.etag);
  return { size, sha256 };
}

function streamOf(pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}

async function* stripped(
  body: ReadableStream<Uint8Array>,
  stripping: Stripping,
  size: number,
): AsyncGenerator<Uint8Array> {
  let parts: Uint8Array[] = [];
  const stripper = new MetadataStripper(stripping, (part) => parts.push(part), size);
  const taken = (): Uint8Array => {
    const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0));
    let at = 0;
    for (const part of parts) {
      whole.set(part, at);
      at += part.byteLength;
    }
    parts = [];
    return whole;
  };
  for await (const piece of body) {
    stripper.next(piece);
    yield taken();
  }
  stripper.next(null);
  yield taken();
}
