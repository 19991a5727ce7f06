// Installing an app: the consent page, the signed way back, codes, access tokens of an hour and what renews them.
import { html } from 'hono/html';
import { page } from '../page.ts';
import { compressed, expanded, KNOWN } from './scopes.ts';
import { badToken, type Fields, Refusal, random, secretOf, signed } from './wire.ts';
import { DAY, HOUR, MINUTE, type Node, SECOND, type World } from './world.ts';

const CODE_LIVES = 5 * MINUTE;
const TOKEN_LIVES = HOUR;
const REFRESH_LIVES = 90 * DAY;
const CLIENT = /^[0-9a-f]{32}$/;

export const installationOf = (world: World, client: string): Node | null => {
  const found = world.get('installation', `installation:${client}`);
  return found && !found._uninstalled ? found : null;
};

/** What the app's developers have set at the platform: where it lives, and where the privacy topics go. */
export const appOf = (world: World, client: string): Node =>
  world.get('app', `app:${client}`) ?? {
    id: `app:${client}`,
    client,
    title: 'Sim App',
    url: null,
    privacy: null,
    redirects: null,
  };

export const saveApp = (world: World, app: Node): Node =>
  world.find(app.id) ? world.save(app) : world.add('app', '', app);

function install(world: World, client: string, scopes: string[]): Node {
  // Installed again in time, the shop's data may stay.
  world.sql.exec(`DELETE FROM deliveries WHERE topic = 'shop/redact' AND due > ?`, world.now());
  const found = world.get('installation', `installation:${client}`);
  const node = { id: `installation:${client}`, client, scopes, _uninstalled: false };
  if (found) return world.save({ ...found, ...node });
  return world.add('installation', '', { ...node, number: world.number() });
}

/** The parameters that the platform adds to every address that it leads a person to. */
const ours = (world: World) => ({
  host: btoa(`admin.shopify.com/store/${world.shop.split('.')[0]}`).replaceAll('=', ''),
  shop: world.shop,
  timestamp: String(Math.floor(world.now() / SECOND)),
});

/** Where the shop's admin leads to who installs or opens the app from there. */
export const installLink = (world: World, client: string, appUrl: string): Promise<URL> =>
  signed(appUrl, client, ours(world));

export async function authorize(world: World, request: Request, url: URL): Promise<Response> {
  const asked = url.searchParams;
  const client = asked.get('client_id') ?? '';
  const redirect = asked.get('redirect_uri') ?? '';
  const scopes = (asked.get('scope') ?? '').split(/[,\s]+/).filter(Boolean);
  const wrong = wrongWith(world, { client, redirect, scopes, options: asked.getAll('grant_options[]') });
  if (wrong) return page('Oauth error', html`<p role="alert">Oauth error ${wrong}</p>`, 400);
  const back = async (granted: string[]) => {
    install(world, client, granted);
    const code = random(32);
    world.add('code', '', { id: code, client, redirect });
    const more = { code, ...ours(world), ...(asked.has('state') && { state: asked.get('state')! }) };
    const location = (await signed(redirect, client, more)).href;
    return new Response(null, { status: 302, headers: { Location: location } });
  };
  if (request.method === 'POST') {
    const form = new URLSearchParams(await request.text());
    // A merchant who cancels stays in the admin; the app hears nothing.
    if (form.get('answer') !== 'allow') return page('Apps', html`<p>The app was not installed.</p>`);
    const declined = form.getAll('decline');
    return await back(scopes.filter((scope) => !declined.includes(scope)));
  }
  const installed = installationOf(world, client);
  const has = new Set(expanded(installed?.scopes ?? []));
  const known = installed !== null && expanded(scopes).every((scope) => has.has(scope));
  if (known || world.setting('autoApprove', false)) return await back(known ? installed.scopes : scopes);
  return page(`Install ${appOf(world, client).title}`, consent(world, scopes));
}

interface Asked {
  client: string;
  redirect: string;
  scopes: string[];
  options: string[];
}

function wrongWith(world: World, { client, redirect, scopes, options }: Asked): string | null {
  if (!CLIENT.test(client)) return 'application_cannot_be_found: the app does not exist';
  if (!URL.canParse(redirect) || new URL(redirect).hash !== '')
    return 'invalid_request: The redirect_uri is missing or not valid.';
  const allowed: string[] | null = appOf(world, client).redirects;
  if (allowed && !allowed.includes(redirect)) return 'invalid_request: The redirect_uri is not whitelisted';
  const unknown = scopes.find((scope) => !KNOWN.has(scope));
  if (unknown) return `invalid_scope: ${unknown} is not a scope`;
  if (scopes.length === 0) return 'invalid_scope: no scope is asked for';
  if (options.some((one) => one !== '')) return 'invalid_request: the simulator gives offline tokens alone';
  return null;
}

