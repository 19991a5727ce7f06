// What a post gained on each UTC day, from totals that were read now and then. Pure functions.
import { DAY_MS, day, HOUR_MS, startOfDay } from '../../../kit/time.ts';

/** Counts of a post up to now, as they were read at `at` (milliseconds). Null where the platform tells none. */
export interface Reading {
  at: number;
  views: number;
  likes: number | null;
  comments: number | null;
  shares: number | null;
}

export interface DailyGain {
  /** `YYYY-MM-DD`, UTC. */
  date: string;
  views: number;
  engagements: number;
  likes: number | null;
  comments: number | null;
  shares: number | null;
  /** Whether no reading was made close enough to the day's beginning or end. */
  estimated: boolean;
}

/** A post is read once a day within two hours: readings that are further apart leave a day out. */
const MISSED_MS = 30 * HOUR_MS;

type Count = 'views' | 'likes' | 'comments' | 'shares';
const ENGAGEMENTS = ['likes', 'comments', 'shares'] as const;

/**
 * The gains of each day from publication to the last reading, or to `until` (milliseconds) if that is earlier. Between two
 * readings a post gains evenly, so that an outage shows as a slope and not as a spike. A fall is below zero.
 * @param readings in the order of their times. @param publishedAt milliseconds: nothing was gained before.
 */
export function dailyGains(readings: readonly Reading[], publishedAt: number, until = Infinity): DailyGain[] {
  const last = readings.at(-1);
  if (!last) return [];
  const end = Math.min(last.at, until);
  const points = [BEFORE(publishedAt), ...readings.filter(({ at }) => at > publishedAt)];
  const days: DailyGain[] = [];
  for (let from = startOfDay(publishedAt); from < end; from += DAY_MS) {
    const to = Math.min(from + DAY_MS, end);
    const gained = (count: Count) =>
      told(readings, count) ? countAt(points, count, to) - countAt(points, count, from) : null;
    const gains = { likes: gained('likes'), comments: gained('comments'), shares: gained('shares') };
    days.push({
      date: day(from),
      views: gained('views') ?? 0,
      engagements: ENGAGEMENTS.reduce((sum, count) => sum + (gains[count] ?? 0), 0),
      ...gains,
      estimated: isMissed(points, from, to),
    });
  }
  return days;
}

const BEFORE = (at: number): Reading => ({ at, views: 0, likes: 0, comments: 0, shares: 0 });

const told = (readings: readonly Reading[], count: Count) => readings.some((one) => one[count] !== null);

/** The total at a moment: between two readings that tell it, it grows evenly. */
function countAt(points: readonly Reading[], count: Count, at: number): number {
  let before: { at: number; value: number } | null = null;
  for (const point of points) {
    const value = point[count];
    if (value === null) continue;
    if (point.at >= at) {
      if (before === null) return point.at === at ? value : 0;
      const share = (at - before.at) / (point.at - before.at);
      return Math.floor(before.value + (value - before.value) * share);
    }
    before = { at: point.at, value };
  }
  return before?.value ?? 0;
}

/** Whether a day lies in a gap between two readings. */
function isMissed(points: readonly Reading[], from: number, to: number): boolean {
  for (let index = 1; index < points.length; index++) {
    const [before, after] = [points[index - 1]!, points[index]!];
    if (after.at - before.at > MISSED_MS && before.at < to && after.at > from) return true;
  }
  return false;
}

/** The views gained by `until` (milliseconds). */
export function viewsBy(readings: readonly Reading[], publishedAt: number, until: number): number {
  return dailyGains(readings, publishedAt, until).reduce((sum, { views }) => sum + views, 0);
}
