// The errors that a route can return: those that it names, and those that follow from its kind.
import type { ApiRoute, Envelope } from '../../src/http/define-route.ts';
import { ERRORS, type ErrorCode } from '../../src/kit/error.ts';
import type { Components, JsonObject } from './json-schemas.ts';

/** Codes that every operation of the business API may answer, as the specification says. */
const BUSINESS: readonly ErrorCode[] = [
  'not_found',
  'conflict',
  'gone',
  'operation_rejected',
  'provider_error',
];

export const businessOf = ({ access }: ApiRoute) => (access.kind === 'key' ? access.business : undefined);

export function refusalsOf(route: ApiRoute): ErrorCode[] {
  const codes = new Set<ErrorCode>(route.errors);
  codes.add('invalid_request');
  codes.add('internal_error');
  if (route.access.kind !== 'open') {
    codes.add('invalid_key');
    codes.add('permission_denied');
    codes.add('account_not_reachable');
    codes.add('rate_limited');
  }
  if (route.access.kind === 'internal') codes.add('internal_route');
  if (route.body) {
    codes.add('payload_too_large');
    codes.add('unsupported_media_type');
    codes.add('validation_failed');
  }
  if (businessOf(route)) for (const code of BUSINESS) codes.add(code);
  if (takesIdempotencyKey(route)) {
    codes.add('idempotency_conflict');
    codes.add('idempotency_in_progress');
  }
  return [...codes];
}

export function takesIdempotencyKey(route: ApiRoute): boolean {
  return route.method === 'POST' && typeof route.idempotency !== 'object';
}

/**
 * The error responses of a route, one for each status, with their codes. Routes with the same codes share
 * one.
 */
export function refusalResponses(route: ApiRoute, components: Components): JsonObject {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of Object.keys(ERRORS) as ErrorCode[]) {
    if (!refusalsOf(route).includes(code)) continue;
    const { status } = ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const responses: JsonObject = {};
  for (const [status, codes] of [...byStatus].sort(([a], [b]) => a - b)) {
    const headers: JsonObject = { 'Request-Id': { $ref: '#/components/headers/Request-Id' } };
    if (status === 401) headers['WWW-Authenticate'] = { $ref: '#/components/headers/WWW-Authenticate' };
    if (status === 429) headers['Retry-After'] = { $ref: '#/components/headers/Retry-After' };
    responses[String(status)] = components.share('responses', nameOf(codes, route.envelope), {
      description: codes.map((code) => `\`${code}\`: ${ERRORS[code].about}`).join('\n\n'),
      headers,
      content: {
        'application/json': { schema: { $ref: `#/components/schemas/${ERROR_SCHEMAS[route.envelope]}` } },
      },
    });
  }
  return responses;
}

/** `ConflictOrVersionConflict`: a name that client generators can use as a type. */
function nameOf(codes: readonly ErrorCode[], envelope: Envelope): string {
  const pascal = (words: string) => words.replace(/(?:^|_)([a-z])/g, (_, letter) => letter.toUpperCase());
  return (envelope === 'data' ? '' : pascal(envelope)) + codes.map(pascal).join('Or');
}

const errorObject: JsonObject = {
  type: 'object',
  required: ['code', 'message', 'requestId'],
  properties: {
    code: { type: 'string', description: 'Read this one in programs.', examples: ['validation_failed'] },
    message: { type: 'string', description: 'For people; its wording may change.' },
    details: {
      description:
        'What is known beyond the code: for validation_failed a list of FieldIssue, for operation_rejected an object with reason, for version_conflict the stored version.',
    },
    requestId: { type: 'string', description: 'The same as the Request-Id header.' },
  },
};

export const ERROR_SCHEMAS = { data: 'Error', ok: 'BusinessError', bare: 'OAuthError' } as const;

const EXAMPLE: JsonObject = {
  code: 'validation_failed',
  message: 'The request body is not valid.',
  details: [{ path: '/brandFee/percent', message: 'Must be at most 100.', code: 'too_big' }],
  requestId: 'req_01k2d9q3v7h5m8r4t6w0x1y2z3',
};

/** The schemas of errors in these envelopes. */
export function errorSchemas(envelopes: ReadonlySet<Envelope>): JsonObject {
  const error: JsonObject = { ...errorObject, description: 'Why the request was refused.' };
  const forms: Record<Envelope, JsonObject> = {
    data: { type: 'object', required: ['error'], properties: { error }, examples: [{ error: EXAMPLE }] },
    ok: {
      type: 'object',
      required: ['ok', 'error'],
      properties: { ok: { const: false, description: 'True where the request was taken.' }, error },
      examples: [{ ok: false, error: EXAMPLE }],
    },
    bare: {
      type: 'object',
      required: ['error', 'error_description'],
      properties: {
        error: { type: 'string', description: 'The code. Read this one in programs.' },
        error_description: { type: 'string', description: 'For people; its wording may change.' },
      },
      examples: [{ error: 'invalid_grant', error_description: 'The code has expired.' }],
    },
  };
  return {
    FieldIssue: {
      type: 'object',
      required: ['path', 'message', 'code'],
      properties: {
        path: {
          type: 'string',
          description: 'A JSON pointer into the body.',
          examples: ['/brandFee/percent'],
        },
        message: { type: 'string', description: 'What is wrong there, for people; its wording may change.' },
        code: { type: 'string', description: 'The rule that was broken. Read this one in programs.' },
      },
    },
    ...Object.fromEntries([...envelopes].map((envelope) => [ERROR_SCHEMAS[envelope], forms[envelope]])),
  };
}
