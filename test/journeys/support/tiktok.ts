// A test's own TikTok: an app that no other test uses, and a person's token for it.
import { randomInt } from 'node:crypto';
import * as package_ from 'tiktok-business-api-sdk-official';

const REDIRECT = 'https://service.example/connections/callback/tiktok';

export const ADA = '7000000000000000001';
export const MAIN = '7200000000000000001';
export const IDENTITY = '7300000000000000001';
export const PIXEL = '7400000000000000001';

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
type Any = any;

/** TikTok's own client: its APIs and models by name. */
export const sdk: Record<string, Any> = { ...package_ };

export function newApp(simulators: string) {
  const id = `7${Array.from({ length: 18 }, () => randomInt(10)).join('')}`;
  const app = { app_id: id, secret: `sim_secret_${id}` };
  const raw = async (path: string, init?: RequestInit): Promise<{ status: number; body: Any }> => {
    const response = await fetch(`${simulators}/tiktok/open_api/v1.3/${path}`, init);
    return { status: response.status, body: await response.json() };
  };
  const post = (path: string, body: object, token?: string) =>
    raw(`${path}/`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(token ? { 'Access-Token': token } : {}) },
      body: JSON.stringify(body),
    });
  const get = async (path: string, query: Record<string, string>, token: string): Promise<Any> =>
    (await raw(`${path}/?${new URLSearchParams(query)}`, { headers: { 'Access-Token': token } })).body;
  const sim = async (path: string, body: object = {}): Promise<Any> => {
    const init = { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(`${simulators}/_sim/tiktok/${id}/${path}`, init);
    if (!response.ok) throw new Error(`${path} answered ${response.status} ${await response.text()}`);
    return await response.json();
  };
  /** The query that the consent page sends back. */
  const consent = async (form: Record<string, string>) => {
    const asked = new URLSearchParams({ app_id: id, state: 'st', redirect_uri: REDIRECT });
    const sent = await fetch(`${simulators}/tiktok/portal/auth?${asked}`, {
      method: 'POST',
      body: new URLSearchParams(form),
      redirect: 'manual',
    });
    return new URL(sent.headers.get('location')!).searchParams;
  };
  const client = new sdk.ApiClient();
  client.basePath = `${simulators}/tiktok`;
  /** A call of the platform's own client, as a promise. */
  const ask = (api: string, method: string, ...args: unknown[]): Promise<Any> =>
    new Promise((done, failed) => {
      const end = (error: Error | null, answer: { data: Any }) => (error ? failed(error) : done(answer.data));
      const made = new sdk[api](client);
      made[method](...args, end);
    });
  /** A token of a person who allowed everything. */
  const token = async (user = ADA): Promise<string> => {
    const auth_code = (await consent({ user, answer: 'allow' })).get('auth_code')!;
    const body = { ...app, auth_code };
    return (await ask('AuthenticationApi', 'oauth2AccessToken', { body })).access_token;
  };
  return { id, app, raw, get, post, sim, consent, ask, token };
}
