import { relative } from 'node:path';
import type { Reporter, TestModule, Vitest } from 'vitest/node';

/** Longer than the longest hook or test may take: a file that has reported nothing for this long never will. */
const SILENCE_MINUTES = 6;

/**
 * Ends a run in which nothing happens any more, and names the files that it waits for. Vitest limits tests and hooks, but not
 * the import of a file, nor what a process does between two files: such a run would never end.
 */
export default class HungRun implements Reporter {
  private readonly underWay = new Set<string>();
  private root = '';
  private timer: NodeJS.Timeout | undefined;

  onInit({ config }: Vitest): void {
    this.root = config.root;
  }

  onTestRunStart(): void {
    this.timer = setTimeout(() => this.end(), SILENCE_MINUTES * 60_000);
    this.timer.unref();
  }

  onTestModuleQueued({ moduleId }: TestModule): void {
    this.underWay.add(moduleId);
    this.heard();
  }

  onTestCaseReady(): void {
    this.heard();
  }

  onTestCaseResult(): void {
    this.heard();
  }

  onTestModuleEnd({ moduleId }: TestModule): void {
    this.underWay.delete(moduleId);
    this.heard();
  }

  onTestRunEnd(): void {
    clearTimeout(this.timer);
  }

  private heard(): void {
    this.timer?.refresh();
  }

  private end(): never {
    const names = [...this.underWay].map((id) => relative(this.root, id));
    console.error(`Nothing was heard of the tests for ${SILENCE_MINUTES} minutes. Under way:`);
    console.error(names.length > 0 ? names.join('\n') : 'no file');
    process.exit(1);
  }
}
