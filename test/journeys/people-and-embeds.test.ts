// People, their messages and the components on customers' sites, in a real browser: like console.test.ts, beside which it runs.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTurn, STORM } from '../harness/vitest/portion.ts';
import { embedMessagePages } from './console/embed-messages.ts';
import { embedMoneyPages } from './console/embed-money.ts';
import { embedSubmissionPages } from './console/embed-submissions.ts';
import { embedWindow } from './console/embed-window.ts';
import { embedPages } from './console/embeds.ts';
import { messagePages } from './console/messages.ts';
import { peoplePages } from './console/people.ts';
import { missedBy } from './support/actions/clicked-by.ts';
import { type ConsoleWorld, startConsole, stopConsole } from './support/console.ts';

describe('people and components', () => {
  let world: ConsoleWorld;

  beforeAll(async () => {
    world = await startConsole();
  });

  afterAll(async () => {
    await stopConsole(world);
  });

  peoplePages(() => world);
  embedPages(() => world);
  embedSubmissionPages(() => world);
  if (inTurn(0)) embedWindow(() => world);
  if (inTurn(1)) messagePages(() => world);
  if (inTurn(2)) {
    embedMessagePages(() => world);
    embedMoneyPages(() => world);
  }

  // The storm plays all parts.
  if (STORM)
    it('are clicked here as far as the list says', () => {
      expect(missedBy('people-and-embeds.test.ts', world.browser.clicked)).toEqual([]);
    });
});
