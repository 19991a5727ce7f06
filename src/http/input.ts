// Parses the path, the query and the body with a route's schemas.
import { zValidator } from '@hono/zod-validator';
import type { MiddlewareHandler } from 'hono';
import { AppError, type FieldIssue } from '../kit/error.ts';
import { jsonIssue, parseAnyJson } from '../kit/json.ts';
import { fieldIssues, readAs } from '../resource/field-issues.ts';
import { OF_A_QUERY } from '../resource/issue-sentences.ts';
import { readText } from './body.ts';
import type { ApiRoute } from './define-route.ts';
import type { C, HonoEnv } from './hono-env.ts';

/** In bytes. */
export const DEFAULT_BODY_LIMIT = 1024 * 1024;

/** Media types that count as JSON, ignoring case and parameters. */
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;

type Target = 'param' | 'query';

export interface SentJson {
  text: string;
  value: unknown;
}

export interface RequestInput {
  params: unknown;
  query: unknown;
  body: unknown;
  /** The body before it is parsed by a schema, for routes that take JSON: the text and its value. */
  sent: SentJson | undefined;
}

/**
 * Makes a function that reads a route's input, once for each route. The function throws invalid_request,
 * payload_too_large, unsupported_media_type or validation_failed.
 */
export function inputReader(route: ApiRoute): (c: C) => Promise<RequestInput> {
  const { params, query, body } = route;
  const readParams = params && validated('param', params);
  const readQuery = query && validated('query', query);
  return async (c) => {
    const input: RequestInput = { params: undefined, query: undefined, body: undefined, sent: undefined };
    if (readParams) input.params = await readParams(c);
    if (readQuery) input.query = await readQuery(c);
    if (body) {
      const text = await readJsonText(c, route.bodyLimit ?? DEFAULT_BODY_LIMIT);
      const value = parseAnyJson(text);
      input.sent = { text, value };
      const issue = jsonIssue(value);
      const read = issue ? { issues: [issue] } : readAs(body, value);
      if ('issues' in read) {
        const details = route.bodyProblems?.(read.issues, value) ?? read.issues;
        throw new AppError('validation_failed', 'The request body is not valid.', { details });
      }
      input.body = read.data;
    }
    return input;
  };
}

/** The validator runs inside the route's one handler (see mount), so its `next` does nothing. */
function validated(target: Target, schema: NonNullable<ApiRoute['body']>): (c: C) => Promise<unknown> {
  const refuse = (result: { success: boolean; error?: unknown }) => {
    if (!result.success) throw refusalOf(target, fieldIssues(result.error as never));
  };
  const validate = zValidator(target, schema, refuse, {
    validationFunction: (_, value) => schema.safeParse(value, OF_A_QUERY),
  }) as unknown as MiddlewareHandler<HonoEnv>;
  return async (c) => {
    await validate(c, nothing);
    return c.req.valid(target as never);
  };
}

async function nothing(): Promise<void> {}

/** The refusal of a query with these issues. */
export const badQuery = (details: FieldIssue[]): AppError => refusalOf('query', details);

function refusalOf(target: Target, details: FieldIssue[]): AppError {
  const names = details.map((issue) => `${issue.path.slice(1)}: ${issue.message}`).join('; ');
  const where = target === 'param' ? 'path' : 'query';
  return new AppError('invalid_request', `Bad ${where} parameter. ${names}`, { details });
}

async function readJsonText(c: C, limit: number): Promise<string> {
  const type = c.req.raw.headers.get('content-type') ?? '';
  if (!JSON_TYPE.test(type)) {
    throw new AppError('unsupported_media_type', 'Send the body as application/json.');
  }
  const coding = c.req.raw.headers.get('content-encoding');
  if (coding !== null && !/^identity$/i.test(coding)) {
    throw new AppError('unsupported_media_type', 'Send the body as it is, without a Content-Encoding.');
  }
  return await readText(c.req.raw, limit);
}
