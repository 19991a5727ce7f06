// An OAuth endpoint as an OpenAPI operation, made from its own description (`documented`), because it has no
// schemas.
import type { Documented } from '../../src/resource/documented.ts';
import type { Components, JsonObject } from './json-schemas.ts';

const FORM = 'application/x-www-form-urlencoded';

const ABOUT = { 101: 'Switching Protocols', 200: 'OK', 201: 'Created' } as const;

export function documentedOperation(
  operationId: string,
  said: Documented,
  components: Components,
): JsonObject {
  const { summary, description, query, form, json, status, output, page, refusals } = said;
  const operation: JsonObject = { operationId, tags: ['Apps'], summary, description };
  if (query) operation.parameters = parametersOf(components.convert(query, 'input'));
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
  const error: JsonObject = { 'application/json': { schema: { $ref: '#/components/schemas/OAuthError' } } };
  for (const [refused, words] of Object.entries(refusals)) {
    responses[refused] = { description: words, content: page ? html : error };
  }
  operation.responses = responses;
  operation.security = form ? [{ client: [] }] : [];
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
