// Formats JSON for people: a value that fits on one line stays on it.
import type { Json } from './json-schemas.ts';

const WIDTH = 110;

/** @param used the columns of the first line that are used already. */
export function readableJson(value: Json, indent = '', used = 0): string {
  const line = oneLine(value);
  if (used + line.length <= WIDTH || value === null || typeof value !== 'object') return line;
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((item) => inner + readableJson(item, inner, inner.length + 1))
    : Object.entries(value).map(([key, item]) => {
        const start = `${inner}${JSON.stringify(key)}: `;
        return start + readableJson(item, inner, start.length + 1);
      });
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${parts.join(',\n')}\n${indent}${close}`;
}

function oneLine(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`;
  const fields = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${oneLine(item)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}
