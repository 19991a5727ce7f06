import { DAY_MS, day } from '../../../kit/time.ts';

/** Rows by day, with zeros for the days of the range that have none. */
export function withZeros<R extends { date: string }, N extends object>(
  { from, to }: { from: string; to: string },
  rows: readonly R[],
  nothing: N,
): (R | (N & { date: string }))[] {
  const byDay = new Map(rows.map((row) => [row.date, row]));
  const days: (R | (N & { date: string }))[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS)
    days.push(byDay.get(day(at)) ?? { date: day(at), ...nothing });
  return days;
}
