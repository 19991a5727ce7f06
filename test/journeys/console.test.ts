// The pages in a real browser. All parts share one service and one Chromium: each part is a file in
// test/journeys/console.
import { afterAll, beforeAll, describe } from 'vitest';
import { appJourney } from './console/apps.ts';
import { connectionPages } from './console/connections.ts';
import { developerPages } from './console/developers.ts';
import { embedMessagePages } from './console/embed-messages.ts';
import { embedMoneyPages } from './console/embed-money.ts';
import { embedSubmissionPages } from './console/embed-submissions.ts';
import { embedWindow } from './console/embed-window.ts';
import { embedPages } from './console/embeds.ts';
import { everyPage } from './console/every-page.ts';
import { framePages } from './console/frame.ts';
import { messagePages } from './console/messages.ts';
import { oauthClients } from './console/oauth.ts';
import { peoplePages } from './console/people.ts';
import { planPages } from './console/plans.ts';
import { staffPages } from './console/staff.ts';
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
  developerPages(() => world);
  connectionPages(() => world);
  peoplePages(() => world);
  messagePages(() => world);
  planPages(() => world);
  staffPages(() => world);
  embedPages(() => world);
  embedWindow(() => world);
  embedSubmissionPages(() => world);
  embedMessagePages(() => world);
  embedMoneyPages(() => world);
  everyPage(() => world);
});
