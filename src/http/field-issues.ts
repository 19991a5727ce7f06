// What a schema finds wrong, as people say it: where, and what to send.
import type { core, ZodError } from 'zod';
import type { FieldIssue } from '../kit/error.ts';

type Issue = core.$ZodIssue;
type Path = readonly PropertyKey[];

/** Zod's issues as JSON pointers into the body (or names of parameters). */
export function fieldIssues(error: ZodError): FieldIssue[] {
  return error.issues.flatMap((issue) => issuesOf(issue, [])).slice(0, 50);
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

/** Of the forms that a value could have had, what is wrong with the one that it comes nearest to. */
function unionIssues(issue: core.$ZodIssueInvalidUnion, path: Path): FieldIssue[] {
  if (issue.errors.length === 0) {
    const message =
      'options' in issue && issue.options
        ? `Must be one of ${issue.options.map(String).join(', ')}.`
        : `${nameOf(path)} is of no known kind.`;
    return [{ path: pointerTo(path), message, code: issue.code }];
  }
  // A list of values does not say of what is missing that it is; one of the other forms does.
  const missing = issue.errors.flat().find((one) => one.path.length === 0 && isMissing(one));
  if (missing) return issuesOf(missing, path);
  const nearest = issue.errors.reduce((best, form) => (nearness(form) > nearness(best) ? form : best));
  return nearest.flatMap((one) => issuesOf(one, path));
}

/** A form of another type is far off, and so is a fixed list of values; one with something wrong inside it is near. */
function nearness(form: readonly Issue[]): number {
  const outer = form.filter(({ path }) => path.length === 0);
  if (outer.some(({ code }) => code === 'invalid_type')) return 0;
  if (outer.some(({ code }) => code === 'invalid_value')) return 1;
  return 2 + 1 / (1 + form.length);
}

function isMissing(issue: Issue): boolean {
  return issue.code === 'invalid_type' && issue.message.endsWith('received undefined');
}

function messageOf(issue: Issue, path: Path): string {
  return isMissing(issue) && path.length > 0 ? `${nameOf(path)} is required.` : issue.message;
}

function nameOf(path: Path): string {
  const last = path.at(-1);
  return typeof last === 'number' ? `Item ${last + 1}` : String(last ?? 'The body');
}

function pointerTo(path: Path): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
