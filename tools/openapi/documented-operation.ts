// A route without schemas as an OpenAPI operation, made from its own description (`documented`): those of OAuth, and the live
// connection.
import type { Envelope, RouteHead } from '../../src/http/define-route.ts';
import type { Documented } from '../../src/resource/documented.ts';
import type { Components, JsonObject } from './json-schemas.ts';
import { pathParametersOf } from './operation.ts';
import { ERROR_SCHEMAS } from './refusals.ts';

const FORM = 'application/x-www-form-urlencoded';

const ABOUT = { 101: 'Switching Protocols', 200: 'OK', 201: 'Created' } as const;

export interface DocumentedRoute extends Pick<RouteHead, 'operationId' | 'method' | 'path' | 'access'> {
  envelope: Envelope;
  documented: Documented;
}

export function documentedOperation(
  { operationId, path, access, envelope, documented }: DocumentedRoute,
  components: Components,
): JsonObject {
  const {
    tag = 'Apps',
    summary,
    description,
    query,
    form,
    json,
    status,
    output,
    page,
    refusals,
  } = documented;
  const operation: JsonObject = { operationId, tags: [tag], summary, description };
  const parameters = [
    ...pathParametersOf(path, {}, components),
    ...(query ? parametersOf(components.convert(query, 'input')) : []),
    ...(access.kind === 'key' ? [{ $ref: '#/components/parameters/Service-Account' }] : []),
  ];
  if (parameters.length > 0) operation.parameters = parameters;
  const body = form ?? json;
  if (body) {
    const schema = components.convert(body, 'input');
    operation.requestBody = { required: true, content: { [form ? FORM : 'application/json']: { schema } } };
  }
  const html: JsonObject = { 'text/html': { schema: { type: 'string' } } };
  const success: JsonObject = { description: ABOUT[status] };
  if (page) success.content = html;
  if (output) success.content = { 'application/json': { schema: components.convert(output, 'output') } };
  const responses: JsonObject = { [status]: success };
  const error: JsonObject = {
    'application/json': { schema: { $ref: `#/components/schemas/${ERROR_SCHEMAS[envelope]}` } },
  };
  for (const [refused, words] of Object.entries(refusals)) {
    responses[refused] = { description: words, content: page ? html : error };
  }
  operation.responses = responses;
  if (access.kind !== 'key') operation.security = form ? [{ client: [] }] : [];
  return operation;
}

function parametersOf(schema: JsonObject): JsonObject[] {
  const required = (schema.required ?? []) as string[];
  return Object.entries(schema.properties as Record<string, JsonObject>).map(
    ([name, { description, ...rest }]) => {
      const parameter: JsonObject = {
        name,
        in: 'query',
        required: required.includes(name),
        schema: rest,
      };
      if (description !== undefined) parameter.description = description;
      return parameter;
    },
  );
}
