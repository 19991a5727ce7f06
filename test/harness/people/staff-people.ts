// People of the service's staff, who open its pages in a browser.
import { newStaffToken } from '../../../src/auth/staff-token.ts';
import type { Env } from '../../../src/env.ts';
import { sha256Hex } from '../../../src/kit/crypto.ts';
import { testEnv, withVars } from '../world.ts';

/** The staff tokens of three people, by name. */
export const TOKENS = { ada: newStaffToken(), grace: newStaffToken(), lin: newStaffToken() };

const STAFF_TOKENS = Object.entries(TOKENS)
  .map(([name, token]) => `${name}:${sha256Hex(token)}`)
  .join(',');

/** The environment of a deployment with this list of staff, who need a second factor. */
export const deploymentOf = (STAFF_PEOPLE: string): Env =>
  withVars(testEnv, { STAFF_PEOPLE, ALLOW_LOCAL_URLS: 'false', STAFF_TOKENS });

/** The environment of a developer's machine with this list of staff, who need none. */
export const machineOf = (STAFF_PEOPLE: string, from: Env = testEnv): Env =>
  withVars(from, { STAFF_PEOPLE, ALLOW_LOCAL_URLS: 'true', STAFF_TOKENS });
