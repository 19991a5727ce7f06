// Handles a request body that nobody reads. A connection with unread bytes cannot be used again, and a caller
// who is still sending when the response arrives often never reads it. So a limited part is read and dropped;
// more is not worth it.

const most = { bytes: 1024 * 1024, ms: 1_000 };

/**
 * For local use, because the proxy of `wrangler dev` crashes when a body is canceled: reads each body to its
 * end.
 */
export function drainWhole(): void {
  Object.assign(most, { bytes: Number.POSITIVE_INFINITY, ms: 60_000 });
}

/** Reads a refused body for at most 1 MiB or 1 s, and then cancels it. Never rejects. */
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

/** Drains the body of a request that was answered without reading it. */
export async function drainUnread(request: Request): Promise<void> {
  // Checked first, because `body` creates a stream even for a body that was read.
  if (request.bodyUsed) return;
  const { body } = request;
  if (body && !body.locked) await drain(body.getReader());
}
