// A test's own Meta: an app that no other test uses, and a person's token for it.
import { randomInt } from 'node:crypto';

const DIALOG = { response_type: 'code', redirect_uri: 'https://service.example/connections/callback/meta' };
const SCOPES = 'ads_management,ads_read,business_management,pages_show_list';

export const ADA = '100000000000001';
export const MAIN = 'act_300000000000001';
export const PAGE = '400000000000001';
export const PIXEL = '600000000000001';

interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  body: any;
}

export function newApp(simulators: string) {
  const id = `1${Array.from({ length: 14 }, () => randomInt(10)).join('')}`;
  const graph = `${simulators}/meta`;
  const app = { client_id: id, client_secret: `sim_secret_${id}` };
  const raw = async (path: string, init?: RequestInit): Promise<Answer> => {
    const response = await fetch(`${graph}/v26.0/${path}`, init);
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  const sim = async (path: string, body: object = {}): Promise<any> => {
    const init = { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(`${simulators}/_sim/meta/${id}/${path}`, init);
    if (!response.ok) throw new Error(`${path} answered ${response.status} ${await response.text()}`);
    return await response.json();
  };
  /** The query that the consent page sends back. */
  const consent = async (form: Record<string, string>, more: Record<string, string> = {}) => {
    const asked = new URLSearchParams({ ...DIALOG, client_id: id, scope: SCOPES, state: 'st', ...more });
    const sent = await fetch(`${graph}/v26.0/dialog/oauth?${asked}`, {
      method: 'POST',
      body: new URLSearchParams(form),
      redirect: 'manual',
    });
    return new URL(sent.headers.get('location')!).searchParams;
  };
  const exchange = (params: Record<string, string>) =>
    raw(
      `oauth/access_token?${new URLSearchParams({ ...app, redirect_uri: DIALOG.redirect_uri, ...params })}`,
    );
  /** A long-lived token of a person who allowed everything. */
  const token = async (user = ADA): Promise<string> => {
    const code = (await consent({ user, answer: 'allow' })).get('code')!;
    const short = (await exchange({ code })).body.access_token;
    return (await exchange({ grant_type: 'fb_exchange_token', fb_exchange_token: short })).body.access_token;
  };
  return { id, app, graph, raw, sim, consent, exchange, token };
}
