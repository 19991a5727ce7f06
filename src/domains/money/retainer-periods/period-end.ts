// Periods are counted from the first moment, never from each other: one that begins on 31 January ends on 28
// February, and the next on 31 March. All in UTC.
import { DAY_MS } from '../../../kit/time.ts';
import type { Cadence } from '../../work/retainers/pay.ts';

/**
 * The time at which `count` periods since `start` have ended (milliseconds). A month ends on the start's day
 * of the month, or on the month's last day if it has no such day; the time of day stays the same.
 */
export function periodEnd(start: number, cadence: Cadence, count: number): number {
  if (cadence === 'weekly') return start + count * 7 * DAY_MS;
  const first = new Date(start);
  const end = new Date(start);
  // Day 0 of a month is the last day of the month before.
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + count + 1, 0)).getUTCDate();
  end.setUTCDate(1);
  end.setUTCMonth(first.getUTCMonth() + count);
  end.setUTCDate(Math.min(first.getUTCDate(), lastDay));
  return end.getTime();
}
