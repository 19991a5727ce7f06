// One signed POST to a receiver.
import { hmacSha256Hex } from '../../kit/crypto.ts';
import { SECOND_MS } from '../../kit/time.ts';
import { parseRetryAfter } from './retry-schedule.ts';
import { webhookUrlProblem } from './webhook-url.ts';

/** For the whole exchange, the answer's body included. */
export const TIMEOUT_MS = 10 * SECOND_MS;
const BODY_LIMIT = 64 * 1024;

export interface Letter {
  event: string;
  url: string;
  body: string;
  /** The secret in force, and during a rotation the one before. */
  secrets: string[];
}

/** What an attempt met. `error` is null exactly when the receiver took the event. */
export interface Exchange {
  /** Milliseconds since the epoch, of the wall clock. */
  startedAt: number;
  latencyMs: number;
  status: number | null;
  error: string | null;
  body: string | null;
  retryAfterMs: number | null;
}

/** The body of a delivery: the same bytes at every attempt. */
export function deliveryBody(event: {
  id: string;
  type: string;
  account: string | null;
  data: Record<string, string>;
}): string {
  return JSON.stringify({ id: event.id, type: event.type, account: event.account, data: event.data });
}

/** `t=<seconds>,v1=<hex>`, with one v1 for each secret. */
export async function signature(secrets: string[], body: string, seconds: number): Promise<string> {
  const signed = await Promise.all(secrets.map((secret) => hmacSha256Hex(secret, `${seconds}.${body}`)));
  return [`t=${seconds}`, ...signed.map((hex) => `v1=${hex}`)].join(',');
}

/** Sends a letter. Never throws: whatever goes wrong is in the answer. */
export async function sendDelivery(letter: Letter, allowLocal: boolean): Promise<Exchange> {
  // The receiver holds the timestamp against its own clock, so this is the wall clock, whatever moment we work at.
  const startedAt = Date.now();
  const met = (part: Partial<Exchange>): Exchange => ({
    startedAt,
    latencyMs: Date.now() - startedAt,
    status: null,
    error: null,
    body: null,
    retryAfterMs: null,
    ...part,
  });
  const problem = checkedAgain(letter.url, allowLocal);
  if (problem) return met({ error: problem });
  const header = await signature(letter.secrets, letter.body, Math.floor(startedAt / SECOND_MS));
  const abort = new AbortController();
  let expired = () => {};
  const expiry = new Promise<never>((_, reject) => {
    expired = () => reject(new Error('timeout'));
  });
  expiry.catch(() => {});
  const timer = setTimeout(() => {
    expired();
    abort.abort();
  }, TIMEOUT_MS);
  let status: number | null = null;
  try {
    const exchange = fetch(letter.url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': 'Service-Webhooks/1',
        'Service-Event': letter.event,
        'Service-Signature': header,
      },
      body: letter.body,
      redirect: 'manual',
      signal: abort.signal,
    });
    // When the time is up this is left behind, and its abort is nobody's concern.
    exchange.catch(() => {});
    const response = await Promise.race([exchange, expiry]);
    status = response.status;
    const body = await Promise.race([readStart(response), expiry]);
    const again = status === 429 || status === 503 ? response.headers.get('retry-after') : null;
    return met({
      status,
      body,
      error: verdict(status),
      retryAfterMs: parseRetryAfter(again, Date.now()),
    });
  } catch (error) {
    const timedOut = abort.signal.aborted;
    return met({
      status,
      error: timedOut ? 'No complete answer within 10 seconds.' : connectionError(error),
    });
  } finally {
    clearTimeout(timer);
  }
}

/** What the rules of today say of addresses that were set under those of their day. The rules cannot change meanwhile. */
const checked = new Map<string, string | null>();
const CHECKED_LIMIT = 1_000;

function checkedAgain(url: string, allowLocal: boolean): string | null {
  const id = `${allowLocal} ${url}`;
  let problem = checked.get(id);
  if (problem === undefined) {
    if (checked.size >= CHECKED_LIMIT) checked.clear();
    problem = webhookUrlProblem(url, allowLocal);
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

function connectionError(error: unknown): string {
  return `No answer: ${(error instanceof Error ? error.message : String(error)).slice(0, 200)}`;
}

/** The first 64 KiB of an answer's body as text; the rest is not read. */
async function readStart(response: Response): Promise<string> {
  if (!response.body) return '';
  // An answer that says how short it is can be taken whole, which is much cheaper than reading it piece by piece.
  const length = response.headers.get('content-length');
  const encoded = response.headers.has('content-encoding');
  if (length !== null && Number(length) <= BODY_LIMIT && !encoded) return storable(await response.text());
  const reader = response.body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  while (size < BODY_LIMIT) {
    const { done, value } = await reader.read();
    if (done) return decode(chunks);
    chunks.push(value.subarray(0, BODY_LIMIT - size));
    size += value.byteLength;
  }
  reader.cancel().catch(() => {});
  return decode(chunks);
}

const utf8 = new TextDecoder();

function decode(chunks: Uint8Array[]): string {
  const text =
    chunks.length === 1 ? utf8.decode(chunks[0]) : chunks.map(streamed(new TextDecoder())).join('');
  return storable(text);
}

/** SQLite ends a text at a NUL. */
function storable(text: string): string {
  return text.replaceAll('\u0000', '\ufffd');
}

/** Characters may lie across chunks. */
function streamed(decoder: TextDecoder) {
  return (chunk: Uint8Array, index: number, all: Uint8Array[]) =>
    decoder.decode(chunk, { stream: index < all.length - 1 });
}
