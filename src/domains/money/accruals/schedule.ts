import { DAY_MS, nextMonday, startOfDay } from '../../../kit/time.ts';
import type { Pay } from '../../work/program-terms/pay.ts';
import type { Source } from './accrual.ts';

type Cadence = Pay['schedule']['cadence'];

/**
 * When what accrues at `now` is paid: an approval at once and the rest for whole UTC days, or everything on Mondays, or
 * on the first of the month. Milliseconds; later than `now` but for what is paid at once.
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
