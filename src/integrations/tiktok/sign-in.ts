// A person gives the service access to their advertisers at TikTok, and takes it back.
import * as z from 'zod';
import type { Vars } from '../../env.ts';
import type { AdGrant } from '../ads/platform.ts';
import { appOf, get, Id, post } from './client.ts';

const Token = z.object({
  access_token: z.string().min(1).max(4000),
  advertiser_ids: z.array(Id).max(10_000),
});
const Person = z.object({ core_user_id: Id, display_name: z.string().max(500).optional() });

export function authorizeUrl(
  vars: Vars,
  { state, redirectUri }: { state: string; redirectUri: string },
): string {
  const url = new URL(`${vars.TIKTOK_DIALOG_URL}/portal/auth`);
  url.search = new URLSearchParams({
    app_id: appOf(vars).id,
    state,
    redirect_uri: redirectUri,
  }).toString();
  return url.href;
}

/** The token lives until it is taken back or refused: nothing renews it, and nothing needs to. */
export async function exchangeCode(vars: Vars, { code }: { code: string }): Promise<AdGrant> {
  const { id: app_id, secret } = appOf(vars);
  const signIn = { app_id, secret, auth_code: code };
  const given = await post({ vars, token: null }, 'oauth2/access_token', signIn, Token);
  const token = given.access_token;
  const person = await get({ vars, token }, 'user/info', {}, Person);
  return {
    token,
    refreshToken: null,
    expiresAt: null,
    user: { id: person.core_user_id, name: person.display_name ?? null },
    // What the app may do is settled once for all; a person only picks for which advertisers.
    missing: given.advertiser_ids.length === 0 ? ['every advertiser'] : [],
  };
}

export async function revoke(vars: Vars, { token }: { token: string }): Promise<void> {
  const { id: app_id, secret } = appOf(vars);
  const taken = { app_id, secret, access_token: token };
  await post({ vars, token: null }, 'oauth2/revoke_token', taken, z.object({}));
}
