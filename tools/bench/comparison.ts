// What two commits' benches printed, compared.

/** A measurement as a bench's table has it. */
export interface Figure {
  unit: string;
  value: number;
  /** What the bare Worker took beside it, which no commit of ours changes; null where the table has none. */
  bare: number | null;
}

/** By what is measured. */
export type Figures = ReadonlyMap<string, Figure>;

/** How much worse a measurement may be before it counts. */
export const TOLERATED = 0.05;

export interface Change {
  what: string;
  unit: string;
  /** Medians. Null where that side does not have the measurement. */
  before: number | null;
  after: number | null;
  /** Between the medians: 0.07 is seven percent more. Null where one side does not have it. */
  change: number | null;
  /** How much the bare Workers moved meanwhile, and so the machine itself. */
  bareChange: number | null;
  verdict: 'worse' | 'better' | 'same' | 'new' | 'gone';
}

const cellsOf = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
/** Null for what is no number, as an empty cell. */
function toNumber(text = ''): number | null {
  const value = Number(text.replaceAll(',', ''));
  return text === '' || !Number.isFinite(value) ? null : value;
}

/** Reads the tables of ratios and of cold starts that `npm run bench` prints. Of cold starts it takes the CPU time. */
export function readFigures(printed: string): Figures {
  const figures = new Map<string, Figure>();
  let header: string[] = [];
  for (const line of printed.split('\n')) {
    if (!line.startsWith('|')) {
      header = [];
      continue;
    }
    const cells = cellsOf(line);
    if (header.length === 0) header = cells;
    const at = (name: string) => cells[header.indexOf(name)];
    const value = toNumber(at('ours') ?? at('CPU ms'));
    if (value === null) continue;
    const what = at('what') ?? `${at('Worker')}, cold`;
    figures.set(what, {
      unit: at('unit') ?? 'CPU ms',
      value,
      bare: toNumber(at('bare')),
    });
  }
  return figures;
}

function median(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

const changeOf = (before: number | null, after: number | null) =>
  before === null || after === null || before === 0 ? null : after / before - 1;

/** A rate is better when it is higher; times and sizes are better when they are lower. */
const isRate = (unit: string) => /\ba second$/.test(unit);

function verdictOf(unit: string, before: number | null, after: number | null): Change['verdict'] {
  if (before === null) return 'new';
  if (after === null) return 'gone';
  const [less, more] = isRate(unit) ? [after, before] : [before, after];
  if (more > less * (1 + TOLERATED)) return 'worse';
  return less > more * (1 + TOLERATED) ? 'better' : 'same';
}

/** Compares the medians of several runs of each side. */
export function compareRuns(before: readonly Figures[], after: readonly Figures[]): Change[] {
  const all = [...after, ...before].flatMap((figures) => [...figures]);
  return [...new Map(all.map(([what, { unit }]) => [what, unit]))].map(([what, unit]) => {
    const of = (runs: readonly Figures[]) => runs.flatMap((figures) => figures.get(what) ?? []);
    const values = (runs: readonly Figures[]) => median(of(runs).map(({ value }) => value));
    const bares = (runs: readonly Figures[]) => median(of(runs).flatMap(({ bare }) => bare ?? []));
    const [was, is] = [values(before), values(after)];
    return {
      ...{ what, unit, before: was, after: is, change: changeOf(was, is) },
      bareChange: changeOf(bares(before), bares(after)),
      verdict: verdictOf(unit, was, is),
    };
  });
}

/**
 * What a comparison comes to: what is worse, and what the code here no longer measures, which under another name would be measured
 * by nobody.
 * @param lost the cases that only the other commit has.
 * @returns a line for each; none: all is as it was, or better.
 */
export function complaintsOf(changes: readonly Change[], lost: readonly string[] = []): string[] {
  const worse = changes.filter(({ verdict }) => verdict === 'worse').length;
  const gone = [...lost, ...changes.filter(({ verdict }) => verdict === 'gone').map(({ what }) => what)];
  return [
    ...(worse > 0 ? [`${worse} of ${changes.length} are more than ${TOLERATED * 100} % worse.`] : []),
    ...(gone.length > 0 ? [`Not measured here any more: ${gone.join(', ')}.`] : []),
  ];
}

const shown = (value: number | null) =>
  value === null ? '' : value.toLocaleString('en-US', { maximumFractionDigits: value >= 100 ? 0 : 1 });
const percent = (change: number | null) =>
  change === null ? '' : `${change < 0 ? '−' : '+'}${Math.abs(change * 100).toFixed(1)}%`;

export function comparisonTable(name: string, changes: readonly Change[]): string {
  return [
    `| what | unit | ${name} | here | change | bare meanwhile | |`,
    '| --- | --- | ---: | ---: | ---: | ---: | --- |',
    ...changes.map(({ what, unit, before, after, change, bareChange, verdict }) => {
      const cells = [what, unit, shown(before), shown(after), percent(change), percent(bareChange)];
      return `| ${[...cells, verdict === 'same' ? '' : verdict].join(' | ')} |`;
    }),
  ].join('\n');
}
