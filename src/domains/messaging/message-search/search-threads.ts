// Which threads of a side have messages with all the words that somebody typed.
import { type SearchedWords, sidesOf } from './search-messages.ts';
import { type FoundMessage, listThreads, type SearchEnv } from './store.ts';
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
