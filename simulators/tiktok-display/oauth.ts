// Login Kit: the consent page, codes, access tokens of two hours and refresh tokens that are replaced each time.
import { html } from 'hono/html';
import { page } from '../page.ts';
import { ApiError, badToken, type Params, TokenError } from './wire.ts';
import { DAY, HOUR, MINUTE, type Node, SECOND, type World } from './world.ts';

const CODE_LIVES = 10 * MINUTE;
const TOKEN_LIVES = 2 * HOUR;
const REFRESH_LIVES = 180 * DAY;
const SCOPES = ['user.info.basic', 'user.info.profile', 'user.info.stats', 'video.list'];

/** An app's secret follows from its key, so that nothing has to be registered first. */
const secretOf = (app: string) => `sim_secret_${app}`;

const random = (length: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => (byte % 36).toString(36)).join('');

/** The app of a token, which names its world. */
export const appOf = (text: string) => /^(?:act|rft)\.sim([A-Za-z0-9]+)\./.exec(text)?.[1] ?? null;

export async function authorize(world: World, app: string, request: Request, url: URL): Promise<Response> {
  const asked = Object.fromEntries(url.searchParams);
  const back = asked.redirect_uri ?? '';
  const scopes = (asked.scope ?? '').split(',').filter(Boolean);
  const odd = scopes.length === 0 || scopes.some((scope) => !SCOPES.includes(scope));
  if (!URL.canParse(back) || asked.response_type !== 'code' || odd || asked.state === undefined)
    return page(
      'Something went wrong',
      html`<p>client_key, redirect_uri, response_type=code, state and known scopes are needed.</p>`,
      400,
    );
  if (request.method !== 'POST') return page('TikTok simulator: log in', consent(world, app, scopes));
  const form = new URLSearchParams(await request.text());
  const to = new URL(back);
  if (form.get('answer') === 'allow') {
    const declined = form.getAll('decline');
    // What is basic cannot be declined on its own.
    const granted = scopes.filter((scope) => scope === SCOPES[0] || !declined.includes(scope));
    const id = random(60);
    world.add('code', '', { id, user: world.get('user', form.get('user')).id, scopes: granted, back });
    to.searchParams.set('code', id);
    to.searchParams.set('scopes', granted.join(','));
  } else {
    to.searchParams.set('error', 'access_denied');
    to.searchParams.set('error_description', 'The user denied the request.');
  }
  to.searchParams.set('state', asked.state);
  return new Response(null, { status: 303, headers: { Location: to.href } });
}

function consent(world: World, app: string, scopes: string[]) {
  const people = world
    .all('user')
    .map(({ id, username }) => html`<option value="${id}">${username}</option>`);
  const boxes = scopes.map(
    (scope) =>
      html`<li><label><input type="checkbox" name="decline" value="${scope}"> without ${scope}</label></li>`,
  );
  return html`<p>App ${app} asks for access to your account.</p>
<form method="post"><label>Log in as <select name="user">${people}</select></label><ul>${boxes}</ul>
<button name="answer" value="allow">Authorize</button> <button name="answer" value="deny">Cancel</button></form>`;
}

function checkApp(app: string, form: Params): void {
  if (form.client_key !== app || form.client_secret !== secretOf(app))
    throw new TokenError('invalid_client', 'Client key or secret is incorrect.', 401);
}

/** POST /v2/oauth/token/ */
export function tokens(world: World, app: string, form: Params): Params {
  checkApp(app, form);
  if (form.grant_type === 'refresh_token') return renewed(world, app, String(form.refresh_token ?? ''));
  if (form.grant_type !== 'authorization_code')
    throw new TokenError('unsupported_grant_type', 'The grant type is not supported.');
  const found = world.find(form.code);
  const node = found?.kind === 'code' ? found.node : null;
  if (!node || node._used || node._created + CODE_LIVES <= world.now())
    throw new TokenError('invalid_grant', 'Authorization code is expired.');
  if (node.back !== form.redirect_uri)
    throw new TokenError('invalid_request', 'Redirect_uri is not matched with the uri when requesting code.');
  world.save({ ...node, _used: true });
  return issued(world, app, { user: node.user, scopes: node.scopes, replaces: null });
}

