// Makes values for a schema: realistic ones, ones at the schema's limits, and ones that nobody should send.

import type { Random } from '../random.ts';
import type { Document, Schema } from './document.ts';

export type Mood = 'valid' | 'boundary' | 'hostile';

/** Returns an ID with a prefix. */
export type IdOf = (prefix: string) => string;

const ID = /^\^(\w+)_\[0-9a-z\]\{26\}\$$/;

/** Values that are tried in turn for a schema with a pattern. */
const USUAL = [
  'A name',
  'purchase',
  'usd',
  'US',
  'DE',
  '2026-08-08',
  '2026-11-22',
  'https://shop.example',
  'https://shop.example/path?x=1',
  'someone@example.com',
  '+14155550100',
  '12',
  'active',
  'com.example.app',
  'a'.repeat(64),
];

export const ODD_TEXTS = [
  '',
  ' ',
  '\0',
  '\u0000\u0001\u001f',
  '\ud800',
  '\u202eabc',
  '🦊'.repeat(50),
  'é',
  "' OR 1=1 --",
  '"; DROP TABLE accounts; --',
  '%',
  '_',
  '%00',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '__proto__',
  'constructor',
  'null',
  'NaN',
  '-1',
  '1e309',
  '9'.repeat(400),
  'a'.repeat(10_000),
  '0000-00-00',
  '2026-02-30',
  '9999-12-31T23:59:59.999Z',
  '-271821-04-20T00:00:00Z',
  'https://user:pw@evil.example/#x',
  'javascript:alert(1)',
];

const ODD_VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  0.1,
  1e308,
  -1e308,
  2 ** 53,
  Number.MAX_SAFE_INTEGER,
  '',
  'x',
  [],
  [[]],
  [null],
  {},
  { a: 1 },
  { length: -1 },
  { toString: 'x' },
];

export function oddValue(random: Random): unknown {
  const kind = random.below(10);
  if (kind < 4) return random.pick(ODD_VALUES);
  if (kind < 9) return random.pick(ODD_TEXTS);
  return nested(random.below(200));
}

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { a: value };
  return value;
}

export class Values {
  readonly #document: Document;
  readonly #random: Random;

  constructor(document: Document, random: Random) {
    this.#document = document;
    this.#random = random;
  }

  of(given: Schema, mood: Mood, idOf: IdOf, depth = 0): unknown {
    const random = this.#random;
    const schema = this.#document.schema(given);
    if (mood === 'hostile' && random.chance(depth === 0 ? 0.1 : 0.3)) return oddValue(random);
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return random.pick(schema.enum);
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices) return this.of(random.pick(choices), mood, idOf, depth);
    const types = [schema.type ?? 'string'].flat();
    const type = random.chance(0.9) ? types[0]! : random.pick(types);
    if (type === 'object') return this.#object(schema, mood, idOf, depth);
    if (type === 'array') return this.#array(schema, mood, idOf, depth);
    if (type === 'boolean') return random.chance(0.5);
    if (type === 'integer' || type === 'number') return this.#number(schema, mood, type === 'integer');
    return type === 'null' ? null : this.#text(schema, mood, idOf);
  }

  #object(schema: Schema, mood: Mood, idOf: IdOf, depth: number): unknown {
    const made: Record<string, unknown> = {};
    for (const [name, part] of Object.entries(schema.properties ?? {})) {
      const needed = schema.required?.includes(name) === true;
      if (this.#random.chance(needed ? (mood === 'hostile' ? 0.95 : 1) : depth > 2 ? 0.1 : 0.3))
        made[name] = this.of(part, mood, idOf, depth + 1);
    }
    if (mood === 'hostile' && this.#random.chance(0.1))
      made[this.#random.pick(ODD_TEXTS)] = oddValue(this.#random);
    return made;
  }

  #array(schema: Schema, mood: Mood, idOf: IdOf, depth: number): unknown[] {
    const edges = [schema.minItems ?? 0, Math.min(schema.maxItems ?? 3, 200), (schema.maxItems ?? 3) + 1];
    const length = mood === 'boundary' ? Math.min(this.#random.pick(edges), 500) : this.#random.below(4);
    const items = Math.max(length, mood === 'valid' ? (schema.minItems ?? 0) : 0);
    return Array.from({ length: items }, () => this.of(schema.items ?? {}, mood, idOf, depth + 1));
  }

  #number(schema: Schema, mood: Mood, whole: boolean): number {
    const least = schema.minimum ?? schema.exclusiveMinimum ?? 0;
    const most = schema.maximum ?? schema.exclusiveMaximum ?? 1_000_000;
    if (mood === 'boundary') {
      return this.#random.pick([
        least,
        least - 1,
        most,
        most + 1,
        0,
        -0,
        least + 0.5,
        Number.MAX_SAFE_INTEGER,
      ]);
    }
    const value = least + this.#random.next() * Math.min(most - least, 10_000);
    return whole ? Math.floor(value) : Math.round(value * 100) / 100;
  }

  #text(schema: Schema, mood: Mood, idOf: IdOf): string {
    const random = this.#random;
    const prefix = ID.exec(schema.pattern ?? '')?.[1];
    if (prefix !== undefined) return idOf(prefix);
    if (schema.format === 'date-time') {
      const edges = [
        '1969-12-31T23:59:59Z',
        '9999-12-31T23:59:59Z',
        '2026-02-29T00:00:00Z',
        '2026-11-22t10:00:00z',
      ];
      if (mood === 'boundary') return random.pick(edges);
      return new Date(Date.UTC(2026, random.below(24), 1 + random.below(28))).toISOString();
    }
    const [least, most] = [schema.minLength ?? 0, schema.maxLength ?? 200];
    if (mood === 'boundary' && random.chance(0.5)) {
      const length = random.pick([least, Math.max(least - 1, 0), most, most + 1]);
      return random.pick(['a', 'A', '1', ' ', '🦊', 'é']).repeat(Math.min(length, 20_000));
    }
    if (schema.pattern === undefined) return random.pick([...USUAL, `x ${random.below(1_000_000)}`]);
    const list = /^\^\(([\w|]+)\)/.exec(schema.pattern)?.[1]?.split('|');
    if (list) return random.chance(0.7) ? random.pick(list) : `${random.pick(list)},${random.pick(list)}`;
    const pattern = new RegExp(schema.pattern, 'u');
    const fitting = USUAL.filter((text) => pattern.test(text) && text.length <= most);
    return fitting.length > 0 ? random.pick(fitting) : 'x';
  }
}
