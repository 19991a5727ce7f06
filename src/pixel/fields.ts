// Checks of single fields, written by hand: a schema library would cost more than the rest of the request.
import type { FieldIssue } from '../kit/error.ts';
import { withoutUser } from '../kit/without-user.ts';
import { MAX_EVENT_VALUE } from './event-body.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** Control characters and unpaired surrogates, which cause errors in databases and logs. */
const UNFIT = /[\u0000-\u001f\u007f\ud800-\udfff]/u;

export class Issues {
  readonly list: FieldIssue[] = [];
  readonly #base: string;

  /** @param base The JSON pointer of the event within the body. */
  constructor(base: string) {
    this.#base = base;
  }

  add(path: string, message: string, code = 'invalid'): undefined {
    this.list.push({ path: this.#base + path, message, code });
    return undefined;
  }
}

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function hasAny(fields: object): boolean {
  for (const _ in fields) return true;
  return false;
}

/** A text of 1 to `max` characters; undefined for any other value. */
export function text(value: unknown, max: number): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= max && !UNFIT.test(value)
    ? value
    : undefined;
}

/** An optional text that must be valid if it is given. */
export function strictText(
  fields: Fields,
  name: string,
  max: number,
  issues: Issues,
  at = '',
): string | undefined {
  const value = fields[name];
  if (value === undefined || value === null) return undefined;
  return text(value, max) ?? issues.add(`${at}/${name}`, `Must be text of 1 to ${max} characters.`);
}

/** Cents. */
export function strictCents(fields: Fields, name: string, issues: Issues, at = ''): number | undefined {
  const value = fields[name];
  if (value === undefined || value === null) return undefined;
  if (Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= MAX_EVENT_VALUE)
    return value as number;
  return issues.add(`${at}/${name}`, `Must be a whole number of cents from 0 to ${MAX_EVENT_VALUE}.`);
}

/** A time in milliseconds, given as a number or as RFC 3339; NaN for any other value. */
export function moment(value: unknown): number {
  if (typeof value === 'string') return Date.parse(value);
  return typeof value === 'number' && Number.isFinite(value) ? Math.round(value) : Number.NaN;
}

const MAX_URL = 2_048;

/** A URL of http or https without user name and password, cut to 2,048 characters; undefined for anything else. */
export function httpUrl(given: unknown): string | undefined {
  if (typeof given !== 'string' || !/^https?:\/\//i.test(given)) return undefined;
  return text(withoutUser(given).slice(0, MAX_URL), MAX_URL);
}
