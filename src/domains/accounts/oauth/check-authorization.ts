import type { SystemCtx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import { type AppRow, findClient, isLoopback, isRegistered } from '../apps/interface.ts';
import { accessOf, scopeFrom } from '../apps/scope.ts';
import { issuerOf, resourceOf } from './resource.ts';

/** What an app asks a person for, and where to send the answer. */
export interface Authorization {
  app: AppRow;
  redirectUri: string;
  scope: string;
  state: string | null;
  challenge: string;
}

/** Why a request is refused before the person was asked, and where the app is told so. */
export interface Refused {
  app: AppRow;
  error: string;
  message: string;
  location: string;
  /**
   * Whether the person stays on a page of ours that links to `location`. Anybody can register a web address as a
   * redirect URI, so redirecting errors there would make us an open redirector (RFC 9700, section 4.11.2).
   */
  stays: boolean;
}

const LONGEST_STATE = 4096;
/**
 * These parameters may be sent only once, since a second value would make the request ambiguous (RFC 6749, section
 * 3.1).
 */
const ONCE = ['response_type', 'response_mode', 'scope', 'state', 'code_challenge', 'code_challenge_method'];

/**
 * Validates the query of an authorization request. Unknown parameters are ignored.
 * Throws invalid_request (shown as a page) when the app or its redirect URI is unknown, since there is no app to tell.
 * @returns what to ask the person, or the refusal.
 */
export async function checkAuthorization(
  ctx: SystemCtx,
  query: URLSearchParams,
): Promise<Authorization | Refused> {
  const app = await requireKnownApp(ctx, query);
  const redirectUri = requireOwnAddress(app, query);
  const state = query.get('state');
  const tell = { app, redirectUri, state: state && state.length > LONGEST_STATE ? null : state };
  try {
    return { ...tell, ...asked(ctx, app, query) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return refuse(ctx, tell, error.code, error.message);
  }
}

/** Refuses an authorization request before the person has answered. */
export function refuse(
  ctx: SystemCtx,
  to: Pick<Authorization, 'app' | 'redirectUri' | 'state'>,
  error: string,
  message: string,
): Refused {
  const { app, redirectUri } = to;
  return {
    app,
    error,
    message,
    location: refusalTo(ctx, to, error, message),
    stays: app.accountId === null && !isLoopback(redirectUri),
  };
}

/** The URL that sends a person back to the app with an error. */
export function refusalTo(
  ctx: SystemCtx,
  to: { redirectUri: string; state: string | null },
  code: string,
  message: string,
): string {
  return backTo(ctx, to, { error: code, error_description: message });
}

/** The app's registered redirect URI, with our answer appended to its query. */
export function backTo(
  ctx: SystemCtx,
  { redirectUri, state }: { redirectUri: string; state: string | null },
  answer: Record<string, string>,
): string {
  const query = new URLSearchParams(answer);
  if (state !== null) query.set('state', state);
  query.set('iss', issuerOf(ctx.vars));
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${query}`;
}

async function requireKnownApp(ctx: SystemCtx, query: URLSearchParams): Promise<AppRow> {
  const [id, ...more] = query.getAll('client_id');
  const app = id && more.length === 0 && id.length <= 100 ? await findClient(ctx, id) : null;
  if (!app) throw new AppError('invalid_request', 'The app that sent you here is not known.');
  return app;
}

function requireOwnAddress(app: AppRow, query: URLSearchParams): string {
  const [uri, ...more] = query.getAll('redirect_uri');
  if (uri && more.length === 0 && isRegistered(uri, app.redirectUris, app.accountId === null)) return uri;
  throw new AppError(
    'invalid_request',
    `${app.name} wants you back at an address that it has not registered. Nothing was sent there.`,
  );
}

class Refusal extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

function asked(
  ctx: SystemCtx,
  app: AppRow,
  query: URLSearchParams,
): Pick<Authorization, 'scope' | 'challenge'> {
  const twice = ONCE.find((name) => query.getAll(name).length > 1);
  if (twice) throw new Refusal('invalid_request', `${twice} was sent twice.`);
  const type = query.get('response_type');
  if (!type) throw new Refusal('invalid_request', 'response_type is required.');
  if (type !== 'code') throw new Refusal('unsupported_response_type', 'response_type must be code.');
  if ((query.get('response_mode') ?? 'query') !== 'query') {
    throw new Refusal('invalid_request', 'response_mode must be query.');
  }
  if ((query.get('state') ?? '').length > LONGEST_STATE) {
    throw new Refusal('invalid_request', `state has at most ${LONGEST_STATE} characters.`);
  }
  const challenge = query.get('code_challenge') ?? '';
  if (query.get('code_challenge_method') !== 'S256' || !/^[A-Za-z0-9_-]{43}$/.test(challenge)) {
    throw new Refusal('invalid_request', 'Send a code_challenge with code_challenge_method=S256 (PKCE).');
  }
  if (query.getAll('resource').some((resource) => resource !== resourceOf(ctx.vars))) {
    throw new Refusal('invalid_target', `resource must be ${resourceOf(ctx.vars)}.`);
  }
  return { challenge, scope: scopeFor(app, query.get('scope') ?? undefined) };
}

function scopeFor(app: AppRow, text: string | undefined): string {
  let scope: string;
  try {
    scope = scopeFrom(text);
  } catch (error) {
    throw new Refusal('invalid_scope', (error as Error).message);
  }
  if (accessOf(scope) === 'write' && app.access === 'read') {
    throw new Refusal('invalid_scope', 'This app is registered for reading alone.');
  }
  return scope;
}
