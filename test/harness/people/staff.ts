// Staff members, each with a token in an environment that accepts it.
import { newStaffToken } from '../../../src/auth/staff-token.ts';
import type { Env } from '../../../src/env.ts';
import { sha256Hex } from '../../../src/kit/crypto.ts';
import { type Answer, call, testEnv, withVars } from '../world.ts';

export interface Staff {
  name: string;
  token: string;
  /** The environment in which the token is valid. */
  env: Env;
  get(path: string): Promise<Answer>;
  /** Adds a reason unless the body has one. */
  post(path: string, body?: object): Promise<Answer>;
}

export const REASON = 'Talked to both sides.';

export function mintStaff(from: Env = testEnv): Staff {
  const name = `ada.${crypto.randomUUID().slice(0, 8)}`;
  const token = newStaffToken();
  const others = `grace:${sha256Hex(newStaffToken())}`;
  const env = withVars(from, { STAFF_TOKENS: `${others},${name}:${sha256Hex(token)}` });
  const at = (path: string) => `/internal/v1${path}`;
  return {
    name,
    token,
    env,
    get: (path) => call('GET', at(path), { key: token, env }),
    post: (path, body = {}) => call('POST', at(path), { key: token, env, body: { reason: REASON, ...body } }),
  };
}

/** The recorded actions on a subject, newest first. */
export async function actionsOn(staff: Staff, subject: string) {
  const { body } = await staff.get(`/actions?subject=${encodeURIComponent(subject)}`);
  return body.data as {
    staff: string;
    action: string;
    subject: string;
    reason: string;
    before: Record<string, unknown>;
    after: Record<string, unknown>;
  }[];
}
