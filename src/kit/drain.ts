// What becomes of a body that nobody wants. A connection on which bytes are left cannot be used again, and a caller who
// is still sending when the answer comes often never reads it. So a little is read away; more than that is not worth it.

const most = { bytes: 1024 * 1024, ms: 1_000 };

/** On a machine of one's own, where the proxy of `wrangler dev` ends when a body is let go of: reads each to its end. */
export function drainWhole(): void {
  Object.assign(most, { bytes: Number.POSITIVE_INFINITY, ms: 60_000 });
}

/** Reads a refused body to its end, but at most 1 MiB or for 1 s, and then lets go of it. Never rejects. */
export async function drain(body: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), most.ms);
  });
  try {
    for (let size = 0; size <= most.bytes; ) {
      const read = await Promise.race([body.read(), late]);
      if (read === 'late') break;
      if (read.done) return;
      size += read.value.byteLength;
    }
    await Promise.race([body.cancel(), late]);
  } catch {
    // The caller hung up.
  } finally {
    clearTimeout(timer);
  }
}

/** Drains the body of a request that was answered without a look at it. */
export async function drainUnread(request: Request): Promise<void> {
  // Asked first: `body` makes a stream even of a body that was read.
  if (request.bodyUsed) return;
  const { body } = request;
  if (body && !body.locked) await drain(body.getReader());
}
