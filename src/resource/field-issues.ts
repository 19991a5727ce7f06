// Turns a schema's issues into field errors for people: where, and what to send.
import type { core, output, ZodError, ZodType } from 'zod';
import type { FieldIssue } from '../kit/error.ts';
import { pointerTo } from '../kit/json.ts';
import { IN_SENTENCES, oneOf } from './issue-sentences.ts';

type Issue = core.$ZodIssue;
type Path = readonly PropertyKey[];

/** The schema's output for an input, or what is wrong with it. */
export function readAs<S extends ZodType>(
  schema: S,
  value: unknown,
): { data: output<S> } | { issues: FieldIssue[] } {
  const read = schema.safeParse(value, IN_SENTENCES);
  return read.success ? { data: read.data } : { issues: fieldIssues(read.error) };
}

/**
 * Issues of a schema that was parsed with IN_SENTENCES, with JSON pointers into the body (or names of
 * parameters).
 */
export function fieldIssues(error: ZodError): FieldIssue[] {
  return withoutLooser(error.issues)
    .flatMap((issue) => issuesOf(issue, []))
    .slice(0, 50);
}

/**
 * If one value breaks two bounds, such as that of integers and that of the field, keeps only the stricter
 * one.
 */
function withoutLooser(issues: readonly Issue[]): Issue[] {
  return issues.filter((issue, n) => !isLooser(issue, issues[n + 1]));
}

function isLooser(issue: Issue, next: Issue | undefined): boolean {
  if (next === undefined || pointerTo(issue.path) !== pointerTo(next.path)) return false;
  if (issue.code === 'too_big') return next.code === 'too_big' && next.maximum <= issue.maximum;
  return issue.code === 'too_small' && next.code === 'too_small' && next.minimum >= issue.minimum;
}

function issuesOf(issue: Issue, before: Path): FieldIssue[] {
  const path = [...before, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, 20).map((key) => ({
      path: pointerTo([...path, key]),
      message: 'Unknown field.',
      code: issue.code,
    }));
  }
  if (issue.code === 'invalid_union') return unionIssues(issue, path);
  return [{ path: pointerTo(path), message: messageOf(issue, path), code: issue.code }];
}

/** The issues of the union member that the value is closest to. */
function unionIssues(issue: core.$ZodIssueInvalidUnion, path: Path): FieldIssue[] {
  if (isMissing(issue)) return [{ path: pointerTo(path), message: required(path), code: issue.code }];
  if (issue.errors.length === 0) {
    const message =
      'options' in issue && issue.options ? oneOf(issue.options) : `${nameOf(path)} has an unknown type.`;
    return [{ path: pointerTo(path), message, code: issue.code }];
  }
  const nearest = issue.errors.reduce((best, form) => (nearness(form) > nearness(best) ? form : best));
  return withoutLooser(nearest).flatMap((one) => issuesOf(one, path));
}

/** A member of another type, or a list of fixed values, is far off; one with an issue inside it is close. */
function nearness(form: readonly Issue[]): number {
  const outer = form.filter(({ path }) => path.length === 0);
  if (outer.some(({ code }) => code === 'invalid_type')) return 0;
  if (outer.some(({ code }) => code === 'invalid_value')) return 1;
  return 2 + 1 / (1 + form.length);
}

/** Whether the value is missing. A custom rule has a message of its own for that. */
function isMissing(issue: Issue): boolean {
  if (issue.code === 'custom') return false;
  const discriminator = issue.code === 'invalid_union' && 'discriminator' in issue && issue.discriminator;
  if (typeof discriminator !== 'string') return issue.input === undefined;
  return (issue.input as Record<string, unknown> | undefined)?.[discriminator] === undefined;
}

function messageOf(issue: Issue, path: Path): string {
  return isMissing(issue) ? required(path) : issue.message;
}

function required(path: Path): string {
  return `${nameOf(path)} is required.`;
}

function nameOf(path: Path): string {
  const last = path.at(-1);
  return typeof last === 'number' ? `Item ${last + 1}` : String(last ?? 'The body');
}
