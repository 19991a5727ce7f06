import { relative } from 'node:path';
import type { Reporter, TestModule, Vitest } from 'vitest/node';

/** Longer than the longest hook or test may take: a file that has reported nothing for this long never will. */
const SILENCE_MS = 6 * 60_000;
const LOOK_EVERY_MS = 10_000;

/**
 * Ends a run in which nothing happens any more, and names the files that it waits for. Vitest limits tests and hooks, but not
 * the import of a file, nor what a process does between two files: such a run would never end.
 */
export default class HungRun implements Reporter {
  private readonly underWay = new Set<string>();
  private root = '';
  private lastReport = 0;
  private timer: NodeJS.Timeout | undefined;

  onInit({ config }: Vitest): void {
    this.root = config.root;
  }

  onTestRunStart(): void {
    this.heard();
    this.timer = setInterval(() => this.look(), LOOK_EVERY_MS);
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
    clearInterval(this.timer);
  }

  private heard(): void {
    this.lastReport = performance.now();
  }

  private look(): void {
    if (performance.now() - this.lastReport < SILENCE_MS) return;
    const names = [...this.underWay].map((id) => relative(this.root, id));
    console.error(`Nothing was heard of the tests for ${SILENCE_MS / 60_000} minutes. Under way:`);
    console.error(names.length > 0 ? names.join('\n') : 'no file');
    process.exit(1);
  }
}
