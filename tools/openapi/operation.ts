// One route of the registry as an OpenAPI operation.
import type * as z from 'zod';
import type { ApiRoute } from '../../src/http/define-route.ts';
import { exampleOf } from '../../src/resource/example.ts';
import { listQuery } from '../../src/resource/list-page.ts';
import type { Components, Json, JsonObject } from './json-schemas.ts';
import { businessOf, refusalResponses, takesIdempotencyKey } from './refusals.ts';

/** `/v1/pixels/:id` as `/v1/pixels/{id}`. */
export function templateOf(path: string): string {
  return path.replace(/:([a-zA-Z]+)/g, '{$1}');
}

export function operationOf(route: ApiRoute, components: Components): JsonObject {
  const operation: JsonObject = {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    description: descriptionOf(route),
    parameters: parametersOf(route, components),
  };
  if (route.body) {
    operation.requestBody = {
      required: true,
      content: {
        'application/json': {
          schema: components.convert(route.body, 'input'),
          example: exampleOf(route.body) as Json,
        },
      },
    };
  }
  if (route.bytes) {
    operation.requestBody = {
      description: route.bytes,
      content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
    };
  }
  operation.responses = { ...successOf(route, components), ...refusalResponses(route, components) };
  if (route.access.kind === 'open') operation.security = [];
  const scopes = businessOf(route)?.scopes;
  if (scopes) operation.security = scopes.map((scope) => ({ apiKey: [scope] }));
  return operation;
}

function descriptionOf(route: ApiRoute): string {
  const parts: string[] = [];
  if (route.description) parts.push(route.description);
  const { access } = route;
  if (access.kind === 'open') parts.push(`No key is needed: ${access.why}`);
  else if (access.kind === 'internal') parts.push(`For the service's own pages only: ${access.why}`);
  else {
    const actors = access.actors
      .map((actor) => (actor === 'account' ? 'an account' : 'a creator'))
      .join(' or ');
    const scopes = access.business?.scopes.map((scope) => `\`${scope}\``).join(' or ');
    parts.push(
      scopes
        ? `Needs a ${access.level} key with the scope ${scopes}.`
        : `Needs a ${access.level} key acting as ${actors}.`,
    );
  }
  return parts.join('\n\n');
}

/** The query parameters of every list. */
const PAGING = new Set(Object.keys(listQuery));

/** @param fields what is known of each, by its name. */
export function pathParametersOf(
  path: string,
  fields: Record<string, { schema: JsonObject }>,
  components: Components,
): JsonObject[] {
  return [...path.matchAll(/:([a-zA-Z]+)/g)].map(([, name]) =>
    components.share('parameters', name!, {
      name: name!,
      in: 'path',
      required: true,
      description: name === 'id' ? 'The ID of the record.' : `The ${name}.`,
      schema: fields[name!]?.schema ?? { type: 'string' },
    }),
  );
}

function parametersOf(route: ApiRoute, components: Components): JsonObject[] {
  const params = route.params ? fieldsOf(route.params, components) : {};
  const parameters = pathParametersOf(route.path, params, components);
  for (const [name, field] of Object.entries(route.query ? fieldsOf(route.query, components) : {})) {
    const { description, ...schema } = field.schema;
    const parameter: JsonObject = { name, in: 'query', required: field.required, schema };
    if (description !== undefined) parameter.description = description;
    parameters.push(PAGING.has(name) ? components.share('parameters', name, parameter) : parameter);
  }
  if (route.access.kind !== 'open' && !businessOf(route))
    parameters.push({ $ref: '#/components/parameters/Service-Account' });
  parameters.push({ $ref: '#/components/parameters/Service-Version' });
  parameters.push({ $ref: '#/components/parameters/Request-Id' });
  if (takesIdempotencyKey(route)) {
    const required = route.idempotency === 'required';
    parameters.push({
      $ref: `#/components/parameters/${required ? 'Required-Idempotency-Key' : 'Idempotency-Key'}`,
    });
  }
  return parameters;
}

function fieldsOf(
  schema: z.ZodType,
  components: Components,
): Record<string, { schema: JsonObject; required: boolean }> {
  const { properties, required } = components.convert(schema, 'input') as {
    properties?: Record<string, JsonObject>;
    required?: string[];
  };
  return Object.fromEntries(
    Object.entries(properties ?? {}).map(([name, field]) => [
      name,
      { schema: field, required: required?.includes(name) ?? false },
    ]),
  );
}

function successOf(route: ApiRoute, components: Components): JsonObject {
  const record = components.convert(route.output, 'output');
  const cursor = {
    type: ['string', 'null'],
    description: 'Send it as `cursor` for the next page; null on the last one.',
  };
  const responses: JsonObject = {};
  for (const status of route.status) {
    responses[String(status)] = {
      description: ABOUT[status],
      headers: successHeaders(route),
      content: {
        'application/json': { schema: envelope(route, record, cursor) },
        ...(route.csv && { 'text/csv': { schema: { type: 'string' } } }),
      },
    };
  }
  return responses;
}

const ABOUT = { 200: 'OK', 201: 'Created', 202: 'Accepted' } as const;

/** Describes the content of `data`. */
function aboutData({ method, status }: ApiRoute): string {
  if (method === 'PATCH') return 'As it is after the change.';
  if (status.includes(202)) return 'What was accepted, and is under way.';
  if (!status.includes(201)) return 'As it is now.';
  return status.includes(200) ? 'What was made, or was there before.' : 'What was made.';
}

function envelope(route: ApiRoute, record: JsonObject, cursor: JsonObject): JsonObject {
  const list: JsonObject = { type: 'array', items: record, description: 'At most `limit` of them.' };
  if (route.list && route.envelope === 'data') {
    return {
      type: 'object',
      required: ['data', 'nextCursor'],
      properties: { data: list, nextCursor: cursor },
    };
  }
  const data: JsonObject = route.list
    ? { type: 'object', required: ['items', 'nextCursor'], properties: { items: list, nextCursor: cursor } }
    : record;
  if (route.envelope === 'bare') return data;
  const described = route.list ? data : { ...data, description: aboutData(route) };
  if (route.envelope === 'data')
    return { type: 'object', required: ['data'], properties: { data: described } };
  const fine = { const: true, description: 'False on an error alone.' };
  return { type: 'object', required: ['ok', 'data'], properties: { ok: fine, data: described } };
}

function successHeaders(route: ApiRoute): JsonObject {
  const headers: JsonObject = {
    'Request-Id': { $ref: '#/components/headers/Request-Id' },
    'Service-Version': { $ref: '#/components/headers/Service-Version' },
  };
  if (route.access.kind !== 'open') {
    headers['RateLimit-Policy'] = { $ref: '#/components/headers/RateLimit-Policy' };
  }
  if (takesIdempotencyKey(route)) {
    headers['Idempotency-Replayed'] = { $ref: '#/components/headers/Idempotency-Replayed' };
  }
  return headers;
}
