import { type Env, vars } from '../env.ts';
import { AppError, type ErrorCode } from '../kit/error.ts';
import { log } from '../kit/log.ts';
import type { Envelope } from './define-route.ts';

export interface ErrorBody {
  code: ErrorCode;
  message: string;
  details?: unknown;
  requestId: string;
}

/**
 * The first error in a fresh clone under plain `wrangler dev`, or in a deployment whose migrations were
 * forgotten.
 */
const NO_TABLES =
  'The database lacks tables: its migrations have not been applied. On a machine of your own `npm run dev` sets everything up.';

/**
 * Turns anything thrown into an error that a caller may see. What is not an AppError is logged, and its
 * details stay hidden.
 */
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

/** An error as a response. */
export function errorResponse(error: AppError, requestId: string, envelope: Envelope, env: Env): Response {
  const headers = new Headers(error.headers);
  headers.set('Content-Type', 'application/json');
  if (error.code === 'invalid_key') {
    headers.set(
      'WWW-Authenticate',
      `Bearer resource_metadata="${vars(env).PUBLIC_URL}/.well-known/oauth-protected-resource/v1"`,
    );
  }
  const body = JSON.stringify(refusalBody(error, requestId, envelope));
  return new Response(body, { status: envelope === 'bare' ? bareStatus(error) : error.status, headers });
}

function refusalBody(error: AppError, requestId: string, envelope: Envelope): unknown {
  if (envelope === 'bare') {
    return { error: BARE_CODES[error.code] ?? error.code, error_description: describable(error.message) };
  }
  const body: ErrorBody = { code: error.code, message: error.message, requestId };
  if (error.details !== undefined) body.details = error.details;
  return envelope === 'ok' ? { ok: false, error: body } : { error: body };
}

/**
 * RFC 6749, section 5.2, and RFC 6750 define the codes that OAuth clients know; other errors of ours map to
 * these.
 */
const BARE_CODES: Partial<Record<ErrorCode, string>> = {
  validation_failed: 'invalid_request',
  method_not_allowed: 'invalid_request',
  length_required: 'invalid_request',
  payload_too_large: 'invalid_request',
  unsupported_media_type: 'invalid_request',
  invalid_key: 'invalid_token',
  permission_denied: 'access_denied',
  rate_limited: 'temporarily_unavailable',
  unavailable: 'temporarily_unavailable',
  internal_error: 'server_error',
};

/** RFC 6749 does not use 422: an invalid request is 400. */
function bareStatus(error: AppError): number {
  return error.status === 422 ? 400 : error.status;
}

/** error_description may contain only ASCII without quotes and backslashes. */
function describable(text: string): string {
  return text.replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, "'");
}
