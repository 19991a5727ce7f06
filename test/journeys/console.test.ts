// The console's pages in a real browser; those of people and of components on customers' sites are in people-and-embeds.test.ts.
// All parts share one service and one Chromium: each is a file in test/journeys/console.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FORM_KINDS } from '../harness/pages/registry.ts';
import { inTurn, STORM } from '../harness/vitest/portion.ts';
import { appJourney } from './console/apps.ts';
import { connectionPages } from './console/connections.ts';
import { developerPages } from './console/developers.ts';
import { everyPage } from './console/every-page.ts';
import { firstMoney } from './console/first-money.ts';
import { firstProgram } from './console/first-program.ts';
import { framePages } from './console/frame.ts';
import { moneyPages } from './console/money.ts';
import { oauthClients } from './console/oauth.ts';
import { planPages } from './console/plans.ts';
import { reviewPages } from './console/review.ts';
import { rosterPages } from './console/roster.ts';
import { staffPages } from './console/staff.ts';
import { actionOf, CLICKED_BY, missedBy, NOT_CLICKED } from './support/actions/clicked-by.ts';
import { type ConsoleWorld, startConsole, stopConsole } from './support/console.ts';

describe('the pages', () => {
  let world: ConsoleWorld;

  beforeAll(async () => {
    world = await startConsole();
  });

  afterAll(async () => {
    await stopConsole(world);
  });

  framePages(() => world);
  appJourney(() => world);
  oauthClients(() => world);
  // Long ways through pages that every-page.ts opens each day, and whose forms test/console sends.
  if (inTurn(0)) connectionPages(() => world);
  if (inTurn(1)) planPages(() => world);
  if (inTurn(2)) {
    developerPages(() => world);
    rosterPages(() => world);
  }
  reviewPages(() => world);
  moneyPages(() => world);
  firstMoney(() => world);
  firstProgram(() => world);
  staffPages(() => world);
  everyPage(() => world);

  it('have no action of which nobody has said where it is clicked', () => {
    const said = [CLICKED_BY, NOT_CLICKED].flatMap((lists) => Object.values(lists).flat());
    expect(said).toEqual([...new Set(said)]);
    expect([...new Set(said.map(actionOf))].toSorted()).toEqual(FORM_KINDS.toSorted());
  });

  // The storm plays all parts.
  if (STORM)
    it('are clicked here as far as the list says', () => {
      expect(missedBy('console.test.ts', world.browser.clicked)).toEqual([]);
    });
});
