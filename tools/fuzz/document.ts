// The parts of openapi.json that the fuzz uses.

export interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  propertyNames?: Schema;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

interface Parameter {
  $ref?: string;
  name: string;
  in: 'query' | 'path' | 'header';
  required?: boolean;
  schema: Schema;
}

interface Content {
  schema?: Schema;
  example?: unknown;
}

interface Response {
  $ref?: string;
  description?: string;
  content?: Record<string, Content>;
}

interface DocumentedOperation {
  operationId: string;
  tags: string[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, Response>;
}

export interface OpenApi {
  paths: Record<string, Record<string, unknown>>;
  components: {
    schemas: Record<string, Schema>;
    parameters: Record<string, unknown>;
    responses: Record<string, unknown>;
  };
}

export interface Operation {
  id: string;
  method: string;
  path: string;
  query: Parameter[];
  /** The prefix of IDs in the path; null if there is none. */
  idPrefix: string | null;
  /** Null if the operation takes no body. */
  body: { json: boolean; schema: Schema; example: unknown } | null;
  /** By status: the schema of the response, and the codes of an error. */
  answers: Map<number, { schema: Schema | null; codes: string[] }>;
}

export class Document {
  readonly operations: Operation[];
  readonly #root: OpenApi;

  constructor(root: OpenApi) {
    this.#root = root;
    this.operations = Object.entries(root.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, operation]) => (operation as Partial<DocumentedOperation>).operationId !== undefined)
        // OAuth endpoints take clients' forms and answer as RFCs define: they have hostile tests of their
        // own.
        .filter(([, operation]) => !(operation as DocumentedOperation).tags.includes('Apps'))
        .map(([method, operation]) => this.#read(path, method, operation as DocumentedOperation)),
    );
  }

  /** A schema with its reference resolved. */
  schema(schema: Schema): Schema {
    return schema.$ref ? this.schema(this.#at<Schema>(schema.$ref)) : schema;
  }

  #at<T>(ref: string): T {
    const path = ref.slice(2).split('/');
    return path.reduce<unknown>((node, part) => (node as Record<string, unknown>)[part], this.#root) as T;
  }

  #read(path: string, method: string, operation: DocumentedOperation): Operation {
    const parameters = (operation.parameters ?? []).map((one) =>
      one.$ref ? this.#at<Parameter>(one.$ref) : one,
    );
    const content = Object.entries(operation.requestBody?.content ?? {})[0];
    const schema = content?.[1].schema ?? {};
    return {
      id: operation.operationId,
      method: method.toUpperCase(),
      path,
      query: parameters.filter((one) => one.in === 'query'),
      idPrefix: path.includes('{id}') ? this.#prefixAt(path) : null,
      body: content ? { json: content[0].includes('json'), schema, example: content[1].example ?? {} } : null,
      answers: new Map(
        Object.entries(operation.responses).map(([status, response]) => [
          Number(status),
          this.#answer(response),
        ]),
      ),
    };
  }

  #answer(response: Response): { schema: Schema | null; codes: string[] } {
    const found = response.$ref ? this.#at<Response>(response.$ref) : response;
    const schema = found.content?.['application/json']?.schema ?? null;
    // An error response's description has each code at the start of a paragraph.
    const codes = [...(found.description ?? '').matchAll(/^`([a-z_]+)`:/gm)].map(([, code]) => code!);
    return { schema, codes };
  }

  /** The ID prefix of a path, from the record that it returns: the example of its `id` shows it. */
  #prefixAt(path: string): string | null {
    const record = path.slice(0, path.indexOf('{id}') + 4);
    const read = this.#root.paths[record]?.get as DocumentedOperation | undefined;
    const schema = read?.responses['200']?.content?.['application/json']?.schema;
    const data = schema && this.schema(this.schema(schema).properties?.data ?? {});
    const id = data && (data.properties?.id ?? this.schema(data.allOf?.[0] ?? {}).properties?.id);
    return /^\^(\w+)_/.exec(id?.pattern ?? '')?.[1] ?? null;
  }
}
