// Calendar days in time zones.
import { DAY_MS, HOUR_MS } from './time.ts';

/** Whether the runtime knows a zone. */
export function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone }) !== null;
  } catch {
    return false;
  }
}

/**
 * Formats by zone, each made once: making one takes longer than using it. A zone that the runtime does not know counts as UTC.
 */
export function formatsByZone(
  locale: string,
  options: Intl.DateTimeFormatOptions,
): (zone: string) => Intl.DateTimeFormat {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return function formatOf(zone) {
    const known = formats.get(zone);
    if (known) return known;
    if (!isZone(zone)) return formatOf('UTC');
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: zone });
    formats.set(zone, format);
    return format;
  };
}

const formatOf = formatsByZone('en-US', {
  ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
  ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
});

/** How far a zone is ahead of UTC at a time, in milliseconds. */
function offsetAt(zone: string, ms: number): number {
  const parts = formatOf(zone).formatToParts(ms);
  const { year, month, day, hour, minute, second } = Object.fromEntries(
    parts.map(({ type, value }) => [type, Number(value)]),
  ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(ms / 1000) * 1000;
}

/** Shorter than any time between two changes of a zone's offset. */
const BETWEEN_CHANGES_MS = 7 * DAY_MS;

/** How far a zone is ahead of UTC from a time on, in milliseconds. */
export interface ZoneOffset {
  since: number;
  offset: number;
}

/** A zone's offsets between two times: the first begins at `from`, each of the others where the clocks change. */
export function offsetsIn(zone: string, from: number, until: number): ZoneOffset[] {
  const found: ZoneOffset[] = [{ since: from, offset: offsetAt(zone, from) }];
  for (let near = from; near < until; near += BETWEEN_CHANGES_MS) {
    const { offset } = found.at(-1)!;
    let [before, after] = [near, Math.min(near + BETWEEN_CHANGES_MS, until)];
    const next = offsetAt(zone, after);
    if (next === offset) continue;
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2);
      if (offsetAt(zone, middle) === offset) before = middle;
      else after = middle;
    }
    found.push({ since: after, offset: next });
  }
  return found;
}

/** The day of a time in a zone, YYYY-MM-DD. */
export function dayIn(zone: string, ms: number): string {
  return new Date(ms + offsetAt(zone, ms)).toISOString().slice(0, 10);
}

/** The start of a day in a zone: midnight, or later if clocks skip it. */
export function startOfDayIn(zone: string, day: string): number {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const found = [midnight - DAY_MS, midnight + DAY_MS]
    .map((near) => midnight - offsetAt(zone, near))
    .filter((ms) => dayIn(zone, ms) === day);
  return Math.min(...found);
}

/** The end of a day in a zone: the start of the next day. */
export function endOfDayIn(zone: string, day: string): number {
  return startOfDayIn(zone, new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10));
}

/** When it is a full hour next in a zone, after a time; later where clocks skip that hour. */
export function nextHourIn(zone: string, hour: number, ms: number): number {
  for (let near = ms; ; near += DAY_MS / 2) {
    const told = Date.parse(`${dayIn(zone, near)}T00:00:00Z`) + hour * HOUR_MS;
    const found = [told - DAY_MS, told + DAY_MS].map((at) => told - offsetAt(zone, at));
    const exact = found.filter((at) => Number(isoIn(zone, at).slice(11, 13)) === hour);
    const next = exact.length > 0 ? Math.min(...exact) : Math.max(...found);
    if (next > ms) return next;
  }
}

/** A time in a zone's local time, with its UTC offset. */
export function isoIn(zone: string, ms: number): string {
  const offset = offsetAt(zone, ms);
  const minutes = Math.abs(Math.round(offset / 60_000));
  const two = (number: number) => String(number).padStart(2, '0');
  const sign = offset < 0 ? '-' : '+';
  const shown = new Date(ms + offset).toISOString().slice(0, 23);
  return `${shown}${sign}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
