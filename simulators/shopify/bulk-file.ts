// The file of a bulk operation: its lines, piece by piece, so that no more than one piece is ever held. What was stored when
// the operation began is kept as lines; products that are made up are made up again, and come out the same each time.
import { argumentsOf, type BulkQuery, childLines, readBulk, rootLine } from './bulk-query.ts';
import type { Call, Root } from './call.ts';
import { type Generated, generated, generatedIn, storedProducts } from './catalogue.ts';
import { matching } from './lists.ts';
import { PRODUCT_TERMS } from './product-roots.ts';
import { productView } from './product-view.ts';
import type { Fields } from './wire.ts';
import type { Node, World } from './world.ts';

/** How many lines, or made-up products, a piece has. */
const PIECE = 500;
const PAGE = 250;

/** `far`: all children after all parents. `early`: before them. `grouped`: each behind its parent. */
export type Layout = 'far' | 'early' | 'grouped';

export interface Operation extends Node {
  client: string;
  query: string;
  layout: Layout;
  /** As they were when the operation began. */
  scopes: string[];
  made: Generated;
  /** IDs of made-up products that somebody has changed since: they lie among the stored lines. */
  changed: string[];
  stored: { roots: number; children: number };
}

const callOf = (world: World, one: Operation): Call => ({
  ...{ world, searches: [], client: one.client, installation: one, scopes: new Set(one.scopes) },
});

/** Keeps the lines of everything that is stored. @param list the root field that the query asks for. */
export function keepLines(world: World, one: Operation, list: Root): Operation {
  const query = readBulk(one.query) as BulkQuery;
  const call = callOf(world, one);
  const isOfProducts = query.root.name.value === 'products';
  const made = isOfProducts ? generatedIn(world) : { products: 0, variants: 0, at: '' };
  const stored = { roots: 0, children: 0 };
  const insert = (line: string, root: boolean) => {
    world.sql.exec(
      'INSERT INTO bulk_lines (operation, root, line) VALUES (?, ?, ?)',
      one.id,
      root ? 1 : 0,
      line,
    );
    stored[root ? 'roots' : 'children']++;
  };
  for (const source of isOfProducts ? storedViews(world, query, call) : listedViews(query, call, list)) {
    insert(rootLine(call, query.node, source), true);
    const children: string[] = [];
    childLines(call, query.node, source, children);
    for (const line of children) insert(line, one.layout === 'grouped');
  }
  const changed = world.all('product').map(({ id }) => id);
  return { ...one, made, stored, changed };
}

const wantedProducts = ({ root }: BulkQuery, call: Call) =>
  matching(argumentsOf(root).query, PRODUCT_TERMS, call, 'products');

function* storedViews(world: World, query: BulkQuery, call: Call): Generator<Fields> {
  const wanted = wantedProducts(query, call);
  for (const product of storedProducts(world).reverse())
    if (wanted(product)) yield productView(product, world);
}

function* listedViews({ root }: BulkQuery, call: Call, list: Root): Generator<Fields> {
  const { first: _, last: __, ...args } = argumentsOf(root);
  for (let after: string | null = null; ; ) {
    const page = list({ ...args, first: PAGE, after }, call) as Fields;
    yield* page.nodes;
    if (!page.pageInfo.hasNextPage) return;
    after = page.pageInfo.endCursor();
  }
}

type Part = { from: 'stored' | 'made'; what: 'roots' | 'children' | 'both'; count: number };

/** What follows what in the file. */
function partsOf({ layout, stored, made }: Operation): Part[] {
  const roots: Part[] = [
    { from: 'stored', what: 'roots', count: stored.roots },
    { from: 'made', what: layout === 'grouped' ? 'both' : 'roots', count: made.products },
  ];
  if (layout === 'grouped') return roots;
  const children: Part[] = [
    { from: 'stored', what: 'children', count: stored.children },
    { from: 'made', what: 'children', count: made.products },
  ];
  return layout === 'far' ? [...roots, ...children] : [...children, ...roots];
}

/** Reads a file piece by piece. */
export function piecesOf(world: World, one: Operation): { count: number; read: (at: number) => string[] } {
  const query = readBulk(one.query) as BulkQuery;
  const call = callOf(world, one);
  const wanted = wantedProducts(query, call);
  const changed = new Set(one.changed);
  const parts = partsOf(one).map((part) => ({ ...part, pieces: Math.ceil(part.count / PIECE) }));
  const readStored = (root: boolean, from: number): string[] =>
    world.sql
      .exec<{ line: string }>(
        'SELECT line FROM bulk_lines WHERE operation = ? AND root = ? ORDER BY seq LIMIT ? OFFSET ?',
        ...[one.id, root ? 1 : 0, PIECE, from],
      )
      .toArray()
      .map(({ line }) => line);
  const readMade = (what: Part['what'], from: number): string[] => {
    const lines: string[] = [];
    for (let n = from; n < Math.min(from + PIECE, one.made.products); n++) {
      const product = generated(n, one.made);
      if (changed.has(product.id) || !wanted(product)) continue;
      const view = productView(product, world);
      if (what !== 'children') lines.push(rootLine(call, query.node, view));
      if (what !== 'roots') childLines(call, query.node, view, lines);
    }
    return lines;
  };
  return {
    count: parts.reduce((sum, { pieces }) => sum + pieces, 0),
    read(at) {
      let place = at;
      for (const { from, what, pieces } of parts) {
        if (place < pieces)
          return from === 'stored'
            ? readStored(what === 'roots', place * PIECE)
            : readMade(what, place * PIECE);
        place -= pieces;
      }
      return [];
    },
  };
}

/** What is known of a file: where each piece begins, in bytes, and how much there is of it. */
export interface Measured {
  starts: number[];
  bytes: number;
  lines: number;
  roots: number;
}

const encoder = new TextEncoder();

export const asBytes = (lines: string[]): Uint8Array =>
  encoder.encode(lines.length === 0 ? '' : `${lines.join('\n')}\n`);

export function measure(world: World, one: Operation): Measured {
  const pieces = piecesOf(world, one);
  const measured: Measured = { starts: [], bytes: 0, lines: 0, roots: 0 };
  for (let at = 0; at < pieces.count; at++) {
    const lines = pieces.read(at);
    measured.starts.push(measured.bytes);
    measured.bytes += asBytes(lines).length;
    measured.lines += lines.length;
    measured.roots += lines.filter((line) => !line.includes('"__parentId":')).length;
  }
  return measured;
}

/** The last byte before `limit` at which a line ends. */
export function wholeLines(world: World, one: Operation, { starts }: Measured, limit: number): number {
  const at = starts.findLastIndex((start) => start < limit);
  if (at < 0) return 0;
  const bytes = asBytes(piecesOf(world, one).read(at)).subarray(0, limit - starts[at]!);
  return starts[at]! + bytes.lastIndexOf(10) + 1;
}
