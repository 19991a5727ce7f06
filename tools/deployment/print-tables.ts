// Writes the tables of docs/deploying.md that are derived from the code: `npx node
// tools/deployment/print-tables.ts`, then `npm run format`.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { resources } from './configs.ts';
import { SETTINGS, type Setting } from './settings.ts';
import type { Worker } from './workers.ts';

const PAGE = join(import.meta.dirname, '../../docs/deploying.md');

const table = (head: string[], rows: string[][]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const workers = (all: readonly Worker[]) => all.map((one) => (one === 'api' ? 'API' : one)).join(', ');

const needed = ({ required, made, feature }: Setting) =>
  made ? 'made' : required ? 'required' : (feature ?? 'optional');

/** The page with its tables written again. */
export function withTables(page: string): string {
  const { databases, buckets, queues } = resources();
  const code = (names: string[]) => names.map((name) => `\`${name}\``).join(', ');
  const dead = queues.filter((name) => name.endsWith('-dlq'));
  const tables = {
    secrets: table(
      ['secret', 'Workers', 'needed', 'what for', 'rotation'],
      SETTINGS.filter(({ secret }) => secret).map((one) => [
        ...[`\`${one.name}\``, workers(one.workers), needed(one), one.what, one.rotate ?? ''],
      ]),
    ),
    vars: table(
      ['var', 'Workers', 'needed', 'what for'],
      SETTINGS.filter(({ secret }) => !secret).map((one) => [
        ...[`\`${one.name}\``, workers(one.workers), needed(one), one.what],
      ]),
    ),
    resources: table(
      ['kind', 'how many', 'names'],
      [
        ['D1 databases', String(databases.length), code(databases)],
        ['R2 buckets', String(buckets.length), code(buckets)],
        ['queues', String(queues.length - dead.length), code(queues.filter((name) => !dead.includes(name)))],
        ['dead-letter queues', String(dead.length), code(dead)],
      ],
    ),
  };
  return Object.entries(tables).reduce(
    (text, [name, made]) =>
      text.replace(
        new RegExp(`(<!-- ${name}: .*-->\n)[\\s\\S]*?(<!-- end -->)`),
        (_, start, end) => `${start}\n${made}\n\n${end}`,
      ),
    page,
  );
}

if (process.argv[1] === import.meta.filename) writeFileSync(PAGE, withTables(readFileSync(PAGE, 'utf8')));
