// Signing in with Meta: the consent page, codes, short and long tokens, and what a token is good for.
import { html } from 'hono/html';
import { page } from '../page.ts';
import { badToken, check, GraphError, invalid, type Params } from './wire.ts';
import { DAY, HOUR, type Node, type World } from './world.ts';

const CODE_LIVES = HOUR / 6;
const SHORT_LIVES = HOUR;
const LONG_LIVES = 60 * DAY;

/** An app's secret follows from its ID, so that nothing has to be registered first. */
export const secretOf = (app: string) => `sim_secret_${app}`;

const random = (length: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => (byte % 36).toString(36)).join('');

/** The app of a token, which names its world. */
export const appOf = (token: string) => /^EAASIM(\d+)x/.exec(token)?.[1] ?? null;

export async function oauthDialog(world: World, app: string, request: Request, url: URL): Promise<Response> {
  const form = request.method === 'POST' ? new URLSearchParams(await request.text()) : null;
  const asked = Object.fromEntries(url.searchParams);
  const back = asked.redirect_uri ?? '';
  if (!URL.canParse(back) || !asked.client_id || asked.response_type !== 'code')
    return page(
      'Sorry, something went wrong.',
      html`<p>client_id, redirect_uri and response_type=code are needed.</p>`,
      400,
    );
  const scopes = (asked.scope ?? '').split(/[\s,]+/).filter(Boolean);
  if (!form) return page('Meta simulator: log in', consent(world, app, scopes));
  const to = new URL(back);
  if (asked.state !== undefined) to.searchParams.set('state', asked.state);
  if (form.get('answer') !== 'allow') {
    to.searchParams.set('error', 'access_denied');
    to.searchParams.set('error_reason', 'user_denied');
    to.searchParams.set('error_description', 'Permissions error');
  } else {
    const user = world.get('user', form.get('user')).id;
    const declined = form.getAll('decline');
    const code = `AQ${random(40)}`;
    const granted = scopes.filter((scope) => !declined.includes(scope));
    world.add('code', '', { id: code, user, scopes: ['public_profile', ...granted], redirect_uri: back });
    to.searchParams.set('code', code);
  }
  // As the platform's own: old parsers fall over an empty fragment.
  to.hash = '_=_';
  return new Response(null, { status: 303, headers: { Location: to.href } });
}

function consent(world: World, app: string, scopes: string[]) {
  const people = world.all('user').map(({ id, name }) => html`<option value="${id}">${name}</option>`);
  const boxes = scopes.map(
    (scope) =>
      html`<li><label><input type="checkbox" name="decline" value="${scope}"> without ${scope}</label></li>`,
  );
  return html`<p>App ${app} asks for access to your ad accounts and pages.</p>
<form method="post"><label>Log in as <select name="user">${people}</select></label><ul>${boxes}</ul>
<button name="answer" value="allow">Continue</button> <button name="answer" value="deny">Cancel</button></form>`;
}

export function accessToken(world: World, app: string, params: Params): Params {
  check(params, { client_id: 'string!', client_secret: 'string!' });
  if (params.client_secret !== secretOf(app))
    throw new GraphError(400, { message: 'Error validating client secret.', code: 1 });
  if (params.grant_type === 'fb_exchange_token') {
    const { fb_exchange_token: short } = check(params, { fb_exchange_token: 'string!' });
    const { user, scopes } = liveToken(world, short);
    return issue(world, app, { user, scopes, lives: LONG_LIVES });
  }
  const { code, redirect_uri: back } = check(params, { code: 'string!', redirect_uri: 'string!' });
  const found = world.find(code);
  if (found?.kind !== 'code') throw invalid('Invalid verification code format.', 36007);
  const { node } = found;
  if (node._used) throw invalid('This authorization code has been used.', 36009);
  if (node._created + CODE_LIVES <= world.now()) throw invalid('This authorization code has expired.', 36007);
  if (node.redirect_uri !== back)
    throw invalid(
      'Error validating verification code. Please make sure your redirect_uri is identical.',
      36008,
    );
  world.save({ ...node, _used: true });
  return issue(world, app, { user: node.user, scopes: node.scopes, lives: SHORT_LIVES });
}

function issue(world: World, app: string, token: { user: string; scopes: string[]; lives: number }): Params {
  const id = `EAASIM${app}x${random(120)}`;
  const lives = world.setting('tokenLives', token.lives);
  world.add('token', '', { id, app, user: token.user, scopes: token.scopes, expires: world.now() + lives });
  return { access_token: id, token_type: 'bearer', expires_in: Math.floor(lives / 1000) };
}

/** Throws 190 for a token that is unknown, revoked or too old. */
export function liveToken(world: World, token: string): Node {
  const found = world.find(token);
  if (found?.kind !== 'token') throw badToken(467, 'The session is invalid.');
  const { node } = found;
  if (node._revoked) throw badToken(node._revoked, 'The session has been invalidated.');
  if (node.expires <= world.now()) throw badToken(463, 'Session has expired.');
  return node;
}

export function debugToken(world: World, app: string, params: Params): Params {
  const { input_token: token } = check(params, { input_token: 'string!' });
  if (params.access_token !== `${app}|${secretOf(app)}`) {
    throw new GraphError(400, { message: '(#100) You must provide an app access token.', code: 100 });
  }
  const found = world.find(token);
  if (found?.kind !== 'token') {
    return {
      data: {
        app_id: app,
        is_valid: false,
        error: { code: 190, message: 'Malformed access token' },
        scopes: [],
      },
    };
  }
  const { node } = found;
  const valid = !node._revoked && node.expires > world.now();
  return {
    data: {
      app_id: app,
      type: 'USER',
      application: 'Simulated app',
      is_valid: valid,
      issued_at: Math.floor(node._created / 1000),
      expires_at: Math.floor(node.expires / 1000),
      data_access_expires_at: Math.floor((node._created + 90 * DAY) / 1000),
      scopes: node.scopes,
      granular_scopes: node.scopes.map((scope: string) => ({ scope })),
      user_id: node.user,
    },
  };
}

/** The person takes the app's access away: every token of theirs. */
export function revokeAll(world: World, user: string, subcode = 458): void {
  for (const token of world.all('token')) {
    if (token.user === user && !token._revoked) world.save({ ...token, _revoked: subcode });
  }
}
