// Who may read the machine's clock: one file of the service, one of the simulators, and no test.
import { describe, expect, it } from 'vitest';
import { read, sources } from './support/sources.ts';

const READS_A_CLOCK =
  /\bDate\.now\b|\bnew Date(?![\w(])|\bnew Date\(\s*\)|(?<![\w.]|new )Date\(|\bperformance\.now\b/;

const readers = (...folders: string[]) =>
  sources(...folders).filter((path) =>
    READS_A_CLOCK.test(read(path).replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '')),
  );

describe('the time', () => {
  it('is read in one place of the service; a page of a browser has only its own', () => {
    const found = readers('src', 'queues', 'durable-objects').filter(
      (path) => !/^src\/(?:pixel\/browser|console\/islands)\/|\.generated\.ts$/.test(path),
    );
    expect(found).toEqual(['src/kit/clock.ts']);
  });

  it('is read in one place of the simulators', () => {
    expect(readers('simulators')).toEqual(['simulators/clock.ts']);
  });

  it('comes to the tests from the harness alone, which has it from the service', () => {
    expect(readers('test')).toEqual(['test/harness/clock.ts']);
  });

  it('is known when it is read', () => {
    const now = 'now';
    const DATE = 'Date';
    for (const reading of [
      `Date.${now}()`,
      `map(Date.${now})`,
      `new ${DATE}()`,
      `new ${DATE};`,
      `performance.${now}()`,
      `+${DATE}()`,
    ])
      expect(READS_A_CLOCK.test(reading), reading).toBe(true);
    for (const other of ['new Date(at)', 'new Date(Date.UTC(2026, 1))', 'toDate(at)', 'type Date'])
      expect(READS_A_CLOCK.test(other), other).toBe(false);
  });
});
