import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestCase, TestModule, TestSpecification, Vitest } from 'vitest/node';

/**
 * Longer than the longest hook or test may take: a file that is silent for this long will never report again.
 */
const SILENCE_MINUTES = 6;

/**
 * Ends a run in which nothing happens any more, and names what it waits for. Vitest limits the time of tests
 * and hooks, but not the import of a file, nor what a process does between files or at its end, so such a run
 * would never end. Failures so far are printed, because the run's own summary never comes. If all files have
 * passed without uncaught errors and only the processes do not end, the run has passed.
 * If no test had reported its start, the pool has most likely lost a file. Then UNFINISHED names a file for
 * the paths of everything unfinished, and `npm test` runs them once more.
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
    // Uncaught errors fail a run that ends, so they fail this one too.
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

/** The file's own errors, and each failed test with its first error. */
function failuresOf(module: TestModule): string[] {
  const tests = [...module.children.allTests('failed')].map(
    (test) => `${module.relativeModuleId} > ${test.fullName}: ${test.result().errors?.[0]?.message ?? ''}`,
  );
  const own = module.errors().map(({ message }) => `${module.relativeModuleId}: ${message}`);
  return tests.length + own.length > 0 ? [...own, ...tests] : [module.relativeModuleId];
}
