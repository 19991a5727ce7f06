import { expect, onTestFinished, vi } from 'vitest';

/**
 * For a test that causes a failure which the service has to log: declares the expected lines. These are not
 * printed, all other lines are, and the test fails when none of them came.
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

/** Listens to what the test logs, which is printed all the same. @returns what was logged so far. */
export function listenToLogs(): () => string {
  const heard: string[] = [];
  for (const level of ['error', 'warn', 'log'] as const) {
    const print = console[level];
    const spy = vi.spyOn(console, level).mockImplementation((...line: unknown[]) => {
      heard.push(line.map(String).join(' '));
      print.apply(console, line);
    });
    onTestFinished(() => spy.mockRestore());
  }
  return () => heard.join('\n');
}
