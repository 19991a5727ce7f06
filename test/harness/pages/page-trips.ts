// How often pages wait for a database.
import type { Opened } from './look-around.ts';

/** How often a page waits for a database at most. */
export const MOST_TRIPS = 3;

/** The pages that were opened and waited more often than they may. */
export const tooSlow = (opened: readonly Opened[]): string[] =>
  opened
    .filter(({ answer, trips }) => answer.status === 200 && trips > MOST_TRIPS)
    .map(({ who, path, trips }) => `${who}: ${path}: ${trips}`);
