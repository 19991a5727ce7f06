// How often pages wait for a database.
import type { Opened } from './look-around.ts';
import { pageAt } from './registry.ts';

/** How often a page waits for a database at most. */
export const MOST_TRIPS = 3;

/** Pages that wait more often, and how often: a list that only shrinks. */
export const MORE_TRIPS: Readonly<Record<string, number>> = {
  // Showing its access code is written down first.
  '/app/:place/samples/:sample': 4,
};

/** The pages that were opened and waited more often than they may. */
export const tooSlow = (opened: readonly Opened[]): string[] =>
  opened
    .filter(({ answer, path, trips }) => answer.status === 200 && trips > mostAt(path))
    .map(({ who, path, trips }) => `${who}: ${path}: ${trips}`);

const mostAt = (path: string): number => MORE_TRIPS[pageAt(path)?.path ?? ''] ?? MOST_TRIPS;
