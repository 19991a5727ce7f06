// Which threads of a side have messages with all the words that somebody typed.
import { type SearchedWords, sidesOf } from './search-messages.ts';
import { type FoundMessage, listThreads, listThreadsFrom, rowAt, type SearchEnv } from './store.ts';
import { askedOf, matchOf } from './terms.ts';

/** Among so many of the newest messages with these words. */
const REACH = 2_000;

/** Each with the newest such message, newest first. */
export async function searchThreads(
  env: SearchEnv,
  { limit, ...asked }: SearchedWords & { limit: number },
): Promise<FoundMessage[]> {
  const words = askedOf(asked.words);
  if (words.length === 0) return [];
  return await listThreads(env, matchOf(sidesOf(asked), words, null), { reach: REACH, limit });
}

const ROWS_AT_ONCE = 1_000;

/**
 * The threads of messages since a moment (milliseconds) that the index knows, a part of them. @param row where the part before
 * ended, 0 at first. @returns `next`: where this one does; null at the end.
 */
export async function searchedThreads(env: SearchEnv, since: number, row: number) {
  return await listThreadsFrom(env, Math.max(row, rowAt(since)), ROWS_AT_ONCE);
}
