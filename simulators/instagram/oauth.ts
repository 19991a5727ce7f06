// Signing in with Instagram: the consent page, codes, tokens of an hour, tokens of 60 days, and what extends those.
import { html } from 'hono/html';
import { badToken, check, GraphError, invalid, type Params } from '../meta/wire.ts';
import { page } from '../page.ts';
import { DAY, HOUR, type Node, type World } from './world.ts';

const CODE_LIVES = HOUR;
const SHORT_LIVES = HOUR;
const LONG_LIVES = 60 * DAY;
/** A token has to be this old before it can be renewed. */
const RENEWABLE_AFTER = DAY;
export const BASIC = 'instagram_business_basic';
export const INSIGHTS = 'instagram_business_manage_insights';

/** An app's secret follows from its ID, so that nothing has to be registered first. */
const secretOf = (app: string) => `sim_secret_${app}`;

const random = (length: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => (byte % 36).toString(36)).join('');

/** The app of a token or a code, which names its world. */
export const appOf = (text: string) => /^(?:IGSIM|AQSIM)(\d+)x/.exec(text)?.[1] ?? null;

export async function authorize(world: World, app: string, request: Request, url: URL): Promise<Response> {
  const asked = Object.fromEntries(url.searchParams);
  const back = asked.redirect_uri ?? '';
  const scopes = (asked.scope ?? '').split(/[\s,]+/).filter(Boolean);
  if (!URL.canParse(back) || asked.response_type !== 'code' || !scopes.includes(BASIC))
    return page(
      'Invalid request',
      html`<p>client_id, redirect_uri, response_type=code and the scope ${BASIC} are needed.</p>`,
      400,
    );
  if (request.method !== 'POST') return page('Instagram simulator: log in', consent(world, app, scopes));
  const form = new URLSearchParams(await request.text());
  const to = new URL(back);
  if (asked.state !== undefined) to.searchParams.set('state', asked.state);
  if (form.get('answer') === 'allow') {
    const declined = form.getAll('decline');
    const granted = scopes.filter((scope) => !declined.includes(scope));
    const id = `AQSIM${app}x${random(40)}`;
    world.add('code', '', { id, user: world.get('user', form.get('user')).id, scopes: granted, back });
    to.searchParams.set('code', id);
  } else {
    to.searchParams.set('error', 'access_denied');
    to.searchParams.set('error_reason', 'user_denied');
  }
  // As the platform's own.
  to.hash = '_';
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
<button name="answer" value="allow">Allow</button> <button name="answer" value="deny">Cancel</button></form>`;
}

/** What the host of the codes says in place of a token. */
export class SignInError extends Error {
  readonly body: { error_type: string; code: number; error_message: string };
  constructor(message: string) {
    super(message);
    this.body = { error_type: 'OAuthException', code: 400, error_message: message };
  }
}

/** POST api.instagram.com/oauth/access_token. */
export function redeem(world: World, app: string, form: Params): Params {
  if (form.client_id !== app || form.client_secret !== secretOf(app))
    throw new SignInError('Invalid platform app');
  if (form.grant_type !== 'authorization_code') throw new SignInError('Invalid grant_type');
  const found = world.find(form.code);
  if (found?.kind !== 'code') throw new SignInError('Invalid authorization code');
  const { node } = found;
  if (node._used) throw new SignInError('This authorization code has been used');
  if (node._created + CODE_LIVES <= world.now()) throw new SignInError('This authorization code has expired');
  if (node.back !== form.redirect_uri)
    throw new SignInError(
      'Error validating verification code. Please make sure your redirect_uri is identical',
    );
  world.save({ ...node, _used: true });
  const { access_token } = issue(world, app, node.user, node.scopes, false);
  // The platform's own ID is a number here, and larger than JSON's are exact.
  const answer = { access_token, user_id: Number(node.user), permissions: node.scopes };
  return world.setting('wrapped', false) ? { data: [answer] } : answer;
}

function issue(world: World, app: string, user: string, scopes: string[], long: boolean): Params {
  const id = `IGSIM${app}x${random(120)}`;
  const lives = long ? world.setting('tokenLives', LONG_LIVES) : SHORT_LIVES;
  world.add('token', '', { id, app, user, scopes, long, expires: world.now() + lives });
  return { access_token: id, token_type: 'bearer', expires_in: Math.floor(lives / 1000) };
}

/** GET graph.instagram.com/access_token */
export function exchange(world: World, app: string, params: Params): Params {
  const { client_secret, access_token, grant_type } = check(params, {
    grant_type: 'string!',
    client_secret: 'string!',
    access_token: 'string!',
  });
  if (grant_type !== 'ig_exchange_token') throw invalid('Unsupported grant_type.');
  if (client_secret !== secretOf(app))
    throw new GraphError(400, { message: 'Error validating client secret.', code: 1 });
  const token = liveToken(world, access_token);
  if (token.long) throw invalid('The token is long-lived already.');
  return issue(world, app, token.user, token.scopes, true);
}

/** GET graph.instagram.com/refresh_access_token: the old token keeps its end. */
export function refresh(world: World, app: string, params: Params): Params {
  const { access_token, grant_type } = check(params, { grant_type: 'string!', access_token: 'string!' });
  if (grant_type !== 'ig_refresh_token') throw invalid('Unsupported grant_type.');
  const token = liveToken(world, access_token);
  if (!token.long) throw invalid('Only long-lived tokens can be refreshed.');
  if (token._created + RENEWABLE_AFTER > world.now())
    throw invalid('The token must be at least 24 hours old to be refreshed.');
  return issue(world, app, token.user, token.scopes, true);
}

/** Throws 190 for a token that is unknown, revoked or too old. */
export function liveToken(world: World, text: string): Node {
  const found = world.find(text);
  if (found?.kind !== 'token') throw badToken(467, 'The session is invalid.');
  if (found.node._revoked) throw badToken(460, 'The session has been invalidated.');
  if (found.node.expires <= world.now()) throw badToken(463, 'Session has expired.');
  return found.node;
}

/** The person takes the app's access away: every token of theirs. */
export function revokeAll(world: World, user: string): void {
  for (const token of world.all('token'))
    if (token.user === user && !token._revoked) world.save({ ...token, _revoked: true });
}
