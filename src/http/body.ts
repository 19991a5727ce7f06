import { drain } from '../kit/drain.ts';
import { AppError } from '../kit/error.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

/**
 * A request's body as text, reading at most `limit` bytes. Throws payload_too_large, and invalid_request for
 * bytes that are not UTF-8 and for a body that breaks off.
 */
export async function readText(request: Request, limit: number): Promise<string> {
  const bytes = await readBytes(request, limit);
  try {
    return utf8.decode(bytes);
  } catch {
    throw new AppError('invalid_request', 'The body is not valid UTF-8.');
  }
}

/** Like readText, but returns the bytes. */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge(limit);
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch(endedEarly);
    if (done) break;
    size += value.byteLength;
    if (size > limit) {
      await drain(reader);
      throw tooLarge(limit);
    }
    chunks.push(value);
  }
  return chunks.length === 1 ? chunks[0]! : join(chunks, size);
}

/** The caller hung up. Nobody reads the response, and it is not a fault of ours that should be logged. */
function endedEarly(): never {
  throw new AppError('invalid_request', 'The body ended before it was whole.');
}

function join(chunks: Uint8Array[], size: number): Uint8Array {
  const all = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.byteLength;
  }
  return all;
}

function tooLarge(limit: number): AppError {
  return new AppError('payload_too_large', `The body may have at most ${limit} bytes.`);
}
