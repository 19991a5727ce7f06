// What a route's schemas make of the path, the query and the body.
import type * as z from 'zod';
import { AppError } from '../kit/error.ts';
import { readText } from './body.ts';
import type { ApiRoute } from './define-route.ts';
import { fieldIssues } from './errors.ts';
import type { C } from './hono-env.ts';

/** In bytes. */
export const DEFAULT_BODY_LIMIT = 1024 * 1024;

const JSON_TYPE = /^application\/([a-z-.]+\+)?json(;\s*[a-zA-Z0-9-]+=([^;]+))*$/;

export interface RequestInput {
  params: unknown;
  query: unknown;
  body: unknown;
  /** The body as it was sent, for routes that take JSON. */
  text: string | undefined;
}

/** Throws invalid_request, payload_too_large, unsupported_media_type or validation_failed. */
export async function readInput(c: C, route: ApiRoute): Promise<RequestInput> {
  const params = route.params && parse(route.params, c.req.param(), 'path');
  const query = route.query && parse(route.query, queryOf(c), 'query');
  if (!route.body) return { params, query, body: undefined, text: undefined };
  const type = c.req.raw.headers.get('content-type') ?? '';
  if (!JSON_TYPE.test(type)) {
    throw new AppError('unsupported_media_type', 'Send the body as application/json.');
  }
  const text = await readText(c.req.raw, route.bodyLimit ?? DEFAULT_BODY_LIMIT);
  const body = route.body.safeParse(fromJson(text));
  if (!body.success) {
    const details = fieldIssues(body.error);
    throw new AppError('validation_failed', 'The request body is not valid.', { details });
  }
  return { params, query, body: body.data, text };
}

/** A name that comes once as its value, one that comes several times as a list of them. */
function queryOf(c: C): Record<string, string | string[]> {
  const entries = Object.entries(c.req.queries());
  return Object.fromEntries(
    entries.map(([name, values]) => [name, values.length === 1 ? values[0]! : values]),
  );
}

function parse(schema: z.ZodType, value: unknown, from: 'path' | 'query'): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const details = fieldIssues(result.error);
  const names = details.map((issue) => `${issue.path.slice(1)}: ${issue.message}`).join('; ');
  throw new AppError('invalid_request', `Bad ${from} parameter. ${names}`, { details });
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('invalid_request', 'The body is not valid JSON.');
  }
}
