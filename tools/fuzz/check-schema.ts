// Checks a response against its schema. Small, and without `eval`, so that it also runs inside workerd.
import type { Document, Schema } from './document.ts';

/** What is wrong with a value, and where; null when it is valid. */
export function schemaProblem(document: Document, given: Schema, value: unknown, at = ''): string | null {
  const schema = document.schema(given);
  for (const part of schema.allOf ?? []) {
    const problem = schemaProblem(document, part, value, at);
    if (problem) return problem;
  }
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) {
    const problems = choices.map((choice) => schemaProblem(document, choice, value, at));
    if (!problems.includes(null)) return problems.join(', or ');
  }
  if (schema.const !== undefined && value !== schema.const) return `${at} is not ${schema.const}`;
  if (schema.enum && !schema.enum.includes(value)) return `${at} is none of its values: ${String(value)}`;
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (types.length > 0 && !types.some((type) => isOf(type, value)))
    return `${at} is no ${types.join(' or ')}`;
  if (typeof value === 'string') return textProblem(schema, value, at);
  if (typeof value === 'number') return numberProblem(schema, value, at);
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const problem = schema.items && schemaProblem(document, schema.items, item, `${at}/${index}`);
      if (problem) return problem;
    }
    return null;
  }
  return value === null || typeof value !== 'object' ? null : objectProblem(document, schema, value, at);
}

function isOf(type: string, value: unknown): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  // The other types have the names that typeof returns.
  return typeof value === type;
}

function textProblem(schema: Schema, value: string, at: string): string | null {
  if (schema.pattern !== undefined && !new RegExp(schema.pattern, 'u').test(value))
    return `${at} does not match ${schema.pattern}`;
  return null;
}

function numberProblem(schema: Schema, value: number, at: string): string | null {
  if (schema.minimum !== undefined && value < schema.minimum) return `${at} is below ${schema.minimum}`;
  if (schema.maximum !== undefined && value > schema.maximum) return `${at} is above ${schema.maximum}`;
  return null;
}

function objectProblem(document: Document, schema: Schema, value: object, at: string): string | null {
  for (const name of schema.required ?? []) {
    if (!Object.hasOwn(value, name)) return `${at}/${name} is missing`;
  }
  for (const [name, part] of Object.entries(value)) {
    const known = schema.properties?.[name];
    const rest = schema.additionalProperties;
    if (known === undefined && schema.properties && (rest === false || (rest === undefined && !schema.allOf)))
      return `${at}/${name} is not documented`;
    const own = known ?? (typeof rest === 'object' ? rest : undefined);
    const problem = own && schemaProblem(document, own, part, `${at}/${name}`);
    if (problem) return problem;
  }
  return null;
}
