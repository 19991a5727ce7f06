// Apps, and the flow from a person's consent to tokens, without the pages.
import type { Actor } from '../../../src/auth/actor.ts';
import { appOperations } from '../../../src/domains/accounts/apps/operations.ts';
import { askPerson } from '../../../src/domains/accounts/oauth/ask-person.ts';
import { checkAuthorization } from '../../../src/domains/accounts/oauth/check-authorization.ts';
import { oauthOperations } from '../../../src/domains/accounts/oauth/operations.ts';
import type { Env } from '../../../src/env.ts';
import { randomBase62, sha256Base64Url } from '../../../src/kit/crypto.ts';
import { type Answer, call, mintAccount, systemCtx } from '../world.ts';
import { perform, performed, personOf } from './person.ts';

export const CALLBACK = 'https://app.example/callback?from=service';

export interface Client {
  clientId: string;
  secret: string;
  redirectUri: string;
}

export interface OwnApp extends Client {
  id: string;
  version: number;
  owner: Actor;
}

/** An app in the developer settings of `owner`. */
export async function mintApp(owner: Actor, access: 'read' | 'write' = 'write'): Promise<OwnApp> {
  const body = { name: 'Planner', redirectUris: [CALLBACK], access };
  const app = await performed(owner, appOperations.createApp, { body });
  return { ...app, redirectUri: CALLBACK, owner };
}

export const basic = (client: Pick<Client, 'clientId' | 'secret'>) => ({
  Authorization: `Basic ${btoa(`${client.clientId}:${client.secret}`)}`,
});

export interface Posted {
  headers?: Record<string, string>;
  env?: Env;
}

/** Posts a form to one of the OAuth endpoints. */
export async function postForm(
  path: 'token' | 'revoke',
  form: Record<string, string> | string,
  { headers, env }: Posted = {},
): Promise<Answer> {
  return await call('POST', `/api/auth/oauth2/${path}`, {
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    body: String(new URLSearchParams(form)),
    ...(env && { env }),
  });
}

export interface Asking {
  scope?: string;
  state?: string;
  resource?: string;
}

/** The query with which an app sends a person to us, and the verifier that it keeps. */
export function authorizeQuery(client: Client, { scope, ...more }: Asking = {}) {
  const verifier = randomBase62(64);
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: client.clientId,
    redirect_uri: client.redirectUri,
    scope: scope ?? 'write offline_access',
    code_challenge: sha256Base64Url(verifier),
    code_challenge_method: 'S256',
    ...more,
  });
  return { query, verifier };
}

export const SESSION = 'ses_test';

/** The secret of the consent page's form. */
export async function asked(query: URLSearchParams, sessionId = SESSION): Promise<string> {
  const ctx = systemCtx();
  const checked = await checkAuthorization(ctx, query);
  if ('error' in checked) throw new Error(checked.location);
  const request = askPerson(ctx, checked, sessionId);
  await ctx.write.commit();
  return request;
}

export interface Consented {
  form: Record<string, string>;
  location: URL;
}

/** A person consents. @returns the form with which the app redeems the code. */
export async function consented(person: Actor, client: Client, asking: Asking = {}): Promise<Consented> {
  const { query, verifier } = authorizeQuery(client, asking);
  const body = { request: await asked(query), sessionId: SESSION };
  const answer = await perform(person, oauthOperations.grantAuthorization, { body });
  const location = new URL((answer as { data: { location: string } }).data.location);
  return {
    location,
    form: {
      grant_type: 'authorization_code',
      code: location.searchParams.get('code')!,
      code_verifier: verifier,
      redirect_uri: client.redirectUri,
    },
  };
}

export interface Tokens {
  access_token: string;
  refresh_token: string;
  scope: string;
}

/** The tokens of a new grant. */
export async function connected(person: Actor, client: Client, scope?: string): Promise<Tokens> {
  const { form } = await consented(person, client, scope === undefined ? {} : { scope });
  const answer = await postForm('token', form, { headers: basic(client) });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body;
}

export const refresh = (client: Client, token: string, more: Record<string, string> = {}, env?: Env) =>
  postForm(
    'token',
    { grant_type: 'refresh_token', refresh_token: token, ...more },
    {
      headers: basic(client),
      ...(env && { env }),
    },
  );

/** The status of a read with a token. */
export async function opens(token: string): Promise<number> {
  return (await call('GET', '/v1/account', { key: token })).status;
}

/** Registers a client as a stranger would. */
export async function register(body: unknown, address = '203.0.113.50'): Promise<Answer> {
  return await call('POST', '/api/auth/oauth2/register', { body, headers: { 'CF-Connecting-IP': address } });
}

/** A brand's owner, and another account's app. */
export async function mintScene(): Promise<{
  maker: Actor;
  app: OwnApp;
  brand: { id: string };
  owner: Actor;
}> {
  const maker = await personOf(await mintAccount('partner'));
  const brand = await mintAccount();
  return { maker, app: await mintApp(maker), brand, owner: await personOf(brand) };
}
