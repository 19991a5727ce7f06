// What an endpoint takes. Anything else is refused as Stripe refuses it.
import { refuse, type Tree } from './wire.ts';

/** `!` at the end: required. `any` takes a whole subtree unread; `map` is flat text to text, like metadata. */
type Kind = 'string' | 'int' | 'bool' | 'currency' | 'map' | 'list' | 'any';
export type Spec = { [name: string]: Kind | `${Kind}!` | readonly string[] | Spec };

// biome-ignore lint/suspicious/noExplicitAny: each handler knows what its own spec let through
export type Params = { [name: string]: any };

export const CURRENCIES = new Set(
  'usd eur gbp cad aud nzd jpy chf sek nok dkk sgd hkd czk huf pln ron brl mxn'.split(' '),
);
const EVERYWHERE: Spec = { expand: 'list' };
/** What every list takes. */
export const PAGED: Spec = {
  limit: 'int',
  starting_after: 'string',
  ending_before: 'string',
  created: { gt: 'int', gte: 'int', lt: 'int', lte: 'int' },
};

/** Throws a Failure naming the first parameter that Stripe would refuse. */
export function readParams(tree: Tree, spec: Spec, path = ''): Params {
  const known: Spec = path === '' ? { ...EVERYWHERE, ...spec } : spec;
  const named = (name: string) => (path === '' ? name : `${path}[${name}]`);
  const out: Params = {};
  for (const [name, value] of Object.entries(tree)) {
    const kind = Object.hasOwn(known, name) ? known[name] : undefined;
    if (!kind) throw refuse(`Received unknown parameter: ${named(name)}`, 'parameter_unknown', named(name));
    out[name] = readOne(value, kind, named(name));
  }
  for (const [name, kind] of Object.entries(known)) {
    if (typeof kind === 'string' && kind.endsWith('!') && out[name] === undefined) {
      throw refuse(`Missing required param: ${named(name)}.`, 'parameter_missing', named(name));
    }
  }
  return out;
}

function readOne(value: string | Tree, kind: Spec[string], name: string): unknown {
  if (Array.isArray(kind)) {
    if (typeof value === 'string' && kind.includes(value)) return value;
    throw refuse(`Invalid ${name}: must be one of ${kind.join(', ')}`, undefined, name);
  }
  if (typeof kind === 'object') {
    if (typeof value === 'object') return readParams(value, kind as Spec, name);
    throw refuse('Invalid object', undefined, name);
  }
  const plain = String(kind).replace('!', '');
  if (plain === 'any') return value;
  if (plain === 'map') {
    if (value === '') return {};
    if (typeof value === 'object' && Object.values(value).every((one) => typeof one === 'string'))
      return value;
    throw refuse('Invalid hash', undefined, name);
  }
  if (plain === 'list') {
    if (typeof value === 'object') return Object.values(value);
    throw refuse('Invalid array', undefined, name);
  }
  if (typeof value === 'object') throw refuse('Invalid string', undefined, name);
  if (plain === 'int') {
    if (/^-?\d{1,15}$/.test(value)) return Number(value);
    throw refuse(`Invalid integer: ${value}`, 'parameter_invalid_integer', name);
  }
  if (plain === 'bool') {
    if (value === 'true' || value === 'false') return value === 'true';
    throw refuse(`Invalid boolean: ${value}`, undefined, name);
  }
  if (plain === 'currency') {
    if (CURRENCIES.has(value)) return value;
    throw refuse(`Invalid currency: ${value}.`, undefined, name);
  }
  if (value === '' && String(kind).endsWith('!')) {
    throw refuse(`You passed an empty string for '${name}'.`, 'parameter_invalid_empty', name);
  }
  return value;
}

/** Throws a Failure unless the amount is at least `minimum` and not absurd. */
export function checkAmount(amount: number, minimum = 1): number {
  if (amount < 0 || (minimum === 1 && amount < 1)) {
    throw refuse('Invalid positive integer', 'parameter_invalid_integer', 'amount');
  }
  if (amount < minimum) {
    throw refuse(`Amount must be at least ${minimum} in the smallest unit.`, 'amount_too_small', 'amount');
  }
  if (amount > 99_999_999) throw refuse('Amount must be no more than 99999999', 'amount_too_large', 'amount');
  return amount;
}
