// Connections: pages with cursors, and the search terms that choose what is listed.
import { GraphQLError } from 'graphql';
import type { Call } from './call.ts';
import type { Fields } from './wire.ts';

const MOST = 250;

export interface Paging {
  first?: number | null;
  last?: number | null;
  after?: string | null;
  before?: string | null;
  reverse?: boolean | null;
}

/** A thing with what it is sorted by; a cursor names both, so a page goes on where things were moved or deleted. */
export interface Listed {
  id: string;
  key: string | number;
}

const bad = (message: string) => new GraphQLError(message, { extensions: { code: 'BAD_REQUEST' } });

const cursorOf = ({ id, key }: Listed) => btoa(JSON.stringify({ last_id: id, last_value: key }));

function readCursor(text: string): Listed {
  try {
    const { last_id: id, last_value: key } = JSON.parse(atob(text));
    if (typeof id === 'string' && (typeof key === 'string' || typeof key === 'number')) return { id, key };
  } catch {
    // told below
  }
  throw bad('Invalid cursor for current pagination sort.');
}

const numbered = (id: string) => Number(/(\d+)$/.exec(id)?.[1] ?? 0);
const compare = (a: Listed, b: Listed) =>
  a.key < b.key ? -1 : a.key > b.key ? 1 : numbered(a.id) - numbered(b.id);

export function checkPaging({ first, last, after, before }: Paging): void {
  if (first == null && last == null) throw bad('you must provide one of first or last');
  if (first != null && last != null) throw bad('providing both first and last is not supported');
  const size = (first ?? last)!;
  if (size < 0 || size > MOST) throw bad(`${first == null ? 'last' : 'first'} cannot exceed ${MOST}`);
  if (after != null && before != null) throw bad('providing both after and before is not supported');
}

/** @param view how one of them is shown: only those of the page are. */
export function connection<T extends Listed>(all: T[], paging: Paging, view: (one: T) => unknown): Fields {
  checkPaging(paging);
  const sorted = [...all].sort(compare);
  if (paging.reverse) sorted.reverse();
  const sign = paging.reverse ? -1 : 1;
  const after = paging.after == null ? null : readCursor(paging.after);
  const before = paging.before == null ? null : readCursor(paging.before);
  const within = sorted.filter(
    (one) =>
      (after === null || sign * compare(one, after) > 0) &&
      (before === null || sign * compare(one, before) < 0),
  );
  const size = (paging.first ?? paging.last)!;
  const shown =
    paging.first == null ? within.slice(Math.max(0, within.length - size)) : within.slice(0, size);
  const at = (one: T | undefined) => (one ? sorted.indexOf(one) : -1);
  const nodes = shown.map(view);
  return {
    nodes,
    edges: () => nodes.map((node, n) => ({ cursor: cursorOf(shown[n]!), node })),
    pageInfo: {
      hasNextPage: shown.length > 0 && at(shown.at(-1)) < sorted.length - 1,
      hasPreviousPage: shown.length > 0 && at(shown[0]) > 0,
      startCursor: () => (shown[0] ? cursorOf(shown[0]) : null),
      endCursor: () => (shown.at(-1) ? cursorOf(shown.at(-1)!) : null),
    },
  };
}

/** A list without an order of its own: as it stands. */
export const inOrder = <T>(all: readonly T[], paging: Paging, view: (one: T) => unknown): Fields =>
  connection(
    all.map((one, key) => ({ id: String(key), key, one })),
    paging,
    ({ one }) => view(one),
  );

type Compare = '=' | '>' | '<' | '>=' | '<=';

/** How one search field is held against a thing. */
export type Terms<T> = Record<string, (one: T) => string | number | boolean | readonly string[]>;

const TERM = /^(-)?(\w+):(<=|>=|<|>)?(?:'([^']*)'|"([^"]*)"|(\S*))(?:\s+(?:AND\s+)?|$)/i;

/**
 * What a search asks of a thing. Terms are joined by AND; one that the platform doesn't know is left out, which finds more
 * and is told beside the answer.
 */
export function matching<T>(
  query: string | null | undefined,
  terms: Terms<T>,
  call: Call,
  path: string,
): (one: T) => boolean {
  let rest = (query ?? '').trim();
  const wants: ((one: T) => boolean)[] = [];
  const warnings: object[] = [];
  while (rest !== '') {
    const term = TERM.exec(rest);
    if (!term || /^\w+:\S*\s+OR\b/i.test(rest)) {
      warnings.push({ field: rest, message: 'The simulator reads terms that are joined by AND alone.' });
      break;
    }
    rest = rest.slice(term[0].length);
    const [, not, field = '', sign = '=', single, double, bare = ''] = term;
    const wanted = single ?? double ?? bare;
    const read = Object.hasOwn(terms, field) ? terms[field] : undefined;
    if (!read) {
      warnings.push({ field, message: 'Invalid search field for this query.' });
      continue;
    }
    // A colon in a value that is not quoted is read as another field.
    if (single === undefined && double === undefined && bare.includes(':')) {
      warnings.push({ field, message: `Input \`${bare}\` is not an accepted value.` });
      continue;
    }
    wants.push((one) => holds(read(one), sign as Compare, wanted) !== (not === '-'));
  }
  if (warnings.length > 0) call.searches.push({ path: [path], query, warnings });
  return (one) => wants.every((want) => want(one));
}

/** The things that a search finds. */
export const search = <T>(
  all: T[],
  query: string | null | undefined,
  terms: Terms<T>,
  call: Call,
  path: string,
): T[] => all.filter(matching(query, terms, call, path));

function holds(value: string | number | boolean | readonly string[], sign: Compare, wanted: string): boolean {
  if (Array.isArray(value)) return value.some((one) => String(one).toLowerCase() === wanted.toLowerCase());
  const date = typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value);
  const [a, b] = date
    ? [Date.parse(value), Date.parse(wanted)]
    : typeof value === 'number'
      ? [value, Number(wanted)]
      : [String(value).toLowerCase(), wanted.toLowerCase()];
  if (sign === '=') return a === b;
  if (sign === '>') return a > b;
  if (sign === '<') return a < b;
  return sign === '>=' ? a >= b : a <= b;
}
