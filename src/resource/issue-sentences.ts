// Describes a schema's issues in sentences. A message of the schema itself wins, and every pattern should
// have one.
import type { core } from 'zod';

type Raw = core.$ZodRawIssue;

const KINDS: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
  null: 'null',
};

const FORMATS: Record<string, string> = {
  email: 'an email address, such as mia@shop.example',
  url: 'a full URL, such as https://shop.example/page',
  datetime: 'an RFC 3339 timestamp, such as 2026-08-08T12:00:00Z',
  date: 'a date, such as 2026-08-08',
  ipv4: 'an IP address',
  ipv6: 'an IP address',
};

const UNITS: Record<string, [one: string, many: string]> = {
  string: ['character', 'characters'],
  array: ['item', 'items'],
};

/**
 * For schemas that parse callers' input. `reportInput` makes a missing value distinguishable from a wrong
 * one.
 */
export const IN_SENTENCES = { error: sentence, reportInput: true } as const;

/** A parameter that was sent more than once is a list of values. */
export const OF_A_QUERY = {
  error: (issue: Raw) => (Array.isArray(issue.input) ? 'Must be sent only once.' : sentence(issue)),
  reportInput: true,
} as const;

function sentence(issue: Raw): string {
  switch (issue.code) {
    case 'invalid_type':
      // On a page, a text that is no number arrives as NaN.
      return issue.expected === 'number' && typeof issue.input === 'number' && !Number.isNaN(issue.input)
        ? 'Must be a finite number.'
        : `Must be ${KINDS[issue.expected] ?? issue.expected}.`;
    case 'invalid_value':
      return oneOf(issue.values);
    case 'invalid_format':
      return formatSentence(issue);
    case 'too_small':
      return issue.minimum === 1 && issue.origin === 'string'
        ? 'Must not be empty.'
        : bound(issue.origin, issue.minimum, issue.inclusive === false ? 'more than' : 'at least');
    case 'too_big':
      return bound(issue.origin, issue.maximum, issue.inclusive === false ? 'less than' : 'at most');
    case 'not_multiple_of':
      return issue.divisor === 0.01
        ? 'Must have at most two decimals.'
        : `Must be a multiple of ${issue.divisor}.`;
    case 'invalid_key':
      return `The name is invalid. ${issue.issues[0]?.message ?? ''}`.trim();
    default:
      return 'Invalid value.';
  }
}

/** `Must be one of a, b or c.` */
export function oneOf(values: readonly unknown[]): string {
  const words = values.map((value) => (value === '' ? '""' : String(value)));
  if (words.length < 2) return `Must be ${words.join()}.`;
  return `Must be one of ${words.slice(0, -1).join(', ')} or ${words.at(-1)}.`;
}

function formatSentence(issue: Extract<Raw, { code: 'invalid_format' }>): string {
  const { format, prefix, suffix, includes } = issue as Record<string, unknown>;
  if (prefix !== undefined) return `Must begin with ${prefix}.`;
  if (suffix !== undefined) return `Must end with ${suffix}.`;
  if (includes !== undefined) return `Must contain ${includes}.`;
  return `Must be ${FORMATS[String(format)] ?? 'in the format that the API reference describes'}.`;
}

function bound(origin: string, limit: number | bigint, how: string): string {
  const units = UNITS[origin];
  if (!units) return `Must be ${how} ${limit}.`;
  return `Must have ${how} ${limit} ${units[Number(limit) === 1 ? 0 : 1]}.`;
}
