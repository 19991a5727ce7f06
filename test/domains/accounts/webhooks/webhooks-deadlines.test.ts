import { describe, expect, it, vi } from 'vitest';
import { Deadlines } from '../../../../src/domains/accounts/webhooks/deadlines.ts';
import * as clock from '../../../harness/clock.ts';
import { PATIENCE } from '../../../harness/patience.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('deadlines that share a timer', () => {
  it('expire each at its own time, unless met, also those begun while others expire', async () => {
    const deadlines = new Deadlines(100);
    const began = clock.now();
    const expired: [string, number][] = [];
    const note = (name: string) => () => expired.push([name, clock.now() - began]);
    deadlines.begin(() => {
      note('first')();
      deadlines.begin(note('begun by the first'));
    });
    const met = deadlines.begin(note('met'));
    await pause(50);
    deadlines.begin(note('second'));
    deadlines.meet(met);
    await vi.waitFor(() => expect(expired).toHaveLength(3), PATIENCE);
    expect(expired.map(([name]) => name)).toEqual(['first', 'second', 'begun by the first']);
    const due = [100, 150, 200];
    for (const [index, [, after]] of expired.entries()) {
      expect(after).toBeGreaterThanOrEqual(due[index]! - 5);
      // On a busy machine all of them are late.
      expect(after).toBeLessThan(due[index]! + 20_000);
    }
    // After all were met or expired, another one starts the timer again.
    deadlines.begin(note('later'));
    await vi.waitFor(() => expect(expired).toHaveLength(4), PATIENCE);
  });
});
