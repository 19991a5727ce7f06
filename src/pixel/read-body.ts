// Reads the body of a beacon: at once if its length is declared, otherwise only up to the limit.
import { readText } from '../http/body.ts';
import { AppError } from '../kit/error.ts';

const MAX_BODY_BYTES = 64 * 1024;
const MAX_EVENTS = 20;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

export interface Beacon {
  events: unknown[];
  /** Whether the body was an array: error messages then include an event's index. */
  isArray: boolean;
  /** Characters of JSON. */
  length: number;
}

/**
 * Throws payload_too_large, unsupported_media_type, or invalid_request for invalid JSON and too many events.
 */
export async function readBeacon(request: Request): Promise<Beacon> {
  const type = request.headers.get('content-type');
  if (type !== null && !/^(?:text\/plain|application\/json)\s*(?:;|$)/i.test(type)) {
    throw new AppError('unsupported_media_type', 'Send JSON as text/plain or application/json.');
  }
  const text = await readLimited(request);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new AppError('invalid_request', 'The body is not valid JSON.');
  }
  const isArray = Array.isArray(value);
  const events = isArray ? (value as unknown[]) : [value];
  if (events.length === 0 || events.length > MAX_EVENTS) {
    throw new AppError('invalid_request', `Send one event, or an array of 1 to ${MAX_EVENTS}.`);
  }
  return { events, isArray, length: text.length };
}

async function readLimited(request: Request): Promise<string> {
  const announced = request.headers.get('content-length');
  if (announced === null || Number(announced) > MAX_BODY_BYTES)
    return await readText(request, MAX_BODY_BYTES);
  const bytes = await request.arrayBuffer();
  if (bytes.byteLength > MAX_BODY_BYTES) {
    throw new AppError('payload_too_large', `The body may have at most ${MAX_BODY_BYTES} bytes.`);
  }
  try {
    return utf8.decode(bytes);
  } catch {
    throw new AppError('invalid_request', 'The body is not valid UTF-8.');
  }
}
