// Every query that we send to Shopify is one that its schema has, without a field that it plans to drop.
import {
  buildSchema,
  getOperationAST,
  NoDeprecatedCustomRule,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { SCHEMA } from '../../simulators/shopify/schema.generated.ts';
import { read, sources } from './support/sources.ts';

const schema = buildSchema(SCHEMA);
/** The parts that queries have in common, by the names of their constants. */
const PARTS = new Map(
  sources('src/integrations/shopify').flatMap((path) =>
    [...read(path).matchAll(/const ([A-Z_]+) = `([^`]*)`/g)].map(([, name, text]) => [name!, text!] as const),
  ),
);
const QUERY = /`((?:query|mutation)\b[^`]*)`|'(\{ [^']*)'/g;
const SENT = sources('src/integrations/shopify').flatMap((path) =>
  [...read(path).matchAll(QUERY)].map(([, named, short]) => ({
    path,
    text: (named ?? short)!.replace(/\$\{(\w+)\}/g, (_, part) => PARTS.get(part)!),
  })),
);
const wrongWith = (text: string) =>
  validate(schema, parse(text), [...specifiedRules, NoDeprecatedCustomRule]).map(({ message }) => message);

describe('a query to Shopify', () => {
  it.each(SENT)('of $path is one of its schema', ({ text }) => {
    expect(wrongWith(text)).toEqual([]);
  });

  it('is found wherever it is written, and has a name if it is long', () => {
    const files = sources('src/integrations/shopify').filter((path) =>
      /\b(?:read|change)\(/.test(read(path)),
    );
    expect(new Set(SENT.map(({ path }) => path))).toEqual(
      new Set(files.filter((path) => !path.endsWith('/client.ts'))),
    );
    for (const { text } of SENT.filter((one) => one.text.length > 100))
      expect(getOperationAST(parse(text))?.name, text).toBeDefined();
  });

  it('is told from what is not', () => {
    expect(wrongWith('{ shop { nickname } }')).not.toEqual([]);
    expect(wrongWith('{ webhookSubscriptions(first: 1) { nodes { callbackUrl } } }')).not.toEqual([]);
  });
});
