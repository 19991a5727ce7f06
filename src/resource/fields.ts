// Field schemas that several resources share.
import * as z from 'zod';
import { isCountry } from '../kit/countries.ts';
import { ID_PREFIXES, type IdKind } from '../kit/ids.ts';
import { isCurrency } from '../kit/iso-4217.ts';
import { lineProblem } from '../kit/one-line.ts';
import { withoutUser } from '../kit/without-user.ts';

/** An ID of `kind` in a record or a body. */
export function id(kind: IdKind) {
  const prefix = ID_PREFIXES[kind];
  return z
    .string()
    .regex(new RegExp(`^${prefix}_[0-9a-z]{26}$`), `Must be an ID that begins with ${prefix}_.`);
}

/** The ID field of a record itself. */
export function ownId(kind: IdKind) {
  return id(kind).describe('Made by the service. IDs of one kind sort by when their records were made.');
}

/** A path's `:id`. It is looked up, so an unknown ID is simply not found. */
export const pathId = z.object({ id: z.string().min(1).max(64) });

export const Version = z
  .int()
  .min(1)
  .describe('Send it back on PATCH to refuse an edit based on a stale read.');

/** Percent with at most two decimals: 1.5 means 1.5%. */
export function percent(max: number) {
  return z.number().min(0).max(max).multipleOf(0.01).describe('Percent: 1.5 means 1.5%.');
}

export const createdAt = z.string().describe('RFC 3339, UTC.');

/**
 * A text of several lines that people write: trimmed, not empty unless `min` is 0, and without control characters
 * except line breaks and tabs.
 */
export function text(max: number, min = 1) {
  return z
    .string()
    .trim()
    .min(min)
    .max(max)
    .regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/, 'No control characters.')
    .refine((value) => value.isWellFormed(), 'Not well-formed Unicode.');
}

/** A name, a title or a label: one line of visible characters. @param min 0 where it may be empty. */
export function singleLine(max: number, min = 1) {
  return z
    .string()
    .trim()
    .min(min)
    .max(max)
    .regex(/^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$/, {
      error: 'Must be one line without control characters.',
      abort: true,
    })
    .superRefine((value, context) => {
      const problem = value === '' ? null : lineProblem(value);
      if (problem !== null) context.addIssue({ code: 'custom', message: problem, input: value });
    });
}

/** Whether a URL names nobody. An empty user name, which disappears in parsing, is one too. */
function namesNobody(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return !url?.username && !url?.password && !/^[a-z0-9+.-]+:[\\/]*[^\\/?#]*@/i.test(text.trim());
}
const NOBODY = 'Must not contain a user name or password.';

/** The URL of a page on the web. Passwords in it would be shown to whoever reads it. */
export function webUrl() {
  return z
    .url({ protocol: /^https?$/, abort: true })
    .max(2000)
    .refine(namesNobody, NOBODY);
}

/**
 * The URL of a page, also of one in an app, that an event happened on. A user name and password in it are dropped: a sale is not
 * refused because its sender did not clean a URL.
 */
export function pageUrl(max: number) {
  return z.url().max(max).transform(withoutUser);
}

export const Email = z.email().max(254);

/** An email address in the form in which it is compared and stored. */
export const LowerCaseEmail = Email.transform((email) => email.toLowerCase());

/** A currency in a record. */
export const currencyCode = z.string().describe('ISO 4217, in lower case.');

/** A phone number in international form; spaces, dots, hyphens and brackets are dropped. */
export const Phone = z
  .string()
  .max(40)
  .transform((value) => value.replace(/[\s().-]/g, ''))
  .pipe(z.string().regex(/^\+?[0-9]{5,15}$/, 'Not a phone number.'))
  .meta({ override: { type: 'string', maxLength: 40 } })
  .describe('In international form. Spaces, dots, hyphens and brackets are dropped.');

/** ISO 3166-1 alpha-2, in either case. */
export const Country = z
  .string()
  .regex(/^[A-Za-z]{2}$/, 'Must be a country of ISO 3166-1 alpha-2, such as US.')
  .transform((value) => value.toUpperCase())
  .refine(isCountry, 'No country of ISO 3166-1 alpha-2, such as US.')
  .meta({ override: { type: 'string', pattern: '^[A-Za-z]{2}$' } })
  .describe('ISO 3166-1 alpha-2, in either case.');

/** A currency of ISO 4217 that is in use, in either case; stored in lower case. */
export const Currency = z
  .string()
  .regex(/^[A-Za-z]{3}$/, 'Must be a currency of ISO 4217, such as usd.')
  .transform((value) => value.toLowerCase())
  .refine(isCurrency, 'No currency of ISO 4217 that is in use, such as usd.')
  .meta({ override: { type: 'string', pattern: '^[A-Za-z]{3}$' } })
  .describe('ISO 4217, in either case. Kept in lower case.');

export const Cents = z.int().min(0).max(Number.MAX_SAFE_INTEGER).describe('Cents.');