function consent(world: World, scopes: string[]) {
  const boxes = scopes.map(
    (scope) =>
      html`<li><label><input type="checkbox" name="decline" value="${scope}"> without ${scope}</label></li>`,
  );
  return html`<p>The app asks for access to ${world.owner().name} (${world.shop}).</p>
<form method="post"><ul>${boxes}</ul>
<button name="answer" value="allow">Install</button> <button name="answer" value="deny">Cancel</button></form>`;
}

const refused = (error: string, error_description: string, status = 400) =>
  new Refusal(status, { error, error_description });

/** POST /admin/oauth/access_token: of a code or of a refresh token. */
export function accessToken(world: World, form: Fields): Fields {
  const client = String(form.client_id ?? '');
  if (!CLIENT.test(client) || form.client_secret !== secretOf(client))
    throw refused('invalid_client', 'The client is not known, or its secret is wrong.', 401);
  if (form.grant_type === 'refresh_token') return renewed(world, client, String(form.refresh_token ?? ''));
  if (form.grant_type !== undefined) throw refused('unsupported_grant_type', 'Not supported here.');
  const code = world.get('code', String(form.code ?? ''));
  const fits = code && code.client === client && !code._used && code._created + CODE_LIVES > world.now();
  const installation = installationOf(world, client);
  if (!fits || !installation)
    throw refused('invalid_request', 'The authorization code was not found or was already used');
  if (String(form.expiring ?? '0') !== '1' && !world.setting('everlasting', false))
    throw refused('invalid_request', 'This app must ask for expiring offline access tokens (expiring=1).');
  world.save({ ...code, _used: true });
  if (String(form.expiring ?? '0') === '1') return issued(world, client, null);
  const id = `shpat_${random(32)}`;
  world.add('token', '', { id, client, expires: null, replaces: null });
  return { access_token: id, scope: compressed(installation.scopes).join(',') };
}

function renewed(world: World, client: string, refresh: string): Fields {
  const found = world.get('refresh', refresh);
  const lives = found && found.client === client && !found._revoked && found.expires > world.now();
  if (!lives || !installationOf(world, client))
    throw refused('invalid_grant', 'The refresh token is invalid or has expired.');
  retire(world, found.replaces);
  return issued(world, client, refresh);
}

/** @param replaces the refresh token that ends as soon as one of the new pair is used. */
function issued(world: World, client: string, replaces: string | null): Fields {
  const lives = world.setting('tokenLives', TOKEN_LIVES);
  const token = `shpat_${random(32)}`;
  const refresh = `shprt_${random(32)}`;
  const now = world.now();
  world.add('token', '', { id: token, client, expires: now + lives, replaces });
  const renews = world.setting('refreshLives', REFRESH_LIVES);
  world.add('refresh', '', { id: refresh, client, expires: now + renews, replaces });
  return {
    access_token: token,
    scope: compressed(installationOf(world, client)!.scopes).join(','),
    expires_in: Math.floor(lives / SECOND),
    refresh_token: refresh,
    refresh_token_expires_in: Math.floor(renews / SECOND),
  };
}

function retire(world: World, refresh: string | null): void {
  const old = refresh === null ? null : world.get('refresh', refresh);
  if (old && !old._revoked) world.save({ ...old, _revoked: true });
}

export interface Caller {
  client: string;
  installation: Node;
  scopes: ReadonlySet<string>;
}

/** Throws 401 for a token that is unknown, too old, or of an app that was uninstalled. */
export function liveToken(world: World, text: string | null): Caller {
  const token = text === null ? null : world.get('token', text);
  if (!token || token._revoked || (token.expires !== null && token.expires <= world.now())) throw badToken();
  const installation = installationOf(world, token.client);
  if (!installation) throw badToken();
  retire(world, token.replaces);
  return { client: token.client, installation, scopes: new Set(expanded(installation.scopes)) };
}

/** @param renewals whether the refresh tokens end as well. */
export function endTokens(world: World, client: string, renewals: boolean): void {
  for (const kind of renewals ? (['token', 'refresh'] as const) : (['token'] as const))
    for (const one of world.all(kind))
      if (one.client === client && !one._revoked) world.save({ ...one, _revoked: true });
}
