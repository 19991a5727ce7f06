// Sends one request to an outside provider and reads the response. It never waits, retries or follows a redirect, which
// would carry the token along.
import { type Provider, ProviderError } from './error.ts';

const TIMEOUT_MS = 30_000;
const MOST_BYTES = 8 * 1024 * 1024;

export interface Answer {
  status: number;
  headers: Headers;
  /** The parsed JSON; undefined if it is not JSON. */
  body: unknown;
}

/**
 * Throws the provider's error when no readable response arrives in time.
 * @param writes whether the request may have taken effect all the same.
 */
export async function ask(
  provider: Provider,
  url: URL,
  init: RequestInit,
  {
    writes,
    timeoutMs = TIMEOUT_MS,
    onAsk,
  }: { writes: boolean; timeoutMs?: number | undefined; onAsk?: (() => void) | undefined },
): Promise<Answer> {
  onAsk?.();
  // AbortSignal.timeout keeps running after the response, and thousands of them at once would exceed the number of
  // timers.
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), timeoutMs);
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', signal: deadline.signal });
    const text = await textOf(response);
    if (text === null) throw provider.error('unreadable', { mayHaveHappened: writes });
    return { status: response.status, headers: response.headers, body: parsed(text) };
  } catch (error) {
    if (error instanceof ProviderError) throw error;
    throw provider.error('transient', { mayHaveHappened: writes });
  } finally {
    clearTimeout(timer);
  }
}

/** The text of a response; null if it is larger than any expected one. */
async function textOf(response: Response): Promise<string | null> {
  const reader = response.body?.getReader();
  if (!reader) return '';
  const decoder = new TextDecoder();
  let text = '';
  for (let bytes = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > MOST_BYTES) {
      await reader.cancel();
      return null;
    }
    text += decoder.decode(value, { stream: true });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
