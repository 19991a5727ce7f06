// A list from one day to another, both included. Days are in UTC.
import { DAY_MS } from '../../../kit/time.ts';
import type { Filter } from '../../components/filters.tsx';
import type { PlaceVisit } from '../../visit.ts';

export const DAYS: readonly Filter[] = [
  { name: 'from', label: 'From (UTC)', kind: 'date' },
  { name: 'to', label: 'To (UTC)', kind: 'date' },
];

/** The days in the query as the times around them. */
export function daysIn(at: PlaceVisit): { createdAfter?: string; createdBefore?: string } {
  const [from, to] = ['from', 'to'].map((name) => {
    const text = at.query(name) ?? '';
    return /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  }) as [number, number];
  return {
    ...(!Number.isNaN(from) && { createdAfter: new Date(from - 1).toISOString() }),
    ...(!Number.isNaN(to) && { createdBefore: new Date(to + DAY_MS).toISOString() }),
  };
}
