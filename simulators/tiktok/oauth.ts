// Signing in with TikTok for Business: the consent page, codes, and tokens that live until they are taken back.
import { html } from 'hono/html';
import { page } from '../page.ts';
import { ApiError, badToken, check, type Params } from './wire.ts';
import { HOUR, type Node, type World } from './world.ts';

const CODE_LIVES = HOUR;

/** An app's secret follows from its ID, so that nothing has to be registered first. */
export const secretOf = (app: string) => `sim_secret_${app}`;

const random = (length: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => (byte % 36).toString(36)).join('');

/** The app of a token, which names its world. */
export const appOf = (token: string) => /^ttsim(\d+)x/.exec(token)?.[1] ?? null;

export async function consentPage(world: World, app: string, request: Request, url: URL): Promise<Response> {
  const form = request.method === 'POST' ? new URLSearchParams(await request.text()) : null;
  const asked = Object.fromEntries(url.searchParams);
  const back = asked.redirect_uri ?? '';
  if (!URL.canParse(back) || !asked.app_id)
    return page('Sorry, something went wrong.', html`<p>app_id and redirect_uri are needed.</p>`, 400);
  if (!form) return page('TikTok simulator: log in', consent(world, app));
  const to = new URL(back);
  if (form.get('answer') === 'allow') {
    const user = world.get('user', form.get('user')).id;
    const declined = form.getAll('decline');
    const advertisers = world
      .all('advertiser')
      .filter((one) => one._users.includes(user) && !declined.includes(one.id))
      .map((one) => one.id);
    const code = random(40);
    world.add('code', '', { id: code, user, advertisers });
    to.searchParams.set('auth_code', code);
    to.searchParams.set('code', code);
  } else to.searchParams.set('error', 'access_denied');
  if (asked.state !== undefined) to.searchParams.set('state', asked.state);
  return new Response(null, { status: 303, headers: { Location: to.href } });
}

function consent(world: World, app: string) {
  const people = world.all('user').map((one) => html`<option value="${one.id}">${one.display_name}</option>`);
  const boxes = world
    .all('advertiser')
    .map(
      (one) =>
        html`<li><label><input type="checkbox" name="decline" value="${one.id}"> without ${one.name}</label></li>`,
    );
  return html`<p>App ${app} asks to manage your ads, creatives, audiences and reports.</p>
<form method="post"><label>Log in as <select name="user">${people}</select></label><ul>${boxes}</ul>
<button name="answer" value="allow">Confirm</button> <button name="answer" value="deny">Cancel</button></form>`;
}

function checkApp(app: string, params: Params): Params {
  const given = check(params, { app_id: 'string!', secret: 'string!' });
  if (given.app_id !== app || given.secret !== secretOf(app))
    throw new ApiError(40001, 'The app ID or the secret is incorrect.');
  return given;
}

export function accessToken(world: World, app: string, params: Params): Params {
  checkApp(app, params);
  const { auth_code: code } = check(params, { auth_code: 'string!' });
  const found = world.find(code);
  if (found?.kind !== 'code') throw new ApiError(40110, 'Auth_code is invalid.');
  const { node } = found;
  if (node._used) throw new ApiError(40110, 'Auth_code has been used.');
  if (node._created + CODE_LIVES <= world.now()) throw new ApiError(40101, 'Auth_code is expired.');
  world.save({ ...node, _used: true });
  const id = `ttsim${app}x${random(60)}`;
  const { user, advertisers } = node;
  world.add('token', '', { id, user, advertisers });
  return { access_token: id, scope: [4, 3, 21, 22, 23, 24], advertiser_ids: advertisers };
}

export function revokeToken(world: World, app: string, params: Params): Params {
  checkApp(app, params);
  const { access_token: text } = check(params, { access_token: 'string!' });
  const token = liveToken(world, text);
  world.save({ ...token, _revoked: true });
  return {};
}

export function listAdvertisers(world: World, app: string, token: Node, params: Params): Params {
  checkApp(app, params);
  const list = token.advertisers.map((id: string) => ({
    advertiser_id: id,
    advertiser_name: world.get('advertiser', id).name,
  }));
  return { list };
}

/** Throws for a token that is missing, unknown or revoked. */
export function liveToken(world: World, text: string | null): Node {
  if (!text) throw new ApiError(40104, 'Access token is empty.');
  const found = world.find(text);
  if (found?.kind !== 'token' || found.node._revoked) throw badToken();
  return found.node;
}

/** The person takes the app's access away: every token of theirs. */
export function revokeAll(world: World, user: string): void {
  for (const token of world.all('token')) if (token.user === user) world.save({ ...token, _revoked: true });
}
