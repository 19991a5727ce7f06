// What a route's schemas make of the path, the query and the body.
import { zValidator } from '@hono/zod-validator';
import type { MiddlewareHandler } from 'hono';
import { AppError } from '../kit/error.ts';
import { readText } from './body.ts';
import type { ApiRoute } from './define-route.ts';
import { fieldIssues } from './field-issues.ts';
import type { C, HonoEnv } from './hono-env.ts';
import { IN_SENTENCES, OF_A_QUERY } from './issue-sentences.ts';

/** In bytes. */
export const DEFAULT_BODY_LIMIT = 1024 * 1024;

/** What the validator takes for JSON, without case and whatever its parameters: else it silently reads an empty body. */
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;

type Target = 'param' | 'query' | 'json';

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
  const readBody = body && validated('json', body);
  return async (c) => {
    const input: RequestInput = { params: undefined, query: undefined, body: undefined, text: undefined };
    if (readParams) input.params = await readParams(c);
    if (readQuery) input.query = await readQuery(c);
    if (readBody) {
      input.text = await readJsonText(c, route.bodyLimit ?? DEFAULT_BODY_LIMIT);
      input.body = await readBody(c).catch(notJson);
    }
    return input;
  };
}

/** The validator is called inside the route's one handler (see mount), so what follows it in a chain is nothing. */
function validated(target: Target, schema: NonNullable<ApiRoute['body']>): (c: C) => Promise<unknown> {
  const refuse = (result: { success: boolean; error?: unknown }) => {
    if (!result.success) throw refusalOf(target, fieldIssues(result.error as never));
  };
  const validate = zValidator(target, schema, refuse, {
    validationFunction: (_, value) => schema.safeParse(value, target === 'json' ? IN_SENTENCES : OF_A_QUERY),
  }) as unknown as MiddlewareHandler<HonoEnv>;
  return async (c) => {
    await validate(c, nothing);
    return c.req.valid(target as never);
  };
}

async function nothing(): Promise<void> {}

function refusalOf(target: Target, details: ReturnType<typeof fieldIssues>): AppError {
  if (target === 'json')
    return new AppError('validation_failed', 'The request body is not valid.', { details });
  const names = details.map((issue) => `${issue.path.slice(1)}: ${issue.message}`).join('; ');
  const where = target === 'param' ? 'path' : 'query';
  return new AppError('invalid_request', `Bad ${where} parameter. ${names}`, { details });
}

/** Reads the body once, within its limit, so that the validator and the idempotency hash see the same text. */
async function readJsonText(c: C, limit: number): Promise<string> {
  const type = c.req.raw.headers.get('content-type') ?? '';
  if (!JSON_TYPE.test(type)) {
    throw new AppError('unsupported_media_type', 'Send the body as application/json.');
  }
  const coding = c.req.raw.headers.get('content-encoding');
  if (coding !== null && !/^identity$/i.test(coding)) {
    throw new AppError('unsupported_media_type', 'Send the body as it is, without a Content-Encoding.');
  }
  const text = await readText(c.req.raw, limit);
  (c.req.bodyCache as { text?: Promise<string> }).text = Promise.resolve(text);
  return text;
}

/** The validator's own word for a text that does not parse, an HTTPException of a copy of hono that may not be ours. */
function notJson(error: unknown): never {
  if ((error as { status?: number }).status !== 400) throw error;
  throw new AppError('invalid_request', 'The body is not valid JSON.');
}
