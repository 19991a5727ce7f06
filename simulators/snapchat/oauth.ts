// Signing in with Snapchat: the consent page, codes, access tokens of an hour and what renews them.
import { html } from 'hono/html';
import { page } from '../page.ts';
import { badToken, type Fields } from './wire.ts';
import { HOUR, MINUTE, type Node, type World } from './world.ts';

const CODE_LIVES = 10 * MINUTE;
const TOKEN_LIVES = HOUR;
export const MARKETING = 'snapchat-marketing-api';
export const PROFILES = 'snapchat-profile-api';
const SCOPES = [MARKETING, PROFILES, 'snapchat-offline-conversions-api'];

/** An app's secret follows from its ID, so that nothing has to be registered first. */
const secretOf = (app: string) => `sim_secret_${app}`;

const random = (length: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => (byte % 36).toString(36)).join('');

/** The app of a token or code, which names its world. */
export const appOf = (text: string) => /snapsim\.([0-9a-f-]{36})\./.exec(text)?.[1] ?? null;

const named = (app: string, what: string, length: number) => `snapsim.${app}.${what}${random(length)}`;

export async function authorize(world: World, app: string, request: Request, url: URL): Promise<Response> {
  const asked = Object.fromEntries(url.searchParams);
  const scopes = (asked.scope ?? '').split(' ').filter(Boolean);
  const bad =
    asked.response_type !== 'code' ||
    !URL.canParse(asked.redirect_uri ?? '') ||
    scopes.length === 0 ||
    scopes.some((scope) => !SCOPES.includes(scope));
  if (bad)
    return page(
      'Something went wrong',
      html`<p>client_id, redirect_uri, scope and response_type=code are needed.</p>`,
      400,
    );
  if (request.method !== 'POST') return page('Snapchat simulator: log in', consent(world, app, scopes));
  const form = new URLSearchParams(await request.text());
  const back = new URL(asked.redirect_uri!);
  if (asked.state !== undefined) back.searchParams.set('state', asked.state);
  if (form.get('answer') === 'allow') {
    const id = named(app, 'c', 40);
    const user = world.get('user', form.get('user')).id;
    const declined = form.getAll('decline');
    const granted = scopes.filter((scope) => !declined.includes(scope));
    world.add('code', '', { id, user, scopes: granted, redirect_uri: asked.redirect_uri });
    back.searchParams.set('code', id);
  } else back.searchParams.set('error', 'access_denied');
  return new Response(null, { status: 303, headers: { Location: back.href } });
}

function consent(world: World, app: string, scopes: string[]) {
  const people = world
    .all('user')
    .map((user) => html`<option value="${user.id}">${user.display_name}</option>`);
  const boxes = scopes.map(
    (scope) =>
      html`<li><label><input type="checkbox" name="decline" value="${scope}"> without ${scope}</label></li>`,
  );
  return html`<p>App ${app} asks for access to your organizations and ad accounts.</p>
<form method="post"><label>Log in as <select name="user">${people}</select></label><ul>${boxes}</ul>
<button name="answer" value="allow">Continue</button> <button name="answer" value="deny">Cancel</button></form>`;
}

interface Answer {
  status: number;
  body: Fields;
}

const refused = (error: string, error_description: string): Answer => ({
  status: 400,
  body: { error, error_description },
});

/** POST …/access_token: a code's, or a fresh one for a refresh token. */
export function accessToken(world: World, app: string, form: Fields): Answer {
  if (form.client_secret !== secretOf(app)) return refused('invalid_client', 'The client is not known.');
  if (form.grant_type === 'refresh_token') {
    const found = world.find(form.refresh_token ?? '');
    if (found?.kind !== 'refresh' || found.node._revoked)
      return refused('invalid_grant', 'The refresh token is not valid.');
    // The one before is good for as long as people need who lost the answer.
    if (world.setting('rotating', false)) world.save({ ...found.node, _revoked: true });
    return issue(world, app, found.node, world.setting('rotating', false) ? null : found.node.id);
  }
  if (form.grant_type !== 'authorization_code')
    return refused('unsupported_grant_type', 'Only authorization_code and refresh_token.');
  const found = world.find(form.code ?? '');
  if (found?.kind !== 'code') return refused('invalid_grant', 'The code is not known.');
  const { node } = found;
  if (node._used || node._created + CODE_LIVES <= world.now())
    return refused('invalid_grant', 'The code was used or has expired.');
  if (node.redirect_uri !== form.redirect_uri)
    return refused('invalid_grant', 'The redirect_uri is another one.');
  world.save({ ...node, _used: true });
  return issue(world, app, node, null);
}

function issue(world: World, app: string, { user, scopes }: Node, kept: string | null): Answer {
  const lives = world.setting('tokenLives', TOKEN_LIVES);
  const id = named(app, 'a', 200);
  world.add('token', '', { id, user, scopes, expires: world.now() + lives });
  const refresh_token = kept ?? named(app, 'r', 60);
  if (kept === null) world.add('refresh', '', { id: refresh_token, user, scopes });
  const body = { access_token: id, token_type: 'Bearer', expires_in: Math.floor(lives / 1000) };
  return { status: 200, body: { ...body, refresh_token, scope: scopes.join(' '), id_token: '' } };
}

/** Throws 401 for a token that is unknown, revoked or too old. */
export function liveToken(world: World, text: string): Node {
  const found = world.find(text);
  if (found?.kind !== 'token' || found.node._revoked || found.node.expires <= world.now()) throw badToken();
  return found.node;
}

/** POST …/revoke_token: ends everything that the token's person gave the app. A token that is unknown has ended already. */
export function revoke(world: World, app: string, form: Fields): Answer {
  if (form.client_secret !== secretOf(app)) return refused('invalid_client', 'The client is not known.');
  const found = world.find(form.token ?? '');
  if (found?.kind === 'token' || found?.kind === 'refresh') endTokens(world, found.node.user, true);
  return { status: 200, body: {} };
}

/** @param renewals whether the refresh tokens end as well. */
export function endTokens(world: World, user: string, renewals: boolean): void {
  for (const kind of renewals ? (['token', 'refresh'] as const) : (['token'] as const))
    for (const one of world.all(kind)) if (one.user === user) world.save({ ...one, _revoked: true });
}
