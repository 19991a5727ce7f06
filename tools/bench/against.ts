// Measures another commit and the code as it is here in turn, each with its own bench: a bench fills tables by the names that
// they have in its commit.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, symlinkSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareRuns, comparisonTable, complaintsOf, type Figures, readFigures } from './comparison.ts';

const ROOT = join(import.meta.dirname, '../..');
const TURNS = 3;

/** Trips are counted and not measured: `test/contract/trips.test.ts` holds them. */
const NOT_MEASURED: ReadonlySet<string> = new Set(['trips']);

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();

/**
 * Prints how measurements changed since a commit.
 * @param wanted the cases; none: all that both have.
 * @returns the exit code: 1 when something is more than 5 % worse or no longer measured, 2 when it can't be compared.
 */
export async function measureAgainst(commit: string | undefined, wanted: readonly string[]): Promise<number> {
  let name: string;
  try {
    name = git('rev-parse', '--short', '--verify', '--end-of-options', `${commit ?? ''}^{commit}`);
  } catch {
    console.error(`there is no commit ${commit ?? ''}: npm run bench -- --against COMMIT [case …]`);
    return 2;
  }
  let other: string;
  try {
    other = checkOut(name);
  } catch (error) {
    console.error(`${name} can't be checked out: ${error instanceof Error ? error.message : error}`);
    return 2;
  }
  const [there, here] = [await casesOf(other), await casesOf(ROOT)];
  const unknown = wanted.filter((one) => !here.includes(one) || NOT_MEASURED.has(one));
  if (unknown.length > 0) {
    console.error(`no such measurement: ${unknown.join(', ')}; there are ${here.join(', ')}`);
    return 2;
  }
  const chosen = here.filter(
    (one) => !NOT_MEASURED.has(one) && (wanted.length === 0 || wanted.includes(one)),
  );
  const ofBoth = chosen.filter((one) => there.includes(one));
  const left = chosen.filter((one) => !there.includes(one));
  if (left.length > 0) console.error(`not measured, since ${name} cannot: ${left.join(', ')}`);
  if (ofBoth.length === 0) return 2;
  warnOfDifferences(name);
  const [before, after]: [Figures[], Figures[]] = [[], []];
  for (let turn = 1; turn <= TURNS; turn++) {
    for (const [folder, runs, side] of [[other, before, name] as const, [ROOT, after, 'here'] as const]) {
      console.error(`\n${turn} of ${TURNS}: ${side}`);
      runs.push(readFigures(await runBench(folder, ofBoth)));
    }
  }
  const changes = compareRuns(before, after);
  console.log(`\nMedians of ${TURNS} runs each, in turn:\n\n${comparisonTable(name, changes)}\n`);
  const lost = there.filter((one) => wanted.length === 0 && !here.includes(one) && !NOT_MEASURED.has(one));
  const complaints = complaintsOf(changes, lost);
  for (const one of complaints) console.log(one);
  return complaints.length > 0 ? 1 : 0;
}

/** A worktree of a commit that can run, which is removed when this process ends. @returns its folder. */
function checkOut(commit: string): string {
  const parent = mkdtempSync(join(tmpdir(), 'bench-against-'));
  const folder = join(parent, 'code');
  const packages = join(folder, 'node_modules');
  process.once('exit', () => {
    // Before anything is removed with what is in it: the link leads to our own packages.
    if (existsSync(packages)) unlinkSync(packages);
    // There is none when it could not be added.
    if (existsSync(folder)) git('worktree', 'remove', '--force', folder);
    rmSync(parent, { recursive: true, force: true });
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
  git('worktree', 'add', '--quiet', '--detach', folder, commit);
  symlinkSync(join(ROOT, 'node_modules'), packages);
  execFileSync('npm', ['run', '--silent', 'assets'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  return folder;
}

/** What makes figures differ besides the code that is measured. */
function warnOfDifferences(commit: string): void {
  const changed = git('diff', '--name-only', commit, '--', 'tools/bench', 'package-lock.json').split('\n');
  const bench = changed.filter(
    (path) => path.startsWith('tools/bench/') && !/(against|comparison)\.ts$/.test(path),
  );
  if (bench.length > 0) console.error(`the bench itself differs: ${bench.join(', ')}`);
  if (changed.includes('package-lock.json'))
    console.error('the packages differ: both run with those of here');
}

/** The cases of a folder's bench, as it lists them to who asks for one that is not there. */
async function casesOf(folder: string): Promise<string[]> {
  const { said } = await run(folder, ['none-of-this-name'], false);
  const list = /; there are (.+)/.exec(said)?.[1];
  if (list === undefined) throw new Error(`The bench in ${folder} does not say which cases it has:\n${said}`);
  return list.split(', ');
}

async function runBench(folder: string, cases: readonly string[]): Promise<string> {
  const { code, printed } = await run(folder, cases, true);
  if (code !== 0) throw new Error(`The bench in ${folder} ended with ${code}.`);
  return printed;
}

/** @param tells whether its progress is shown. */
async function run(folder: string, args: readonly string[], tells: boolean) {
  const child = spawn(process.execPath, ['tools/bench/run.ts', ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', tells ? 'inherit' : 'pipe'],
  });
  let [printed, said] = ['', ''];
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  return { code, printed, said };
}
