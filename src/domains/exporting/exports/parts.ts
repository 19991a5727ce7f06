// The bytes of exports in R2: objects of some thousand rows, each with what it holds and where the next one begins.
import type { SystemCtx } from '../../../context.ts';

export interface WrittenPart {
  rows: number;
  bytes: number;
  /** The list's cursor after it; null behind the last row. */
  next: string | null;
}

const folderOf = (id: string): string => `exports/${id}/`;
const keyOf = (id: string, part: number): string => folderOf(id) + part;

/** The part that an earlier run has written; null if none has. */
export async function findPart(ctx: SystemCtx, id: string, part: number): Promise<WrittenPart | null> {
  const object = await ctx.env.FILES.head(keyOf(id, part));
  return object && described(object);
}

/** Writes a part, unless there is one. @returns the one that there is. */
export async function putPart(
  ctx: SystemCtx,
  id: string,
  part: number,
  { text, rows, next }: { text: string; rows: number; next: string | null },
): Promise<WrittenPart> {
  const written = await ctx.env.FILES.put(keyOf(id, part), text, {
    onlyIf: { etagDoesNotMatch: '*' },
    customMetadata: { rows: String(rows), next: next ?? '' },
  });
  const found = written ? described(written) : await findPart(ctx, id, part);
  if (!found) throw new Error(`part ${part} of ${id} is gone`);
  return found;
}

const described = ({ size, customMetadata = {} }: R2Object): WrittenPart => ({
  rows: Number(customMetadata.rows),
  bytes: size,
  next: customMetadata.next || null,
});

/** All parts as one stream of `bytes`. It breaks off when a part is missing. */
export function streamParts(
  ctx: SystemCtx,
  { id, parts, bytes }: { id: string; parts: number; bytes: number },
): ReadableStream<Uint8Array> {
  const { readable, writable } = new FixedLengthStream(bytes);
  const send = async () => {
    for (let part = 0; part < parts; part++) {
      const object = await ctx.env.FILES.get(keyOf(id, part));
      if (!object) throw new Error(`part ${part} of ${id} is gone`);
      await object.body.pipeTo(writable, { preventClose: true });
    }
    await writable.close();
  };
  // The stream breaks off, which tells its reader.
  void send().catch((error) => writable.abort(error).catch(() => {}));
  return readable;
}

export async function deleteParts(ctx: SystemCtx, id: string): Promise<void> {
  for (;;) {
    const { objects, truncated } = await ctx.env.FILES.list({ prefix: folderOf(id) });
    if (objects.length > 0) await ctx.env.FILES.delete(objects.map(({ key }) => key));
    if (!truncated) return;
  }
}
