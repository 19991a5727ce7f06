// Each action that takes a code of an authenticator app or a link of a mail, clicked once, with what it comes to. It takes some minutes,
// so `npm run storm:tests` alone runs it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newStaffToken } from '../../../src/auth/staff-token.ts';
import { sha256Hex } from '../../../src/kit/crypto.ts';
import { codePages } from '../console/codes.ts';
import { linkPages } from '../console/mail-links.ts';
import { missedBy } from '../support/actions/clicked-by.ts';
import { type ConsoleWorld, STAFF_TOKEN, startConsole, stopConsole } from '../support/console.ts';

describe('codes and links', () => {
  let world: ConsoleWorld;
  const kimToken = newStaffToken();

  beforeAll(async () => {
    world = await startConsole({
      STAFF_PEOPLE: 'sam:staff@people.example,kim:staff@service.example',
      STAFF_TOKENS: `sam:${sha256Hex(STAFF_TOKEN)},kim:${sha256Hex(kimToken)}`,
    });
  }, 600_000);
  afterAll(async () => {
    await stopConsole(world);
  });

  codePages(() => world, kimToken);
  linkPages(() => world);

  it('are clicked here as far as the list says', () => {
    expect(missedBy('storm/codes-and-links.test.ts', world.browser.clicked)).toEqual([]);
  });
});
