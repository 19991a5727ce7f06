import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestCase, TestModule, TestSpecification, Vitest } from 'vitest/node';

/** How many minutes of silence end a run. */
const SILENCE = {
  /** Longer than a test or hook that is under way may take: in the storm some take ten minutes. */
  running: process.env.STORM === undefined ? 6 : 11,
  /** Longer than a file may take to be imported. */
  between: 2,
  /** All files have reported, so only their processes have to end. */
  ended: 1,
};

/** What `npm test` reads after a run that did not pass (tools/test.ts). Paths begin at the repository's root. */
export interface Outcome {
  failed: string[];
  /** Files that did not end although nothing of them was under way, because their process was lost. */
  lost: string[];
  /** Whether something failed outside of all files. */
  uncaught: boolean;
}

/**
 * Ends a run in which nothing happens any more, and names what it waits for. Vitest limits the time of tests
 * and hooks, but not the import of a file, nor what a process does between files or at its end, so such a run
 * would never end. Failures so far are printed, because the run's own summary never comes. If all files have
 * passed without uncaught errors and only the processes do not end, the run has passed.
 * OUTCOME names a file for what `npm test` has to know of the run.
 */
export default class HungRun implements Reporter {
  private readonly unfinished = new Set<string>();
  private readonly running = new Map<string, TestCase>();
  private hooks = 0;
  private vitest: Vitest | undefined;
  private readonly failures: string[] = [];
  private readonly failed = new Set<string>();
  private timer: NodeJS.Timeout | undefined;

  onInit(vitest: Vitest): void {
    this.vitest = vitest;
  }

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    for (const { moduleId } of specifications) this.unfinished.add(moduleId);
    this.heard();
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

  onHookStart(): void {
    this.hooks++;
    this.heard();
  }

  onHookEnd(): void {
    this.hooks--;
    this.heard();
  }

  onTestModuleEnd(module: TestModule): void {
    this.unfinished.delete(module.moduleId);
    if (!module.ok()) {
      this.failed.add(module.relativeModuleId);
      this.failures.push(...failuresOf(module));
    }
    this.heard();
  }

  onTestRunEnd(): void {
    clearTimeout(this.timer);
    this.save();
  }

  private heard(): void {
    clearTimeout(this.timer);
    const busy = this.running.size > 0 || this.hooks > 0;
    const minutes = SILENCE[this.unfinished.size === 0 ? 'ended' : busy ? 'running' : 'between'];
    this.timer = setTimeout(() => this.end(minutes), minutes * 60_000);
    this.timer.unref();
  }

  private save(lost: string[] = []): void {
    const { OUTCOME } = process.env;
    const outcome: Outcome = { failed: [...this.failed], lost, uncaught: this.uncaught().length > 0 };
    if (OUTCOME) writeFileSync(OUTCOME, JSON.stringify(outcome));
  }

  private uncaught(): unknown[] {
    return this.vitest?.state.getUnhandledErrors() ?? [];
  }

  private end(minutes: number): never {
    // Uncaught errors fail a run that ends, so they fail this one too.
    for (const error of this.uncaught())
      this.failures.push(`Unhandled: ${error instanceof Error ? error.message : JSON.stringify(error)}`);
    if (this.failures.length > 0) console.error(`Failed until now:\n${this.failures.join('\n')}`);
    if (this.unfinished.size === 0) {
      console.error(`All files have ended, and their processes have not for ${minutes} minutes.`);
      this.save();
      process.exit(this.failures.length > 0 ? 1 : 0);
    }
    const files = [...this.unfinished].map((id) => relative(this.vitest?.config.root ?? '', id));
    const tests = [...this.running.values()].map(
      (test) => `${test.module.relativeModuleId} > ${test.fullName}`,
    );
    console.error(`Nothing was heard of the tests for ${minutes} minutes. Unfinished files:`);
    console.error(files.join('\n'));
    console.error(tests.length > 0 ? `Tests under way:\n${tests.join('\n')}` : 'No test was under way.');
    for (const test of this.running.values()) this.failed.add(test.module.relativeModuleId);
    this.save(files.filter((file) => !this.failed.has(file)));
    process.exit(1);
  }
}

/** The file's own errors, and each failed test with its first error. */
function failuresOf(module: TestModule): string[] {
  const tests = [...module.children.allTests('failed')].map(
    (test) => `${module.relativeModuleId} > ${test.fullName}: ${withCauses(test.result().errors?.[0])}`,
  );
  const own = module.errors().map((error) => `${module.relativeModuleId}: ${withCauses(error)}`);
  return tests.length + own.length > 0 ? [...own, ...tests] : [module.relativeModuleId];
}

interface Told {
  message: string;
  cause?: unknown;
}

function withCauses(error: Told | undefined): string {
  const told: string[] = [];
  for (let one = error; one; one = one.cause as Told | undefined) told.push(one.message);
  return told.join('\ncaused by ');
}
