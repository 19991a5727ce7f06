// One request to an outside provider and what came back. It never waits, never repeats and never follows a redirect, which would
// carry the token to wherever it leads.
import { type Provider, ProviderError } from './error.ts';

const TIMEOUT_MS = 30_000;
const MOST_BYTES = 8 * 1024 * 1024;

export interface Answer {
  status: number;
  headers: Headers;
  /** The parsed JSON; undefined for anything else. */
  body: unknown;
}

/**
 * Throws the provider's error when nothing readable comes back in time.
 * @param writes whether it may have taken effect all the same.
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
  // Not AbortSignal.timeout, which runs on behind the answer: thousands of them at once are more timers than may be set.
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

/** What an answer says; null for one that is larger than any that is meant for us. */
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
