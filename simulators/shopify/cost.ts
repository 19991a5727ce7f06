// What a query costs: before it runs, by all that it could answer, and afterwards by what it did answer. Shopify publishes
// what an object, a connection and a mutation cost, but not how a connection's size counts; here each thing counts in full.
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isLeafType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';
import type { Fields } from './wire.ts';

const CONNECTION = 2;
const MUTATION = 10;
const FREE = new Set(['pageInfo', 'userErrors']);

interface Reading {
  schema: GraphQLSchema;
  fragments: Map<string, FragmentDefinitionNode>;
  variables: Fields;
}

export function requestedCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Fields,
): number {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const one of document.definitions)
    if (one.kind === Kind.FRAGMENT_DEFINITION) fragments.set(one.name.value, one);
  const reading = { schema, fragments, variables };
  const mutates = operation.operation === 'mutation';
  const root = (mutates ? schema.getMutationType() : schema.getQueryType())!;
  if (!mutates) return inside(reading, operation.selectionSet, root);
  let total = 0;
  for (const field of fieldsOf(reading, operation.selectionSet, root))
    total += MUTATION + childrenOf(reading, field, root);
  return total;
}

/** What the selected fields of one object cost, without the object. */
function inside(reading: Reading, selections: SelectionSetNode, type: GraphQLNamedType): number {
  let total = 0;
  let dearest = 0;
  for (const one of selections.selections) {
    if (one.kind === Kind.FIELD) total += costOf(reading, one, type);
    else {
      const fragment = one.kind === Kind.FRAGMENT_SPREAD ? reading.fragments.get(one.name.value)! : one;
      const on = fragment.typeCondition ? reading.schema.getType(fragment.typeCondition.name.value)! : type;
      const cost = inside(reading, fragment.selectionSet, on);
      // An object is of one type only, so the dearest of what could be answered counts.
      if (isAbstractType(type) && on.name !== type.name) dearest = Math.max(dearest, cost);
      else total += cost;
    }
  }
  return total + dearest;
}

/** The fields of a selection, those of its fragments too. */
function fieldsOf(reading: Reading, selections: SelectionSetNode, type: GraphQLNamedType): FieldNode[] {
  return selections.selections.flatMap((one) => {
    if (one.kind === Kind.FIELD) return [one];
    const fragment = one.kind === Kind.FRAGMENT_SPREAD ? reading.fragments.get(one.name.value)! : one;
    return fieldsOf(reading, fragment.selectionSet, type);
  });
}

const definitionOf = (type: GraphQLNamedType, field: FieldNode) =>
  isObjectType(type) || (isAbstractType(type) && 'getFields' in type)
    ? type.getFields()[field.name.value]
    : undefined;

function childrenOf(reading: Reading, field: FieldNode, type: GraphQLNamedType): number {
  const definition = definitionOf(type, field);
  if (!definition || !field.selectionSet) return 0;
  return inside(reading, field.selectionSet, getNamedType(definition.type));
}

function costOf(reading: Reading, field: FieldNode, type: GraphQLNamedType): number {
  const definition = definitionOf(type, field);
  if (!definition || FREE.has(field.name.value)) return 0;
  const answered = getNamedType(definition.type);
  if (isLeafType(answered)) return 0;
  if (answered.name.endsWith('Connection')) return CONNECTION + connected(reading, field, answered);
  const each = 1 + childrenOf(reading, field, type);
  return String(definition.type).includes('[') ? each * (sizeOf(reading, field) ?? 1) : each;
}

/** What the things that a connection lists cost together. */
function connected(reading: Reading, field: FieldNode, connection: GraphQLNamedType): number {
  if (!field.selectionSet) return 0;
  let each = 0;
  for (const one of fieldsOf(reading, field.selectionSet, connection)) {
    if (one.name.value === 'nodes') each = Math.max(each, 1 + childrenOf(reading, one, connection));
    if (one.name.value !== 'edges' || !one.selectionSet) continue;
    const edge = getNamedType(definitionOf(connection, one)!.type);
    for (const node of fieldsOf(reading, one.selectionSet, edge))
      if (node.name.value === 'node') each = Math.max(each, 1 + childrenOf(reading, node, edge));
  }
  return each * (sizeOf(reading, field) ?? 0);
}

const readValue = (reading: Reading, value: ValueNode | undefined): unknown => {
  if (value?.kind === Kind.VARIABLE) return reading.variables[value.name.value];
  if (value?.kind === Kind.INT) return Number(value.value);
  return value?.kind === Kind.LIST ? value.values : undefined;
};

function sizeOf(reading: Reading, field: FieldNode): number | null {
  const named = (name: string) =>
    readValue(reading, field.arguments?.find((one) => one.name.value === name)?.value);
  const ids = named('ids');
  if (Array.isArray(ids)) return ids.length;
  const size = named('first') ?? named('last');
  return typeof size === 'number' ? size : null;
}

/** By what was answered. */
export function actualCost(data: Fields | null | undefined, mutates: boolean): number {
  if (!data) return 0;
  let total = 0;
  for (const value of Object.values(data)) total += mutates ? MUTATION + held(value) : weigh(value);
  return total;
}

function weigh(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + weigh(one), 0);
  if (typeof value !== 'object' || value === null) return 0;
  return ('nodes' in value || 'edges' in value ? CONNECTION : 1) + held(value);
}

function held(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let total = 0;
  for (const [name, child] of Object.entries(value)) {
    if (FREE.has(name)) continue;
    // An edge costs what its node costs.
    if (name === 'edges' && Array.isArray(child))
      total += child.reduce((sum, edge) => sum + weigh(edge.node), 0);
    else total += weigh(child);
  }
  return total;
}
