// npm run bench: our Worker beside bare ones, in one run, as ratios. `-- --write` puts the table into README.md;
// `-- ingest webhooks` runs only those cases.
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { consumer, getById, ingest, listPage, type Row, webhooks } from './cases.ts';
import { type ColdStart, coldStart } from './cold-start.ts';
import { citySearch, creatorList } from './creators-work.ts';
import { buildBundle } from './instances.ts';
import { balance, largeBalance, postings } from './ledger.ts';

const CASES: Record<string, (bundle: string) => Promise<Row>> = {
  ingest,
  getById,
  listPage,
  consumer,
  webhooks,
  citySearch,
  creatorList,
  postings,
  balance,
  largeBalance,
};
const README = new URL('../../README.md', import.meta.url).pathname;

function kept({ ratio, target }: Row): boolean {
  return 'most' in target ? ratio <= target.most : ratio >= target.least;
}

function number(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toFixed(1);
}

function table(rows: Row[], cold: ColdStart | null): string {
  const lines = [
    '| what | unit | ours | bare | ratio | target | |',
    '| --- | --- | ---: | ---: | ---: | ---: | --- |',
    ...rows.map((row) => {
      const target = 'most' in row.target ? `≤ ${row.target.most}` : `≥ ${row.target.least.toFixed(2)}`;
      const cells = [row.what, row.unit, number(row.ours), number(row.bare), row.ratio.toFixed(2), target];
      return `| ${[...cells, kept(row) ? 'kept' : 'missed'].join(' | ')} |`;
    }),
  ];
  if (cold) {
    lines.push(
      '',
      `The built Worker has ${Math.round(cold.gzippedBytes / 1024)} KiB gzipped (${Math.round(cold.bytes / 1024)} KiB). ` +
        `From workerd's spawn to a first answer: bare ${cold.bareMs.toFixed(0)} ms, pixel script ` +
        `${cold.pixelMs.toFixed(0)} ms, API ${cold.apiMs.toFixed(0)} ms.`,
    );
  }
  return lines.join('\n');
}

const args = process.argv.slice(2);
const wanted = args.filter((arg) => !arg.startsWith('--'));
const unknown = wanted.filter((name) => !(name in CASES) && name !== 'coldStart');
if (unknown.length > 0) {
  console.error(
    `no such case: ${unknown.join(', ')}; there are ${[...Object.keys(CASES), 'coldStart'].join(', ')}`,
  );
  process.exit(2);
}
const bundle = buildBundle();
try {
  const rows: Row[] = [];
  for (const [name, run] of Object.entries(CASES)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    process.stderr.write(`${name} … `);
    const row = await run(bundle);
    process.stderr.write(`${row.ratio.toFixed(2)}\n`);
    rows.push(row);
  }
  const cold = wanted.length === 0 || wanted.includes('coldStart') ? await coldStart(bundle) : null;
  const result = table(rows, cold);
  console.log(`\n${result}\n`);
  if (args.includes('--write')) {
    const readme = readFileSync(README, 'utf8');
    const section = /<!-- bench:begin -->[\s\S]*?<!-- bench:end -->/;
    if (!section.test(readme)) throw new Error('README.md has no place for the table');
    const date = new Date().toISOString().slice(0, 10);
    const text = `<!-- bench:begin -->\nMeasured on ${date} with \`npm run bench\`, 2 cores; medians of ${process.env.BENCH_ROUNDS ?? 7} rounds in turn.\n\n${result}\n<!-- bench:end -->`;
    writeFileSync(
      README,
      readme.replace(section, () => text),
    );
    execFileSync('npm', ['exec', '--', 'biome', 'format', '--write', README], { stdio: 'inherit' });
  }
} finally {
  rmSync(bundle, { recursive: true, force: true });
}
process.exit(0);
