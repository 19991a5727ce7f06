// An environment whose queues only collect, and what they were sent.
import type { Env } from '../../src/env.ts';

type AnyQueue = Queue<unknown>;

const isQueue = (value: unknown): value is AnyQueue =>
  typeof value === 'object' && value !== null && 'sendBatch' in value;

/** @returns `said`: every message so far, as text with the name of its queue. */
export function overheard(env: Env): { env: Env; said: () => string[] } {
  const said: string[] = [];
  const listening = Object.entries(env).flatMap(([name, queue]) => {
    if (!isQueue(queue)) return [];
    const note = (body: unknown) => void said.push(`${name} ${JSON.stringify(body)}`);
    const own: Pick<AnyQueue, 'send' | 'sendBatch'> = {
      send: async (body) => note(body) as never,
      sendBatch: async (messages) => {
        for (const { body } of messages) note(body);
        return undefined as never;
      },
    };
    return [[name, own]];
  });
  return { env: { ...env, ...Object.fromEntries(listening) }, said: () => said };
}
