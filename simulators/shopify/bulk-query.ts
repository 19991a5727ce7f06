// What a bulk operation may ask, and how its lines come out of that.
import {
  type FieldNode,
  getNamedType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
  validate,
  valueFromASTUntyped,
} from 'graphql';
import type { Call } from './call.ts';
import { fieldValue, schema } from './fields.ts';
import { checkScope } from './scopes.ts';
import type { Fields } from './wire.ts';

const MOST_CONNECTIONS = 5;
const DEEPEST = 2;

export interface BulkQuery {
  root: FieldNode;
  /** What the root lists. */
  node: NodeQuery;
}

interface NodeQuery {
  type: string;
  selections: SelectionSetNode;
}

class Wrong extends Error {}

const isConnection = (type: string) => type.endsWith('Connection');

/** The fields of a selection that an object of this type answers. */
function fieldsOn(type: string, selections: SelectionSetNode): FieldNode[] {
  return selections.selections.flatMap((one) => {
    if (one.kind === Kind.FIELD) return [one];
    if (one.kind === Kind.FRAGMENT_SPREAD)
      throw new Wrong('The simulator takes no named fragments in a bulk query.');
    const on = one.typeCondition?.name.value ?? type;
    const target = schema.getType(on);
    const own = schema.getType(type);
    const fits = on === type || (isObjectType(own) && own.getInterfaces().some((each) => each === target));
    return fits ? fieldsOn(type, one.selectionSet) : [];
  });
}

function definitionOf(type: string, field: string) {
  const of = schema.getType(type);
  return of && 'getFields' in of
    ? (of.getFields()[field] as { type: import('graphql').GraphQLOutputType })
    : undefined;
}

const typeOf = (type: string, field: string) => getNamedType(definitionOf(type, field)!.type).name;

/** What a connection lists: only by `edges { node { … } }`. */
function nodeOf(connection: string, field: FieldNode): NodeQuery {
  const edges = fieldsOn(connection, field.selectionSet!).find(({ name }) => name.value === 'edges');
  const edge = edges && typeOf(connection, 'edges');
  const node = edges && fieldsOn(edge!, edges.selectionSet!).find(({ name }) => name.value === 'node');
  if (!node) throw new Wrong(`The connection ${field.name.value} must be read by edges { node { … } }.`);
  return { type: typeOf(edge!, 'node'), selections: node.selectionSet! };
}

interface Reading {
  connections: number;
}

function check(reading: Reading, { type, selections }: NodeQuery, depth: number): void {
  const fields = fieldsOn(type, selections);
  for (const field of fields) {
    const definition = definitionOf(type, field.name.value);
    if (!definition || isLeafType(getNamedType(definition.type))) continue;
    const inner = getNamedType(definition.type).name;
    if (!isConnection(inner)) {
      if (holdsConnection(inner, field)) {
        const plain = isNonNullType(definition.type) ? definition.type.ofType : definition.type;
        throw new Wrong(
          isListType(plain)
            ? 'Queries that contain a connection field within a list field are not currently supported.'
            : 'The simulator takes connections only directly below what another one lists.',
        );
      }
      continue;
    }
    reading.connections++;
    if (depth >= DEEPEST)
      throw new Wrong(
        `Bulk queries cannot contain connections with a nesting depth greater than ${DEEPEST}.`,
      );
    if (!fields.some(({ name, alias }) => name.value === 'id' && !alias))
      throw new Wrong(
        `The parent 'node' field for a nested connection must select the 'id' field without an alias and must be of type that implements the 'Node' interface. Connection fields without 'id': ${field.name.value}.`,
      );
    check(reading, nodeOf(inner, field), depth + 1);
  }
}

function holdsConnection(type: string, field: FieldNode): boolean {
  return fieldsOn(type, field.selectionSet!).some((one) => {
    const definition = definitionOf(type, one.name.value);
    if (!definition || !one.selectionSet) return false;
    const inner = getNamedType(definition.type).name;
    return isConnection(inner) || holdsConnection(inner, one);
  });
}

