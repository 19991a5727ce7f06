// Sends one signed POST request to a receiver.
import * as clock from '../../../kit/clock.ts';
import { hmacSha256Hex } from '../../../kit/crypto.ts';
import { publicUrlProblem } from '../../../kit/public-url.ts';
import { SECOND_MS } from '../../../kit/time.ts';
import type { Deadlines } from './deadlines.ts';
import { parseRetryAfter } from './retry-schedule.ts';

/** Time limit for the whole exchange, including the response body. */
export const TIMEOUT_MS = 10 * SECOND_MS;
const BODY_LIMIT = 64 * 1024;
/** How much of a response body is kept. Nearly every response is shorter. */
const KEPT = 4 * 1024;
const utf8 = new TextDecoder();

export interface DeliveryRequest {
  event: string;
  url: string;
  body: string;
  /** The current secret, and during a rotation also the previous one. */
  secrets: string[];
}

/** The result of an attempt. `error` is null exactly when the receiver accepted the event. */
export interface Exchange {
  /** Wall clock time, in ms since the epoch. */
  startedAt: number;
  latencyMs: number;
  status: number | null;
  error: string | null;
  body: string | null;
  retryAfterMs: number | null;
}

/** The body of a delivery. Every attempt sends the same bytes. */
export function deliveryBody(event: {
  id: string;
  type: string;
  account: string | null;
  data: Record<string, string>;
}): string {
  return JSON.stringify({ id: event.id, type: event.type, account: event.account, data: event.data });
}

/** The signature header: `t=<seconds>,v1=<hex>`, with one v1 for each secret. */
async function signature(secrets: string[], body: string, seconds: number): Promise<string> {
  const signed = `${seconds}.${body}`;
  let header = `t=${seconds}`;
  for (const secret of secrets) header += `,v1=${await hmacSha256Hex(secret, signed)}`;
  return header;
}

/**
 * Sends a request. Never throws: errors are part of the result.
 * @param timeouts deadlines of TIMEOUT_MS, shared by the requests of a run.
 */
export async function sendDelivery(
  request: DeliveryRequest,
  allowLocal: boolean,
  timeouts: Deadlines,
): Promise<Exchange> {
  // The receiver compares the timestamp with its own clock, so it has to be the wall clock time.
  const startedAt = clock.now();
  const met: Exchange = {
    startedAt,
    latencyMs: 0,
    status: null,
    error: checkedAgain(request.url, allowLocal),
    body: null,
    retryAfterMs: null,
  };
  if (met.error !== null) return met;
  const header = await signature(request.secrets, request.body, Math.floor(startedAt / SECOND_MS));
  const abort = new AbortController();
  let status: number | null = null;
  return await new Promise((resolve) => {
    // When the time is up, the exchange is abandoned, and the error from aborting it is ignored.
    const deadline = timeouts.begin(() => {
      abort.abort();
      const error = 'No complete answer within 10 seconds.';
      resolve({ ...met, status, latencyMs: clock.now() - startedAt, error });
    });
    exchange(request, header, abort.signal, (answered) => {
      status = answered;
    })
      .catch((error: unknown) => ({ ...met, status, error: failure(error, status) }))
      .then((outcome) => {
        timeouts.meet(deadline);
        resolve({ ...met, ...outcome, latencyMs: clock.now() - startedAt });
      });
  });
}

type Answer = Pick<Exchange, 'status' | 'error' | 'body' | 'retryAfterMs'>;

async function exchange(
  request: DeliveryRequest,
  header: string,
  signal: AbortSignal,
  answered: (status: number) => void,
): Promise<Answer> {
  const response = await fetch(request.url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'Service-Webhooks/1',
      'Service-Event': request.event,
      'Service-Signature': header,
    },
    body: request.body,
    redirect: 'manual',
    signal,
  });
  const { status } = response;
  answered(status);
  const body = await readStart(response);
  const again = status === 429 || status === 503 ? response.headers.get('retry-after') : null;
  return { status, body, error: verdict(status), retryAfterMs: parseRetryAfter(again, clock.now()) };
}

/**
 * Caches whether a URL is still allowed, because it may have been set under older rules. The rules cannot change while
 * the code runs.
 */
const checked = new Map<string, string | null>();
const CHECKED_LIMIT = 1_000;

function checkedAgain(url: string, allowLocal: boolean): string | null {
  const id = `${allowLocal} ${url}`;
  let problem = checked.get(id);
  if (problem === undefined) {
    if (checked.size >= CHECKED_LIMIT) checked.clear();
    problem = publicUrlProblem(url, allowLocal);
    checked.set(id, problem);
  }
  return problem;
}

function verdict(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return `Answered ${status}; redirects are not followed.`;
  if (status === 410) return 'Answered 410: the address is gone.';
  return `Answered ${status}.`;
}

/**
 * Describes why an exchange failed. workerd reports a response that is not HTTP only indirectly: by a numbered internal
 * error, as for a host name that cannot be resolved, or by the header or encoding that it could not read.
 * @param status the response's status, if it had begun.
 */
function failure(error: unknown, status: number | null): string {
  const said = (error instanceof Error ? error.message : String(error)).slice(0, 200);
  if (/^internal error\b/i.test(said))
    return status === null
      ? 'Malformed answer: it is not HTTP, or the host name leads nowhere.'
      : 'Malformed answer: its body is not framed as HTTP.';
  if (/Content-Length|decompression/i.test(said)) return `Malformed answer: ${said}`;
  return status === null ? `No answer: ${said}` : `The answer broke off: ${said}`;
}

/** The first 4 KiB of a response body as text. Up to 64 KiB are read, so that the connection can be reused. */
async function readStart(response: Response): Promise<string> {
  if (!response.body) return '';
  // A response that declares a small length can be read whole.
  const length = response.headers.get('content-length');
  const encoded = response.headers.has('content-encoding');
  if (length !== null && Number(length) <= BODY_LIMIT && !encoded) {
    return storable(new Uint8Array(await response.arrayBuffer()).subarray(0, KEPT));
  }
  // Other responses take at most two reads: the first one usually reaches the end.
  const reader = response.body.getReader({ mode: 'byob' });
  const first = await readFully(reader, KEPT);
  if (first.byteLength === KEPT) {
    await readFully(reader, BODY_LIMIT - KEPT);
    reader.cancel().catch(() => {});
  }
  return storable(first);
}

/** Reads `size` bytes, or fewer if the body ends before. */
async function readFully(reader: ReadableStreamBYOBReader, size: number): Promise<Uint8Array> {
  const { value } = await reader.readAtLeast(size, new Uint8Array(size));
  return value ?? new Uint8Array();
}

/** SQLite ends a text at a NUL, so NULs are replaced. */
function storable(bytes: Uint8Array): string {
  const text = utf8.decode(bytes);
  return text.includes('\u0000') ? text.replaceAll('\u0000', '\ufffd') : text;
}
