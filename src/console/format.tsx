// Formats money, numbers and dates for people. Nothing else does.
import type { Counted } from '../db/count-listed.ts';
import { money } from '../kit/currencies.ts';
import { formatsByZone } from '../kit/zone.ts';
import type { PersonVisit } from './visit.ts';
import { useVisit } from './visit-context.ts';

export { money };

/** Amounts of several currencies in a line; zero dollars when there are none. */
export function amounts(all: readonly { currency: string; amount: number }[]): string {
  if (all.length === 0) return money(0, 'usd');
  return all.map(({ currency, amount }) => money(amount, currency)).join(' + ');
}

/** Made once: making a format takes longer than the rest of a table's row. */
const COUNT = new Intl.NumberFormat('en-US');

/** 12345 gives 12,345. */
export function count(value: number): string {
  return COUNT.format(value);
}

/** A count up to its limit: 1,000+. */
export function counted({ count: found, more }: Counted): string {
  return count(found) + (more ? '+' : '');
}

/** A number with its noun: plural(2, 'key') gives "2 keys". */
export function plural(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

const PLATFORMS: Record<string, string> = { tiktok: 'TikTok', youtube: 'YouTube' };

/** A platform's own spelling of its name. */
export function platformName(code: string): string {
  return PLATFORMS[code] ?? words(code);
}

/** pending_approval gives "Pending approval". */
export function words(code: string): string {
  const text = code.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const A_DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const A_MOMENT = {
  ...A_DAY,
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'short',
} as const;
const DAY = new Intl.DateTimeFormat('en-GB', { ...A_DAY, timeZone: 'UTC' });

const momentsIn = formatsByZone('en-GB', A_MOMENT);

/** 22 Nov 2026 */
export function day(at: string | number): string {
  return DAY.format(new Date(at));
}

/** 22 Nov 2026, 10:05 UTC */
function moment(at: string | number, zone: string): string {
  return momentsIn(zone).format(new Date(at));
}

/**
 * A time: the day in UTC, or with `exact` the minute in the person's zone, which it names. The element's datetime always has the
 * exact time.
 */
export function Time({ at, exact }: { at: string | number; exact?: boolean }) {
  const { person }: Partial<PersonVisit> = useVisit();
  const zone = person?.zone ?? 'UTC';
  return (
    <time datetime={new Date(at).toISOString()} title={moment(at, zone)}>
      {exact ? moment(at, zone) : day(at)}
    </time>
  );
}

const [A_MINUTE, AN_HOUR] = [60_000, 3_600_000];

/** How long something still lasts: "3 h", "25 min". */
export function timeLeft(ms: number): string {
  if (ms >= AN_HOUR) return `${Math.floor(ms / AN_HOUR)} h`;
  return `${Math.max(1, Math.floor(ms / A_MINUTE))} min`;
}

const BROWSERS = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;
const SYSTEMS = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** A browser's user agent in words: Firefox on Windows. */
export function browserName(userAgent: string): string {
  const nameIn = (names: readonly (readonly [mark: string, name: string])[]) =>
    names.find(([mark]) => userAgent.includes(mark))?.[1];
  const [browser, system] = [nameIn(BROWSERS), nameIn(SYSTEMS)];
  if (!browser) return userAgent.slice(0, 40);
  return system ? `${browser} on ${system}` : browser;
}
