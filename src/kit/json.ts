// Parses JSON from outside. Walking it recurses once for each level, and writing a member `__proto__` into an
// object would change its prototype, so both are checked here.
import { AppError, type FieldIssue } from './error.ts';

/** The most levels of nested objects and lists. */
const DEEPEST_JSON = 32;

/**
 * Parses a body. Throws invalid_request for text that is not JSON, and validation_failed for JSON that is too
 * deep or has a member `__proto__`.
 */
export function parseJson(text: string): unknown {
  const value = parseAnyJson(text);
  const issue = jsonIssue(value);
  if (issue) throw new AppError('validation_failed', 'The request body is not valid.', { details: [issue] });
  return value;
}

/** Parses a body that is checked with jsonIssue next. Throws invalid_request for text that is not JSON. */
export function parseAnyJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('invalid_request', 'The body is not valid JSON.');
  }
}

/**
 * The first place that is too deep or has a member `__proto__`; null when there is none.
 * @param around the number of levels around the value itself.
 */
export function jsonIssue(value: unknown, around = 0): FieldIssue | null {
  const found = issueIn(value, DEEPEST_JSON - around);
  return found && { path: pointerTo(found.path.reverse()), message: found.message, code: found.code };
}

export function pointerTo(path: readonly PropertyKey[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

interface Found {
  /** The path in reverse, from the inside out. */
  path: PropertyKey[];
  message: string;
  code: string;
}

/** @param levels how many more levels are allowed. */
function issueIn(value: unknown, levels: number): Found | null {
  if (typeof value !== 'object' || value === null) return null;
  if (levels === 0)
    return { path: [], message: `Must be at most ${DEEPEST_JSON} levels deep.`, code: 'too_deep' };
  if (Array.isArray(value)) {
    for (let n = 0; n < value.length; n++) {
      const found = issueIn(value[n], levels - 1);
      if (found) return within(n, found);
    }
    return null;
  }
  for (const name of Object.keys(value)) {
    if (name === '__proto__') return { path: [name], message: 'Unknown field.', code: 'unrecognized_keys' };
    const found = issueIn((value as Record<string, unknown>)[name], levels - 1);
    if (found) return within(name, found);
  }
  return null;
}

function within(part: PropertyKey, found: Found): Found {
  found.path.push(part);
  return found;
}

/** Whether a JSON pointer is `outer`, or leads into what that points to. */
export const isWithin = (path: string, outer: string): boolean =>
  path === outer || path.startsWith(`${outer}/`);
