// npm run bench: compares our Workers with bare ones in the same run, as ratios, and counts how often each
// endpoint waits for a database. `-- --write` puts the tables into docs/performance.md; `-- ingest webhooks`
// runs only those cases; `-- --against COMMIT` compares the code here with another commit's (against.ts).
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';

import { measureAgainst } from './against.ts';
import { analytics } from './analytics.ts';
import { consumer, durableConsumer, getById, ingest, listPage, type Row } from './cases.ts';
import { catalogue } from './catalogue.ts';
import { catalogueMemory } from './catalogue-memory.ts';
import { type ColdStart, coldStarts } from './cold-start.ts';
import { citySearch, creatorList } from './creators-work.ts';
import { firstFrame } from './first-frame.ts';
import { type Bundles, buildBundles } from './instances.ts';
import { balance, largeBalance, postings } from './ledger.ts';
import { messageSearch } from './message-search.ts';
import { mirrors } from './mirrors.ts';
import { creatorsPage, paymentsPage, submissionsPage } from './page-lists.ts';
import {
  operationList,
  planList,
  planMemory,
  planPost,
  resourceList,
  resourcesInState,
  resourcesOfKind,
} from './plans.ts';
import { shopWebhook } from './shops.ts';
import { threadDelivery, threadList, threadMessages, threadShown } from './threads.ts';
import { accessToken } from './tokens.ts';
import { tripTable } from './trips.ts';
import { durableWebhooks, webhooks } from './webhooks.ts';

const CASES: Record<string, (bundles: Bundles) => Promise<Row>> = {
  ingest,
  shopWebhook,
  getById,
  accessToken,
  listPage,
  consumer,
  durableConsumer,
  webhooks,
  durableWebhooks,
  catalogue,
  catalogueMemory,
  citySearch,
  creatorList,
  planPost,
  planMemory,
  planList,
  operationList,
  resourceList,
  resourcesInState,
  resourcesOfKind,
  analytics,
  messageSearch,
  mirrors,
  postings,
  balance,
  largeBalance,
  threadMessages,
  threadShown,
  threadList,
  threadDelivery,
  creatorsPage,
  submissionsPage,
  paymentsPage,
  firstFrame,
};
const PAGE = new URL('../../docs/performance.md', import.meta.url).pathname;

function kept({ ratio, target }: Row): boolean {
  return 'most' in target ? ratio <= target.most : ratio >= target.least;
}

function number(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toFixed(1);
}

const kib = (bytes: number) => number(Math.round(bytes / 1024));

function ratioTable(rows: Row[]): string {
  return [
    '| what | unit | ours | bare | ratio | target | |',
    '| --- | --- | ---: | ---: | ---: | ---: | --- |',
    ...rows.map((row) => {
      const target = 'most' in row.target ? `≤ ${row.target.most}` : `≥ ${row.target.least.toFixed(2)}`;
      const cells = [row.what, row.unit, number(row.ours), number(row.bare), row.ratio.toFixed(2), target];
      return `| ${[...cells, kept(row) ? 'kept' : 'missed'].join(' | ')} |`;
    }),
  ].join('\n');
}

function coldTable(cold: ColdStart[]): string {
  return [
    "From workerd's spawn to a first answer, the least of 15 rounds in turn:",
    '',
    '| Worker | ms | beside the bare one | target | | CPU ms | beside | KiB | gzipped |',
    '| --- | ---: | ---: | ---: | --- | ---: | ---: | ---: | ---: |',
    ...cold.map(({ what, ms, ratio, cpuMs, cpuRatio, most, bytes, gzippedBytes }) => {
      const target = most === null ? ['', ''] : [`≤ ${most}`, ratio <= most ? 'kept' : 'missed'];
      const cpu = [cpuMs.toFixed(0), cpuRatio.toFixed(2)];
      const cells = [what, ms.toFixed(0), ratio.toFixed(2), ...target, ...cpu, kib(bytes), kib(gzippedBytes)];
      return `| ${cells.join(' | ')} |`;
    }),
  ].join('\n');
}

/** Replaces these tables in the page, and keeps its other tables. */
function write(tables: Record<string, string>): void {
  const date = new Date().toISOString().slice(0, 10);
  let page = readFileSync(PAGE, 'utf8');
  for (const [name, text] of Object.entries(tables)) {
    const section = new RegExp(`<!-- bench:${name}:begin -->[\\s\\S]*?<!-- bench:${name}:end -->`);
    if (!section.test(page)) throw new Error(`docs/performance.md has no place for the table ${name}`);
    const measured = `Measured on ${date}, 2 cores.`;
    page = page.replace(
      section,
      () => `<!-- bench:${name}:begin -->\n${measured}\n\n${text}\n<!-- bench:${name}:end -->`,
    );
  }
  writeFileSync(PAGE, page);
  execFileSync('npx', ['biome', 'check', '--write', PAGE], { stdio: 'ignore' });
}

const MORE_CASES = ['coldStart', 'trips'];
const args = process.argv.slice(2);
const against = args.indexOf('--against');
if (against !== -1) {
  const [, commit] = args.splice(against, 2);
  process.exit(await measureAgainst(commit, args));
}
const wanted = args.filter((arg) => !arg.startsWith('--'));
const unknown = wanted.filter((name) => !(name in CASES) && !MORE_CASES.includes(name));
if (unknown.length > 0) {
  console.error(
    `no such case: ${unknown.join(', ')}; there are ${[...Object.keys(CASES), ...MORE_CASES].join(', ')}`,
  );
  process.exit(2);
}
const takes = (name: string) => wanted.length === 0 || wanted.includes(name);
const ratios = Object.keys(CASES).filter(takes).length;
if (args.includes('--write') && ratios > 0 && ratios < Object.keys(CASES).length) {
  console.error('--write takes all ratios, or none of them beside coldStart and trips');
  process.exit(2);
}
const bundles = await buildBundles();
try {
  const rows: Row[] = [];
  for (const [name, run] of Object.entries(CASES)) {
    if (!takes(name)) continue;
    process.stderr.write(`${name} … `);
    const row = await run(bundles);
    process.stderr.write(`${row.ratio.toFixed(2)}\n`);
    rows.push(row);
  }
  const tables: Record<string, string> = {};
  if (rows.length > 0) tables.ratios = ratioTable(rows);
  if (takes('coldStart')) tables.cold = coldTable(await coldStarts(bundles));
  if (takes('trips')) tables.trips = await tripTable();
  console.log(`\n${Object.values(tables).join('\n\n')}\n`);
  if (args.includes('--write')) write(tables);
} finally {
  for (const folder of Object.values(bundles)) rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
