// What a route's schemas make of the path, the query and the body.
import { zValidator } from '@hono/zod-validator';
import type { MiddlewareHandler } from 'hono';
import { AppError } from '../kit/error.ts';
import { readText } from './body.ts';
import type { ApiRoute } from './define-route.ts';
import { fieldIssues } from './field-issues.ts';
import type { C, HonoEnv } from './hono-env.ts';

/** In bytes. */
export const DEFAULT_BODY_LIMIT = 1024 * 1024;

/** A media type is compared without case, and whatever its parameters. */
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;

type Target = 'param' | 'query';

export interface RequestInput {
  params: unknown;
  query: unknown;
  body: unknown;
  /** The body as it was sent, for routes that take JSON. */
  text: string | undefined;
}

/**
 * Makes the reader of a route's input, once for each route. It throws invalid_request, payload_too_large,
 * unsupported_media_type or validation_failed.
 */
export function inputReader(route: ApiRoute): (c: C) => Promise<RequestInput> {
  const { params, query, body } = route;
  const readParams = params && validated('param', params);
  const readQuery = query && validated('query', query);
  return async (c) => {
    const input: RequestInput = { params: undefined, query: undefined, body: undefined, text: undefined };
    if (readParams) input.params = await readParams(c);
    if (readQuery) input.query = await readQuery(c);
    if (body) {
      input.text = await readJsonText(c, route.bodyLimit ?? DEFAULT_BODY_LIMIT);
      input.body = parsedBody(body, input.text);
    }
    return input;
  };
}

/** The validator is called inside the route's one handler (see mount), so what follows it in a chain is nothing. */
function validated(target: Target, schema: NonNullable<ApiRoute['body']>): (c: C) => Promise<unknown> {
  const validate = zValidator(target, schema, (result) => {
    if (!result.success) throw refusalOf(target, fieldIssues(result.error as never));
  }) as unknown as MiddlewareHandler<HonoEnv>;
  return async (c) => {
    await validate(c, nothing);
    return c.req.valid(target as never);
  };
}

async function nothing(): Promise<void> {}

function refusalOf(target: Target, details: ReturnType<typeof fieldIssues>): AppError {
  const names = details.map((issue) => `${issue.path.slice(1)}: ${issue.message}`).join('; ');
  const where = target === 'param' ? 'path' : 'query';
  return new AppError('invalid_request', `Bad ${where} parameter. ${names}`, { details });
}

async function readJsonText(c: C, limit: number): Promise<string> {
  const type = c.req.raw.headers.get('content-type') ?? '';
  if (!JSON_TYPE.test(type)) {
    throw new AppError('unsupported_media_type', 'Send the body as application/json.');
  }
  return await readText(c.req.raw, limit);
}

function parsedBody(schema: NonNullable<ApiRoute['body']>, text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new AppError('invalid_request', 'The body is not valid JSON.');
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const details = fieldIssues(result.error);
  throw new AppError('validation_failed', 'The request body is not valid.', { details });
}
