// Signing in with Google: the consent page, codes, access tokens of an hour, refresh tokens, and what a token is good for.
import { html } from 'hono/html';
import { page } from '../page.ts';
import { refuse } from './wire.ts';
import { HOUR, MINUTE, type Node, type World } from './world.ts';

const ADS_SCOPE = 'https://www.googleapis.com/auth/adwords';
const SCOPES: Readonly<Record<string, string>> = {
  openid: 'openid',
  email: 'https://www.googleapis.com/auth/userinfo.email',
  profile: 'https://www.googleapis.com/auth/userinfo.profile',
  [ADS_SCOPE]: ADS_SCOPE,
};

/** A project's client ID is its number with an ending; its secret follows from it, so that nothing has to be registered. */
export const CLIENT = /^(\d{6,20})-sim\.apps\.googleusercontent\.com$/;
export const secretOf = (client: string) => `sim_secret_${CLIENT.exec(client)?.[1]}`;

const random = (length: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => (byte % 36).toString(36)).join('');

/** The project of a code or token, which names its world. */
export const projectOf = (text: string) =>
  /^(?:4\/sim|ya29\.sim|1\/\/sim)(\d{6,20})x/.exec(text)?.[1] ?? null;

export async function consentPage(
  world: World,
  project: string,
  request: Request,
  url: URL,
): Promise<Response> {
  const asked = Object.fromEntries(url.searchParams);
  const back = asked.redirect_uri ?? '';
  const wrong = (error: string) => page('Access blocked', html`<p>Error 400: ${error}</p>`, 400);
  if (!URL.canParse(back)) return await wrong('redirect_uri_mismatch');
  if (asked.response_type !== 'code') return await wrong('unsupported_response_type');
  const scopes = (asked.scope ?? '').split(' ').filter(Boolean);
  if (scopes.length === 0 || scopes.some((one) => !(one in SCOPES))) return await wrong('invalid_scope');
  if (request.method !== 'POST') return await page('Google simulator: sign in', form(world, project, scopes));
  const answer = new URLSearchParams(await request.text());
  const to = new URL(back);
  if (asked.state !== undefined) to.searchParams.set('state', asked.state);
  if (answer.get('answer') !== 'allow') to.searchParams.set('error', 'access_denied');
  else {
    const person = world.find(answer.get('user'));
    if (person?.kind !== 'user') return await wrong('invalid_request');
    const given = scopes.filter((one) => !answer.getAll('decline').includes(one)).map((one) => SCOPES[one]);
    const code = `4/sim${project}x${random(50)}`;
    const offline = asked.access_type === 'offline' && asked.prompt === 'consent';
    const known = { user: person.node.id, redirect_uri: back, scopes: given, offline };
    world.add('code', '', { id: code, ...known });
    to.searchParams.set('code', code);
    to.searchParams.set('scope', given.join(' '));
  }
  return new Response(null, { status: 302, headers: { Location: to.href } });
}

function form(world: World, project: string, scopes: string[]) {
  const people = world.all('user').map(({ id, email }) => html`<option value="${id}">${email}</option>`);
  const boxes = scopes.map(
    (scope) =>
      html`<li><label><input type="checkbox" name="decline" value="${scope}"> without ${scope}</label></li>`,
  );
  return html`<p>Project ${project} wants access to your Google Account.</p>
<form method="post"><label>Account <select name="user">${people}</select></label><ul>${boxes}</ul>
<button name="answer" value="allow">Continue</button> <button name="answer" value="deny">Cancel</button></form>`;
}

const failure = (status: number, error: string, description: string) =>
  Response.json({ error, error_description: description }, { status });

