import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestCase, TestModule, TestSpecification, Vitest } from 'vitest/node';

/** Longer than the longest hook or test may take: a file that has reported nothing for this long never will. */
const SILENCE_MINUTES = 6;

/**
 * Ends a run in which nothing happens any more, and names what it waits for. Vitest limits tests and hooks, but not the import
 * of a file, nor what a process does between two files: such a run would never end.
 *
 * Where no test had told that it began, the pool has most likely lost a file. Then UNFINISHED names a file that gets the paths
 * of whatever has not ended, for `npm test` to run them once more.
 */
export default class HungRun implements Reporter {
  private readonly unfinished = new Set<string>();
  private readonly running = new Map<string, TestCase>();
  private root = '';
  private failed = false;
  private timer: NodeJS.Timeout | undefined;

  onInit({ config }: Vitest): void {
    this.root = config.root;
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
    if (!module.ok()) this.failed = true;
    this.heard();
  }

  onTestRunEnd(): void {
    clearTimeout(this.timer);
  }

  private heard(): void {
    this.timer?.refresh();
  }

  private end(): never {
    const files = [...this.unfinished].map((id) => relative(this.root, id));
    const tests = [...this.running.values()].map(
      (test) => `${test.module.relativeModuleId} > ${test.fullName}`,
    );
    console.error(`Nothing was heard of the tests for ${SILENCE_MINUTES} minutes. Unfinished files:`);
    console.error(files.join('\n'));
    console.error(
      tests.length > 0 ? `Tests under way:\n${tests.join('\n')}` : 'No test had told that it began.',
    );
    const { UNFINISHED } = process.env;
    if (UNFINISHED && tests.length === 0 && !this.failed) writeFileSync(UNFINISHED, files.join('\n'));
    process.exit(1);
  }
}
