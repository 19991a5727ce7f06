// The tests of a file by name, as a parser reads them.
import { parseAst } from 'vite';
import { read } from './sources.ts';

/** What a node of the syntax tree has that is looked at here. */
interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

/**
 * Each test as the titles that lead to it: those of its `describe`s, then its own. A title of `each` is as it is written,
 * with its placeholders.
 */
export function testNames(path: string): string[][] {
  return testNamesIn(read(path));
}

export function testNamesIn(source: string): string[][] {
  const found: string[][] = [];
  collect(parseAst(source, { lang: 'ts' }) as unknown as Node, source, [], found);
  return found;
}

function collect(node: unknown, source: string, around: string[], found: string[][]): void {
  if (Array.isArray(node)) for (const one of node) collect(one, source, around, found);
  if (!isNode(node)) return;
  const call = node.type === 'CallExpression' ? calledName(node.callee as Node) : '';
  const title = call && titleOf((node.arguments as Node[])[0], source);
  if (title && (call === 'it' || call === 'test')) found.push([...around, title]);
  else {
    const names = title && call === 'describe' ? [...around, title] : around;
    for (const field of Object.values(node)) collect(field, source, names, found);
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** The name that a call begins with: `it` of `it(…)`, `it.each(…)(…)` and `it.skipIf(…)(…)`. */
function calledName(callee: Node): string {
  if (callee.type === 'Identifier') return callee.name as string;
  return isNode(callee.object ?? callee.callee ?? callee.expression)
    ? calledName((callee.object ?? callee.callee ?? callee.expression) as Node)
    : '';
}

function titleOf(node: Node | undefined, source: string): string {
  if (node?.type === 'Literal') return typeof node.value === 'string' ? node.value : '';
  return node?.type === 'TemplateLiteral' ? source.slice(node.start + 1, node.end - 1) : '';
}
