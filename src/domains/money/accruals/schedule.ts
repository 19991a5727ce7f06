import { DAY_MS, nextMonday, startOfDay } from '../../../kit/time.ts';
import type { Pay } from '../../work/program-terms/pay.ts';
import type { Source } from './accrual.ts';

type Cadence = Pay['schedule']['cadence'];

/**
 * When pay that accrues at `now` is due (milliseconds): an approval's at once and the rest at the end of the
 * UTC day, or everything on Mondays, or everything on the first of the month. Always later than `now`, except
 * when it is due at once.
 */
export function dueAt(cadence: Cadence, source: Source, now: number): number {
  if (cadence === 'on_approval' && source === 'submission') return now;
  const midnight = startOfDay(now) + DAY_MS;
  const date = new Date(midnight);
  switch (cadence) {
    case 'on_approval':
      return midnight;
    case 'weekly':
      return nextMonday(now);
    case 'monthly':
      return date.getUTCDate() === 1 ? midnight : Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
  }
}
