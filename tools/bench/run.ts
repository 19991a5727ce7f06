// npm run bench: our Workers beside bare ones, in one run, as ratios, and how often each endpoint waits for a database.
// `-- --write` puts the tables into docs/performance.md; `-- ingest webhooks` runs only those cases.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { consumer, getById, ingest, listPage, type Row } from './cases.ts';
import { type ColdStart, coldStarts } from './cold-start.ts';
import { citySearch, creatorList } from './creators-work.ts';
import { type Bundles, buildBundles } from './instances.ts';
import { balance, largeBalance, postings } from './ledger.ts';
import { tripTable } from './trips.ts';
import { durableWebhooks, webhooks } from './webhooks.ts';

const CASES: Record<string, (bundles: Bundles) => Promise<Row>> = {
  ingest,
  getById,
  listPage,
  consumer,
  webhooks,
  durableWebhooks,
  citySearch,
  creatorList,
  postings,
  balance,
  largeBalance,
};
const PAGE = new URL('../../docs/performance.md', import.meta.url).pathname;

function kept({ ratio, target }: Row): boolean {
  return 'most' in target ? ratio <= target.most : ratio >= target.least;
}

function number(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toFixed(1);
}

const kib = (bytes: number) => number(Math.round(bytes / 1024));

function table(rows: Row[], cold: ColdStart[]): string {
  const lines =
    rows.length === 0
      ? []
      : [
          '| what | unit | ours | bare | ratio | target | |',
          '| --- | --- | ---: | ---: | ---: | ---: | --- |',
          ...rows.map((row) => {
            const target = 'most' in row.target ? `≤ ${row.target.most}` : `≥ ${row.target.least.toFixed(2)}`;
            const cells = [
              row.what,
              row.unit,
              number(row.ours),
              number(row.bare),
              row.ratio.toFixed(2),
              target,
            ];
            return `| ${[...cells, kept(row) ? 'kept' : 'missed'].join(' | ')} |`;
          }),
        ];
  if (cold.length > 0) {
    lines.push(
      '',
      "From workerd's spawn to a first answer, the least of 15 rounds in turn:",
      '',
      '| Worker | ms | beside the bare one | target | | CPU ms | beside | KiB | gzipped |',
      '| --- | ---: | ---: | ---: | --- | ---: | ---: | ---: | ---: |',
      ...cold.map(({ what, ms, ratio, cpuMs, cpuRatio, most, bytes, gzippedBytes }) => {
        const target = most === null ? ['', ''] : [`≤ ${most}`, ratio <= most ? 'kept' : 'missed'];
        const cpu = [cpuMs.toFixed(0), cpuRatio.toFixed(2)];
        const cells = [
          what,
          ms.toFixed(0),
          ratio.toFixed(2),
          ...target,
          ...cpu,
          kib(bytes),
          kib(gzippedBytes),
        ];
        return `| ${cells.join(' | ')} |`;
      }),
    );
  }
  return lines.join('\n');
}

const MORE_CASES = ['coldStart', 'trips'];
const args = process.argv.slice(2);
const wanted = args.filter((arg) => !arg.startsWith('--'));
const unknown = wanted.filter((name) => !(name in CASES) && !MORE_CASES.includes(name));
if (unknown.length > 0) {
  console.error(
    `no such case: ${unknown.join(', ')}; there are ${[...Object.keys(CASES), ...MORE_CASES].join(', ')}`,
  );
  process.exit(2);
}
const bundles = buildBundles();
try {
  const rows: Row[] = [];
  for (const [name, run] of Object.entries(CASES)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    process.stderr.write(`${name} … `);
    const row = await run(bundles);
    process.stderr.write(`${row.ratio.toFixed(2)}\n`);
    rows.push(row);
  }
  const cold = wanted.length === 0 || wanted.includes('coldStart') ? await coldStarts(bundles) : [];
  const trips = wanted.length === 0 || wanted.includes('trips') ? await tripTable() : '';
  const result = [table(rows, cold), trips].filter(Boolean).join('\n\n');
  console.log(`\n${result}\n`);
  if (args.includes('--write')) {
    const page = readFileSync(PAGE, 'utf8');
    const section = /<!-- bench:begin -->[\s\S]*?<!-- bench:end -->/;
    if (!section.test(page)) throw new Error('docs/performance.md has no place for the tables');
    const date = new Date().toISOString().slice(0, 10);
    const text = `<!-- bench:begin -->\nMeasured on ${date} with \`npm run bench\`, 2 cores; medians of ${process.env.BENCH_ROUNDS ?? 7} rounds in turn.\n\n${result}\n<!-- bench:end -->`;
    writeFileSync(
      PAGE,
      page.replace(section, () => text),
    );
  }
} finally {
  for (const folder of Object.values(bundles)) rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
