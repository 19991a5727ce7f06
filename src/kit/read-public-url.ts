// Reads what a stranger's URL answers.
import { publicUrlProblem } from './public-url.ts';
import { SECOND_MS } from './time.ts';

const TIMEOUT_MS = 10 * SECOND_MS;

/** The bytes, or why there are none, for people, and whether that may be different the next time. */
export type ReadUrl = { bytes: Uint8Array<ArrayBuffer> } | { problem: string; again: boolean };

/**
 * Asks nothing but public https, once and without following redirects. Never throws.
 * @param most bytes.
 */
export async function readPublicUrl(
  address: string,
  { most, allowLocal }: { most: number; allowLocal: boolean },
): Promise<ReadUrl> {
  const problem = publicUrlProblem(address, allowLocal);
  if (problem !== null) return { problem, again: false };
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), TIMEOUT_MS);
  try {
    const response = await fetch(address, { redirect: 'manual', signal: deadline.signal });
    const { status, body } = response;
    if (status === 200 && body) return await readAtMost(body, most);
    await body?.cancel();
    if (status >= 300 && status < 400)
      return { problem: 'The URL leads to another one. Give that instead.', again: false };
    return { problem: `The URL answered with the status ${status}.`, again: status === 429 || status >= 500 };
  } catch {
    return { problem: 'The URL gave no complete answer within 10 seconds.', again: true };
  } finally {
    clearTimeout(timer);
  }
}

async function readAtMost(body: ReadableStream<Uint8Array>, most: number): Promise<ReadUrl> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const reader = body.getReader();
  for (let size = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return { bytes: new Uint8Array(await new Blob(pieces).arrayBuffer()) };
    size += value.byteLength;
    pieces.push(value as Uint8Array<ArrayBuffer>);
    if (size > most) {
      await reader.cancel();
      return { problem: `The URL answered with more than ${most / 1024 / 1024} MiB.`, again: false };
    }
  }
}