function renewed(world: World, app: string, text: string): Params {
  const found = world.find(text);
  const node = found?.kind === 'refresh' ? found.node : null;
  if (!node || node._revoked || node.expires <= world.now())
    throw new TokenError('invalid_grant', 'Refresh token is invalid or expired.');
  retire(world, node.replaces);
  if (world.setting<string>('rotates', 'at_use') === 'at_once') world.save({ ...node, _revoked: true });
  return issued(world, app, { user: node.user, scopes: node.scopes, replaces: text });
}

/** @param grant.replaces the refresh token that ends as soon as one of the new pair is used. */
function issued(
  world: World,
  app: string,
  grant: { user: string; scopes: string[]; replaces: string | null },
): Params {
  const token = `act.sim${app}.${random(60)}`;
  const refresh = `rft.sim${app}.${random(60)}`;
  const lives = world.setting('tokenLives', TOKEN_LIVES);
  const renews = world.setting('refreshLives', REFRESH_LIVES);
  world.add('token', '', { id: token, ...grant, expires: world.now() + lives });
  world.add('refresh', '', { id: refresh, ...grant, expires: world.now() + renews });
  return {
    access_token: token,
    expires_in: Math.floor(lives / SECOND),
    open_id: grant.user,
    refresh_expires_in: Math.floor(renews / SECOND),
    refresh_token: refresh,
    scope: grant.scopes.join(','),
    token_type: 'Bearer',
  };
}

function retire(world: World, refresh: string | null): void {
  const old = refresh === null ? null : world.find(refresh)?.node;
  if (old && !old._revoked) world.save({ ...old, _revoked: true });
}

/** POST /v2/oauth/revoke/: everything that the person granted to the app. */
export function revoke(world: World, app: string, form: Params): Params {
  checkApp(app, form);
  const found = world.find(form.token);
  if (found?.kind !== 'token' || found.node._revoked || found.node.expires <= world.now())
    throw new TokenError('invalid_grant', 'The token is invalid or expired.');
  revokeAll(world, found.node.user);
  return {};
}

export function liveToken(world: World, header: string | null, scope: string): Node {
  const found = world.find(/^Bearer (\S+)$/.exec(header ?? '')?.[1] ?? '');
  if (found?.kind !== 'token' || found.node._revoked || found.node.expires <= world.now()) throw badToken();
  retire(world, found.node.replaces);
  if (!found.node.scopes.includes(scope))
    throw new ApiError(401, 'scope_not_authorized', `The user did not authorize the scope ${scope}.`);
  return found.node;
}

/** The person takes the app's access away. */
export function revokeAll(world: World, user: string): void {
  for (const kind of ['token', 'refresh'] as const)
    for (const one of world.all(kind))
      if (one.user === user && !one._revoked) world.save({ ...one, _revoked: true });
}

/** The person takes the app's access away in the settings: what the platform then posts to the app's webhook. */
export async function removed(world: World, app: string, { user, reason = 1 }: Params): Promise<Params> {
  revokeAll(world, String(user));
  const seconds = Math.floor(world.now() / SECOND);
  const body = JSON.stringify({
    client_key: app,
    event: 'authorization.removed',
    create_time: seconds,
    user_openid: user,
    content: JSON.stringify({ reason }),
  });
  const bytes = (text: string) => new TextEncoder().encode(text);
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes(secretOf(app)), hmac, false, ['sign']);
  const signed = new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes(`${seconds}.${body}`)));
  const hex = [...signed].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return { headers: { 'TikTok-Signature': `t=${seconds},s=${hex}` }, body };
}
