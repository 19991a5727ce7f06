import type { Reporter, TestModule } from 'vitest/node';
import type {} from '../clock.ts';
import { restingAt } from './rounds.ts';

/** Ends a run with one plain line, for programs that read the log. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) count[test.result().state]++;
      if (module.state() === 'failed' && [...module.children.allTests()].length === 0) count.failed++;
    }
    const turn = modules
      .map(({ project }) => project.getProvidedContext().turn)
      .find((one) => one !== undefined);
    if (count.failed > 0 && turn !== undefined)
      console.log(`The same portion of long tests again: TURN=${turn}`);
    if (turn !== undefined && process.env.IN_ROUNDS !== undefined)
      console.log(
        `Turn ${turn}: ${restingAt(turn).length} files and some tests rest until another day; npm run storm:tests plays all.`,
      );
    const skipped = count.skipped + count.pending;
    console.log(`${count.passed} passed, ${count.failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  }
}
