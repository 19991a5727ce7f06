// Which messages of a side have all the words that somebody typed.
import { idTime } from '../../../kit/ids.ts';
import { type FoundMessage, listMatches, rowAt, type SearchEnv } from './store.ts';
import { askedOf, matchOf } from './terms.ts';

/** Program threads of one search. */
export const MOST_THREADS = 50;

export interface SearchedWords {
  /** The side that asks. */
  side: string;
  /** As they were typed. Without a letter or digit nothing is found. */
  words: string;
  /** Program threads that the side reads, at most MOST_THREADS. Others are not searched. */
  programThreads?: readonly string[];
}

export interface SearchedPlace extends SearchedWords {
  /** Only in this thread. */
  thread?: string | null;
  /** Older than this message. */
  before?: string | null;
  limit: number;
}

/** Beyond the numbers of all rows. */
const NEWEST = Number.MAX_SAFE_INTEGER;

/** Newest first. */
export async function searchMessages(env: SearchEnv, asked: SearchedPlace): Promise<FoundMessage[]> {
  const { thread = null, before = null, limit } = asked;
  const sides = sidesOf(asked);
  const match = matchOf(sides, askedOf(asked.words), thread);
  if (askedOf(asked.words).length === 0) return [];
  return await listMatches(env, match, {
    sides,
    before: before ?? '',
    below: before === null ? NEWEST : rowAt(idTime(before)),
    limit,
  });
}

export function sidesOf({ side, programThreads = [] }: SearchedWords): string[] {
  if (programThreads.length > MOST_THREADS) throw new Error('too many program threads in one search');
  return [...new Set([side, ...programThreads])];
}
