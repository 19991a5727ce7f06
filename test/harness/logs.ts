import { expect, onTestFinished, vi } from 'vitest';

/**
 * For a test that makes something fail which the service has to log: says which lines are expected. They are kept off the
 * output, every other line is printed as ever, and the test fails when none came.
 */
export function expectLogged(level: 'error' | 'warn', what: RegExp): void {
  const print = console[level];
  let seen = 0;
  const spy = vi.spyOn(console, level).mockImplementation((...line: unknown[]) => {
    if (what.test(String(line[0]))) seen++;
    else print.apply(console, line);
  });
  onTestFinished(() => {
    spy.mockRestore();
    expect(seen, `lines logged that match ${what}`).toBeGreaterThan(0);
  });
}