/** The query, or what the platform has against it. */
export function readBulk(text: string): BulkQuery | string {
  try {
    const document = parse(text);
    const [wrong] = validate(schema, document);
    if (wrong) return `Invalid bulk query: ${wrong.message}`;
    const operations = document.definitions.filter(
      (one): one is OperationDefinitionNode => one.kind === Kind.OPERATION_DEFINITION,
    );
    const [operation] = operations;
    if (operations.length !== 1 || operation!.operation !== 'query')
      return 'Bulk queries must contain exactly one query operation.';
    if ((operation!.variableDefinitions ?? []).length > 0) return 'Bulk queries cannot use variables.';
    const [root, ...more] = fieldsOn('QueryRoot', operation!.selectionSet);
    if (!root || more.length > 0) return 'Bulk queries must have a single top-level field.';
    if (/^nodes?$/.test(root.name.value))
      return `Bulk queries cannot use the top-level field ${root.name.value}.`;
    const listed = root.selectionSet && typeOf('QueryRoot', root.name.value);
    if (!listed || !isConnection(listed)) return 'Bulk queries must contain at least one connection.';
    const reading = { connections: 1 };
    const node = nodeOf(listed, root);
    check(reading, node, 1);
    if (reading.connections > MOST_CONNECTIONS)
      return `Bulk queries cannot contain more than ${MOST_CONNECTIONS} connections.`;
    return { root, node };
  } catch (error) {
    if (error instanceof Error)
      return error instanceof Wrong ? error.message : `Invalid bulk query: ${error.message}`;
    throw error;
  }
}

/** Whether the app lacks a scope for anything that the query asks for. */
export function lacksScope({ root, node }: BulkQuery, scopes: ReadonlySet<string>): boolean {
  const visit = (type: string, selections: SelectionSetNode): void => {
    for (const field of fieldsOn(type, selections)) {
      checkScope(scopes, type, field.name.value);
      if (field.selectionSet) visit(typeOf(type, field.name.value), field.selectionSet);
    }
  };
  try {
    checkScope(scopes, 'QueryRoot', root.name.value);
    visit(node.type, node.selections);
    return false;
  } catch {
    return true;
  }
}

export const argumentsOf = (field: FieldNode): Fields =>
  Object.fromEntries(
    (field.arguments ?? []).map(({ name, value }) => [name.value, valueFromASTUntyped(value)]),
  );

interface Step {
  name: string;
  /** As the answer names it. */
  as: string;
  inner: string;
  args: Fields;
  selections: SelectionSetNode | undefined;
}
interface Below {
  name: string;
  args: Fields;
  node: NodeQuery;
}

const plans = new WeakMap<SelectionSetNode, Map<string, { steps: Step[]; below: Below[] }>>();

/** What to read of an object of this type, and which connections lie below it: worked out once for all objects. */
function planOf(type: string, selections: SelectionSetNode) {
  const known = plans.get(selections) ?? new Map<string, { steps: Step[]; below: Below[] }>();
  plans.set(selections, known);
  const found = known.get(type);
  if (found) return found;
  const plan: { steps: Step[]; below: Below[] } = { steps: [], below: [] };
  for (const field of fieldsOn(type, selections)) {
    const name = field.name.value;
    const inner = name === '__typename' ? 'String' : typeOf(type, name);
    const { first: _, last: __, ...args } = argumentsOf(field);
    if (isConnection(inner)) plan.below.push({ name, args, node: nodeOf(inner, field) });
    else
      plan.steps.push({
        ...{ name, as: field.alias?.value ?? name, inner, args: argumentsOf(field) },
        selections: field.selectionSet,
      });
  }
  known.set(type, plan);
  return plan;
}

/** What is answered of an object, without its connections. */
function projected(call: Call, type: string, source: Fields, selections: SelectionSetNode): Fields {
  const out: Fields = {};
  const own: string = source.__typename ?? type;
  for (const { name, as, inner, args, selections: chosen } of planOf(own, selections).steps) {
    const value = name === '__typename' ? own : fieldValue(own, name, source, args, call);
    const within = (one: unknown) =>
      one === null || one === undefined || !chosen
        ? (one ?? null)
        : projected(call, inner, one as Fields, chosen);
    out[as] = Array.isArray(value) ? value.map(within) : within(value);
  }
  return out;
}

export const rootLine = (call: Call, { type, selections }: NodeQuery, source: Fields): string =>
  JSON.stringify(projected(call, type, source, selections));

/** The lines of everything below an object: children, and theirs, each with the ID of its parent. */
export function childLines(
  call: Call,
  { type, selections }: NodeQuery,
  source: Fields,
  into: string[],
): void {
  for (const { name, args, node } of planOf(type, selections).below) {
    for (let after: string | null = null; ; ) {
      const page: Fields = source[name]({ ...args, first: 250, after }, call);
      for (const child of page.nodes) {
        const line = projected(call, node.type, child, node.selections);
        into.push(JSON.stringify({ ...line, __parentId: source.id }));
        childLines(call, node, child, into);
      }
      if (!page.pageInfo.hasNextPage) break;
      after = page.pageInfo.endCursor();
    }
  }
}
