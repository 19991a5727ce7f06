// Days of a time zone.
import { DAY_MS } from '../../../kit/time.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

/** A zone that the runtime does not know counts as UTC. */
function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    const fields = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit' } as const;
    const options = { ...fields, minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
    try {
      format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: zone });
    } catch {
      format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
    }
    formats.set(zone, format);
  }
  return format;
}

/** How far the clocks of a zone are ahead of UTC at a moment. */
function offsetAt(ms: number, zone: string): number {
  const part = Object.fromEntries(
    formatOf(zone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year, month, day, hour, minute, second } = part as Record<string, number>;
  return Date.UTC(year!, month! - 1, day!, hour!, minute!, second!) - Math.floor(ms / 1000) * 1000;
}

/** The day of a moment there, YYYY-MM-DD. */
export function dayIn(zone: string, ms: number): string {
  return new Date(ms + offsetAt(ms, zone)).toISOString().slice(0, 10);
}

/** The first moment of a day there. */
export function startOfDayIn(zone: string, day: string): number {
  const utc = Date.parse(`${day}T00:00:00Z`);
  // Twice, since clocks may change between the guess and the day's first moment.
  const guess = utc - offsetAt(utc, zone);
  return utc - offsetAt(guess, zone);
}

/** The first moment behind a day there. */
export function endOfDayIn(zone: string, day: string): number {
  return startOfDayIn(zone, new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10));
}
