// Second factors of people, set up on their own page.
import { MINUTE_MS, SECOND_MS } from '../../../src/kit/time.ts';
import { totpCode, totpStep } from '../../../src/kit/totp.ts';
import * as clock from '../clock.ts';
import { ask, type Browser, send, wordsOf } from '../pages/pages.ts';
import { testEnv } from '../world.ts';

export const FACTOR_PATH = '/app/you/second-factor';

/** How long a code is the newest. */
export const STEP_MS = 30 * SECOND_MS;

const RECOVERY_CODE = /[2-9a-z]{5}-[2-9a-z]{5}/g;

/** The code that a person's app shows now. */
export const codeOf = (secret: string) => totpCode(secret, totpStep(clock.now()));

/** The recovery codes that a page shows. */
export const recoveryCodesIn = (page: Parameters<typeof wordsOf>[0]): string[] =>
  wordsOf(page).match(RECOVERY_CODE) ?? [];

/** Sets a second factor up in a session whose proof is fresh. */
export async function setUpFactor(browser: Browser): Promise<{ secret: string; codes: string[] }> {
  await send(browser, FACTOR_PATH, 'begin', {});
  const begun = await ask(browser, FACTOR_PATH);
  const secret = /([A-Z2-7]{4} ){7}[A-Z2-7]{4}/.exec(begun.html)![0].replaceAll(' ', '');
  const done = await send(browser, FACTOR_PATH, 'confirm', { code: await codeOf(secret) });
  if (done.status !== 200) throw new Error(`The second factor was not set up: ${done.status}`);
  return { secret, codes: recoveryCodesIn(done) };
}

/** Lets a person's sessions be older than a fresh proof is. */
export const endProofs = (person: { id: string }) =>
  testEnv.DB.prepare('UPDATE sessions SET created_at = ?, proved_at = NULL WHERE person_id = ?')
    .bind(clock.now() - 11 * MINUTE_MS, person.id)
    .run();
