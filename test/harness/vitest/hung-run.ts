import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestCase, TestModule, TestSpecification, Vitest } from 'vitest/node';

/** Longer than the longest hook or test may take: a file that has reported nothing for this long never will. */
const SILENCE_MINUTES = 6;

/**
 * Ends a run in which nothing happens any more, and names what it waits for. Vitest limits tests and hooks, but not the import
 * of a file, nor what a process does between two files or at its end: such a run would never end. What failed until then is
 * told, since the run's own summary never comes. A run whose files have all passed without an error that nobody caught, and
 * whose processes do not end, has passed.
 *
 * Where no test had told that it began, the pool has most likely lost a file. Then UNFINISHED names a file that gets the paths
 * of whatever has not ended, for `npm test` to run them once more.
 */
export default class HungRun implements Reporter {
  private readonly unfinished = new Set<string>();
  private readonly running = new Map<string, TestCase>();
  private vitest: Vitest | undefined;
  private readonly failures: string[] = [];
  private timer: NodeJS.Timeout | undefined;

  onInit(vitest: Vitest): void {
    this.vitest = vitest;
  }

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    for (const { moduleId } of specifications) this.unfinished.add(moduleId);
    this.timer = setTimeout(() => this.end(), SILENCE_MINUTES * 60_000);
    this.timer.unref();
  }

  onTestModuleQueued(): void {
    this.heard();
  }

  onTestCaseReady(test: TestCase): void {
    this.running.set(test.id, test);
    this.heard();
  }

  onTestCaseResult(test: TestCase): void {
    this.running.delete(test.id);
    this.heard();
  }

  onTestModuleEnd(module: TestModule): void {
    this.unfinished.delete(module.moduleId);
    if (!module.ok()) this.failures.push(...failuresOf(module));
    this.heard();
  }

  onTestRunEnd(): void {
    clearTimeout(this.timer);
  }

  private heard(): void {
    this.timer?.refresh();
  }

  private end(): never {
    // What no test caught fails a run that ends, and so fails this one.
    for (const error of this.vitest?.state.getUnhandledErrors() ?? [])
      this.failures.push(`Unhandled: ${error instanceof Error ? error.message : JSON.stringify(error)}`);
    if (this.failures.length > 0) console.error(`Failed until now:\n${this.failures.join('\n')}`);
    if (this.unfinished.size === 0 && this.running.size === 0) {
      console.error(`All files have ended, and their processes have not for ${SILENCE_MINUTES} minutes.`);
      process.exit(this.failures.length > 0 ? 1 : 0);
    }
    const files = [...this.unfinished].map((id) => relative(this.vitest?.config.root ?? '', id));
    const tests = [...this.running.values()].map(
      (test) => `${test.module.relativeModuleId} > ${test.fullName}`,
    );
    console.error(`Nothing was heard of the tests for ${SILENCE_MINUTES} minutes. Unfinished files:`);
    console.error(files.join('\n'));
    console.error(
      tests.length > 0 ? `Tests under way:\n${tests.join('\n')}` : 'No test had told that it began.',
    );
    const { UNFINISHED } = process.env;
    if (UNFINISHED && tests.length === 0 && this.failures.length === 0)
      writeFileSync(UNFINISHED, files.join('\n'));
    process.exit(1);
  }
}

/** The file's own errors, and each test that failed with its first one. */
function failuresOf(module: TestModule): string[] {
  const tests = [...module.children.allTests('failed')].map(
    (test) => `${module.relativeModuleId} > ${test.fullName}: ${test.result().errors?.[0]?.message ?? ''}`,
  );
  const own = module.errors().map(({ message }) => `${module.relativeModuleId}: ${message}`);
  return tests.length + own.length > 0 ? [...own, ...tests] : [module.relativeModuleId];
}
