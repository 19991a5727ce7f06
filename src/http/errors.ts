import type { ZodError } from 'zod';
import { type Env, vars } from '../env.ts';
import { AppError, type ErrorCode, type FieldIssue } from '../kit/error.ts';
import { log } from '../kit/log.ts';

export interface ErrorBody {
  code: ErrorCode;
  message: string;
  details?: unknown;
  requestId: string;
}

/** What plain `wrangler dev` in a fresh clone meets first, and a deployment whose migrations were forgotten. */
const NO_TABLES =
  'The database lacks tables: its migrations have not been applied. On a machine of your own `npm run dev` sets everything up.';

/** Any thrown thing as the refusal that a caller may see. What is not an AppError is logged and says nothing. */
export function toAppError(error: unknown, requestId: string): AppError {
  if (error instanceof AppError) return error;
  const text = describe(error);
  log('error', { requestId, error: text });
  if (text.includes('no such table')) return new AppError('unavailable', NO_TABLES);
  return new AppError(
    'internal_error',
    'Something went wrong on our side. Quote the request ID when you ask about it.',
  );
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return `${error.stack ?? error.message}${error.cause ? `\ncaused by ${describe(error.cause)}` : ''}`;
}

/** The envelope of a refusal, in the form of the group that the path belongs to. */
export function errorResponse(error: AppError, requestId: string, group: 'v1' | 'A', env: Env): Response {
  const body: ErrorBody = { code: error.code, message: error.message, requestId };
  if (error.details !== undefined) body.details = error.details;
  const headers = new Headers(error.headers);
  headers.set('Content-Type', 'application/json');
  if (error.code === 'invalid_key') {
    headers.set(
      'WWW-Authenticate',
      `Bearer resource_metadata="${vars(env).PUBLIC_URL}/.well-known/oauth-protected-resource/v1"`,
    );
  }
  const envelope = group === 'A' ? { ok: false, error: body } : { error: body };
  return new Response(JSON.stringify(envelope), { status: error.status, headers });
}

/** Zod's issues as JSON pointers into the body (or names of parameters). */
export function fieldIssues(error: ZodError): FieldIssue[] {
  const issues: FieldIssue[] = [];
  for (const issue of error.issues) {
    const path = issue.path
      .map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`)
      .join('');
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys.slice(0, 20)) {
        issues.push({ path: `${path}/${key}`, message: 'Unknown field.', code: issue.code });
      }
    } else {
      issues.push({ path, message: issue.message, code: issue.code });
    }
  }
  return issues.slice(0, 50);
}
