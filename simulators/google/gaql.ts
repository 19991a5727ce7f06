// The Google Ads Query Language: SELECT … FROM … WHERE … ORDER BY … LIMIT ….
import { refuse } from './wire.ts';

export interface Condition {
  field: string;
  operator: string;
  values: string[];
}

export interface Query {
  select: string[];
  from: string;
  where: Condition[];
  order: { field: string; descending: boolean }[];
  limit: number | null;
}

const wrong = (code: string, message: string) => refuse(`queryError.${code}`, `Error in query: ${message}`);

const TOKEN =
  /\s*(?:('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")|([A-Za-z_][\w.]*)|(-?\d+(?:\.\d+)?)|(!=|>=|<=|[=<>(),]))/y;
const FIELD = /^[a-z_]+(\.[a-z_0-9]+)+$/;

interface Token {
  text: string;
  quoted: boolean;
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.trimEnd().length) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (!match) throw wrong('UNEXPECTED_INPUT', `unexpected input at ${at}.`);
    const quoted = match[1];
    if (quoted === undefined) tokens.push({ text: (match[2] ?? match[3] ?? match[4])!, quoted: false });
    else tokens.push({ text: quoted.slice(1, -1).replace(/\\(.)/g, '$1'), quoted: true });
  }
  return tokens;
}

export function parseQuery(text: unknown): Query {
  if (typeof text !== 'string')
    throw refuse('fieldError.REQUIRED', 'The query is missing.', { place: ['query'] });
  const tokens = tokensOf(text);
  let at = 0;
  const peek = () => (tokens[at]?.quoted ? '' : (tokens[at]?.text ?? ''));
  const word = (name: string) => peek().toUpperCase() === name;
  const take = (name: string, code: string) => {
    if (!word(name)) throw wrong(code, `expected ${name}.`);
    at++;
  };
  const next = (): Token => {
    const token = tokens[at++];
    if (!token) throw wrong('UNEXPECTED_END_OF_QUERY', 'unexpected end of query.');
    return token;
  };
  const list = <T>(one: () => T): T[] => {
    const found = [one()];
    while (word(',')) {
      at++;
      found.push(one());
    }
    return found;
  };
  const field = () => {
    const { text: name, quoted } = next();
    if (quoted || !FIELD.test(name)) throw wrong('BAD_FIELD_NAME', `${name} is no field.`);
    return name;
  };
  const value = () => {
    const { text: found, quoted } = next();
    if (!quoted && !/^[\w.-]+$/.test(found)) throw wrong('BAD_VALUE', `${found} is no value.`);
    return found;
  };
  take('SELECT', 'EXPECTED_SELECT');
  const select = list(field);
  take('FROM', 'EXPECTED_FROM');
  const from = next().text;
  const query: Query = { select, from, where: [], order: [], limit: null };
  if (word('WHERE')) {
    do {
      at++;
      query.where.push(condition());
    } while (word('AND'));
  }
  if (word('ORDER')) {
    at++;
    take('BY', 'EXPECTED_BY');
    query.order = list(() => {
      const name = field();
      const descending = word('DESC');
      if (descending || word('ASC')) at++;
      return { field: name, descending };
    });
  }
  if (word('LIMIT')) {
    at++;
    query.limit = Number(next().text);
    if (!Number.isInteger(query.limit) || query.limit < 1)
      throw wrong('BAD_LIMIT_VALUE', 'LIMIT must be positive.');
  }
  if (at < tokens.length) throw wrong('UNEXPECTED_INPUT', `unexpected ${tokens[at]!.text}.`);
  return query;

  function condition(): Condition {
    const name = field();
    let operator = next().text.toUpperCase();
    if (operator === 'NOT') operator += ` ${next().text.toUpperCase()}`;
    if (['=', '!=', '>', '>=', '<', '<=', 'LIKE', 'NOT LIKE'].includes(operator))
      return { field: name, operator, values: [value()] };
    if (operator === 'IN' || operator === 'NOT IN') {
      take('(', 'EXPECTED_LIST');
      if (word(')')) throw wrong('PROHIBITED_EMPTY_LIST_IN_CONDITION', 'the list is empty.');
      const values = list(value);
      take(')', 'EXPECTED_LIST');
      return { field: name, operator, values };
    }
    if (operator === 'BETWEEN') {
      const low = value();
      take('AND', 'EXPECTED_AND');
      return { field: name, operator, values: [low, value()] };
    }
    throw wrong('BAD_OPERATOR', `${operator} is no operator.`);
  }
}

/** Whether a value fits a condition. Of lists one that fits is enough. */
export function fits(found: unknown, { operator, values }: Condition): boolean {
  if (operator.startsWith('NOT ')) return !fits(found, { field: '', operator: operator.slice(4), values });
  if (found === undefined) return operator === '!=';
  if (typeof found === 'object')
    throw wrong('PROHIBITED_FIELD_IN_WHERE_CLAUSE', 'this is no field to filter by.');
  const compared = (one: string) => {
    if (typeof found === 'boolean') return String(found) === one.toLowerCase() ? 0 : 1;
    const numbers = [Number(found), Number(one)] as const;
    if (numbers.every((number) => !Number.isNaN(number))) return numbers[0] - numbers[1];
    return String(found) < one ? -1 : String(found) > one ? 1 : 0;
  };
  const [first, second] = values as [string, string?];
  switch (operator) {
    case '=':
      return compared(first) === 0;
    case '!=':
      return compared(first) !== 0;
    case '>':
      return compared(first) > 0;
    case '>=':
      return compared(first) >= 0;
    case '<':
      return compared(first) < 0;
    case '<=':
      return compared(first) <= 0;
    case 'IN':
      return values.some((one) => compared(one) === 0);
    case 'BETWEEN':
      return compared(first) >= 0 && compared(second!) <= 0;
    default:
      return patternOf(first).test(String(found));
  }
}

/** `%` and `_` stand for anything; in brackets they, and brackets, stand for themselves. */
function patternOf(like: string): RegExp {
  const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  let out = '';
  for (let at = 0; at < like.length; at++) {
    const inner = /^\[([[\]%_])\]/.exec(like.slice(at));
    if (inner) {
      out += literal(inner[1]!);
      at += 2;
    } else if (like[at] === '%') out += '.*';
    else if (like[at] === '_') out += '.';
    else if (like[at] === '[' || like[at] === ']')
      throw wrong('INVALID_VALUE_WITH_LIKE_OPERATOR', 'escape brackets.');
    else out += literal(like[at]!);
  }
  return new RegExp(`^${out}$`, 'is');
}
