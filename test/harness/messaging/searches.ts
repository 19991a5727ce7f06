// Messages written straight into the search database, and what a side finds of them.
import {
  indexMessages,
  type SearchedMessage,
} from '../../../src/domains/messaging/message-search/index-messages.ts';
import { searchMessages } from '../../../src/domains/messaging/message-search/search-messages.ts';
import { newId } from '../../../src/kit/ids.ts';
import * as clock from '../clock.ts';
import { testEnv } from '../world.ts';

/** Each message is a millisecond later than the one before. */
let time = clock.now();
export const now = () => time;

export interface Pair {
  sides: [string, string];
  thread: string;
}

export const pair = (): Pair => ({
  sides: [newId('account', time), newId('creator', time)],
  thread: newId('thread', time),
});

export function message(of: Pair, text: string, more: Partial<SearchedMessage> = {}): SearchedMessage {
  time += 1;
  return { ...of, message: newId('message', time), seq: 1, text, deleted: false, ...more };
}

export async function write(of: Pair, ...texts: string[]): Promise<string[]> {
  const all = texts.map((text) => message(of, text));
  await indexMessages(testEnv, all);
  return all.map((one) => one.message);
}

export async function found(side: string, words: string, more = {}): Promise<string[]> {
  const list = await searchMessages(testEnv, { side, words, limit: 100, ...more });
  return list.map((one) => one.message);
}
