// The table of all errors: code -> status. Every refusal of the service is an AppError with one of these
// codes.

export const ERRORS = {
  invalid_request: {
    status: 400,
    about: 'Malformed JSON, or an unknown or bad query, header, path or cursor.',
  },
  invalid_key: { status: 401, about: 'The API key or token is missing, wrong, expired or revoked.' },
  permission_denied: { status: 403, about: 'The caller is known but may not do this.' },
  account_not_reachable: {
    status: 403,
    about: 'This key does not reach the account in Service-Account, or the client.',
  },
  internal_route: { status: 403, about: "The endpoint is for the service's own pages." },
  not_found: { status: 404, about: 'No such record, or none that this caller can see.' },
  method_not_allowed: { status: 405, about: 'The path exists, the method does not; see Allow.' },
  version_conflict: { status: 409, about: 'The edit was based on a stale version.' },
  conflict: { status: 409, about: "The record's state does not allow it." },
  idempotency_conflict: { status: 409, about: 'The Idempotency-Key was used with another request.' },
  idempotency_in_progress: { status: 409, about: 'A request with this Idempotency-Key is still under way.' },
  gone: { status: 410, about: 'The resource existed and no longer takes this request.' },
  length_required: { status: 411, about: 'A Content-Length is needed.' },
  payload_too_large: { status: 413, about: 'The body is larger than the endpoint takes.' },
  unsupported_media_type: { status: 415, about: 'The Content-Type is not one the endpoint takes.' },
  range_not_satisfiable: { status: 416, about: 'The Range lies outside the file.' },
  validation_failed: { status: 422, about: 'The body breaks the schema; details lists where.' },
  operation_rejected: { status: 422, about: 'Understood and refused; details.reason says why.' },
  rate_limited: { status: 429, about: 'Too many requests; see Retry-After.' },
  internal_error: { status: 500, about: 'A fault of ours; the request ID finds it.' },
  provider_error: { status: 502, about: 'An outside platform answered something unusable.' },
  unavailable: { status: 503, about: 'Try again later.' },
  // Codes from RFC 6749, 7591 and 8707, only for the OAuth endpoints.
  invalid_client: { status: 401, about: 'The client is unknown, or its secret is missing or wrong.' },
  invalid_grant: {
    status: 400,
    about: 'The code or refresh token is unknown, expired, used or of another client.',
  },
  unsupported_grant_type: { status: 400, about: 'Only authorization_code and refresh_token.' },
  invalid_scope: { status: 400, about: 'The scope is unknown, or more than was granted.' },
  invalid_target: { status: 400, about: 'Tokens are for the v1 API alone.' },
  invalid_redirect_uri: { status: 400, about: 'A redirect URI cannot be registered.' },
  invalid_client_metadata: { status: 400, about: 'Something else of a client cannot be registered.' },
} as const;

export type ErrorCode = keyof typeof ERRORS;
export type ErrorStatus = (typeof ERRORS)[ErrorCode]['status'];

/** One invalid field: a JSON pointer into the body, and what is wrong. */
export interface FieldIssue {
  path: string;
  message: string;
  code: string;
}

export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: unknown;
  readonly headers: Record<string, string>;

  constructor(
    code: ErrorCode,
    message: string,
    extra: { details?: unknown; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.details = extra.details;
    this.headers = extra.headers ?? {};
  }

  get status(): ErrorStatus {
    return ERRORS[this.code].status;
  }
}

export function notFound(what: string): AppError {
  return new AppError('not_found', `No such ${what}.`);
}

/** A valid request that is refused for a reason that programs can read in `details.reason`. */
export function rejected(reason: string, message: string, more: Record<string, unknown> = {}): AppError {
  return new AppError('operation_rejected', message, { details: { reason, ...more } });
}

/** Why something was refused (see rejected); undefined for any other error. */
export function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof AppError)) return undefined;
  const reason = (error.details as { reason?: unknown } | undefined)?.reason;
  return typeof reason === 'string' ? reason : undefined;
}

export function invalidField(path: string, message: string, code = 'invalid'): AppError {
  return new AppError('validation_failed', 'The request body is not valid.', {
    details: [{ path, message, code } satisfies FieldIssue],
  });
}