/** POST /token, as a form. */
export function tokenAnswer(world: World, project: string, form: URLSearchParams): Response {
  const client = form.get('client_id') ?? '';
  if (CLIENT.exec(client)?.[1] !== project || form.get('client_secret') !== secretOf(client))
    return failure(401, 'invalid_client', 'The provided client secret is invalid.');
  if (form.get('grant_type') === 'refresh_token') {
    const grant = world.find(form.get('refresh_token'));
    if (grant?.kind !== 'grant' || grant.node._revoked)
      return failure(400, 'invalid_grant', 'Token has been expired or revoked.');
    return Response.json(issue(world, project, grant.node));
  }
  if (form.get('grant_type') !== 'authorization_code')
    return failure(400, 'unsupported_grant_type', 'Invalid grant_type.');
  const found = world.find(form.get('code'));
  const code = found?.kind === 'code' ? found.node : null;
  if (!code || code._used || code._created + 10 * MINUTE <= world.now())
    return failure(400, 'invalid_grant', 'Malformed auth code.');
  if (code.redirect_uri !== form.get('redirect_uri'))
    return failure(400, 'redirect_uri_mismatch', 'Bad Request');
  world.save({ ...code, _used: true });
  const known = { user: code.user, scopes: code.scopes };
  const grant = world.add('grant', '', { id: `1//sim${project}x${random(60)}`, ...known });
  return Response.json({
    ...issue(world, project, grant),
    ...(code.offline ? { refresh_token: grant.id } : {}),
    ...(code.scopes.includes('openid') ? { id_token: idToken(world, client, code) } : {}),
  });
}

function issue(world: World, project: string, grant: Node) {
  const id = `ya29.sim${project}x${random(100)}`;
  const lives = world.setting('tokenLives', HOUR);
  const { user, scopes } = grant;
  world.add('token', '', { id, grant: grant.id, user, scopes, expires: world.now() + lives });
  return {
    access_token: id,
    expires_in: Math.floor(lives / 1000) - 1,
    scope: scopes.join(' '),
    token_type: 'Bearer',
  };
}

function idToken(world: World, client: string, { user, scopes }: Node): string {
  const person = world.find(user)!.node;
  const part = (value: object) =>
    btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  const now = Math.floor(world.now() / 1000);
  const email = scopes.includes(SCOPES.email) ? { email: person.email, email_verified: true } : {};
  const claims = {
    iss: 'https://accounts.google.com',
    azp: client,
    aud: client,
    sub: user,
    ...email,
    iat: now,
    exp: now + 3600,
  };
  return `${part({ alg: 'RS256', kid: 'sim', typ: 'JWT' })}.${part(claims)}.${random(40)}`;
}

/** POST /revoke: the whole grant, by any of its tokens. */
export function revokeAnswer(world: World, token: string): Response {
  const found = world.find(token);
  const grant =
    found?.kind === 'token'
      ? world.find(found.node.grant)?.node
      : found?.kind === 'grant'
        ? found.node
        : undefined;
  if (!grant || grant._revoked) return failure(400, 'invalid_token', 'Token expired or revoked');
  // The person's consent is one, whichever grant it was.
  revokeUser(world, grant.user);
  return Response.json({});
}

export function revokeUser(world: World, user: string): void {
  for (const grant of world.all('grant')) if (grant.user === user) world.save({ ...grant, _revoked: true });
}

/** The token of a request. Throws what the platform says of one that is unknown, too old or taken back. */
export function liveToken(world: World, request: Request): Node {
  const text = /^Bearer (\S+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
  const bad = (code: string, message: string) =>
    refuse(`authenticationError.${code}`, message, { status: 401 });
  const found = world.find(text);
  if (found?.kind !== 'token') throw bad('OAUTH_TOKEN_INVALID', 'The OAuth access token is invalid.');
  const { node } = found;
  if (world.find(node.grant)?.node._revoked)
    throw bad('OAUTH_TOKEN_REVOKED', 'The OAuth access token was revoked.');
  if (node._ended || node.expires <= world.now())
    throw bad('OAUTH_TOKEN_EXPIRED', 'The OAuth access token expired.');
  if (!node.scopes.includes(ADS_SCOPE))
    throw refuse(
      'authorizationError.ACTION_NOT_PERMITTED',
      'Request had insufficient authentication scopes.',
      { status: 403 },
    );
  return node;
}
