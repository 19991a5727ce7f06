import * as z from 'zod';
import { hashKeySecret, newSecret } from '../../../auth/key-secret.ts';
import type { SystemCtx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import { newId } from '../../../kit/ids.ts';
import { SECOND_MS } from '../../../kit/time.ts';
import { AppName, nameProblem } from './app.ts';
import { newClientId } from './create-app.ts';
import { limitRegistrations } from './limit-registrations.ts';
import { isLoopback, MOST_REDIRECT_URIS, redirectUriProblem } from './redirect-uri.ts';
import { accessOf, scopeFrom, widestScope } from './scope.ts';
import { insertRegistered } from './store.ts';

const GRANT_TYPES = ['authorization_code', 'refresh_token'];
/** The authentication methods that clients ask for. All of these clients get HTTP Basic instead. */
const REPLACED = ['none', 'client_secret_post', 'client_secret_basic'];

/** The fields of RFC 7591's client metadata that are read. The RFC says to ignore all others. */
const Metadata = z.object({
  client_name: AppName.optional(),
  grant_types: z
    .array(z.string())
    .refine((types) => types.every((type) => GRANT_TYPES.includes(type)), `Only ${GRANT_TYPES.join(', ')}.`)
    .refine((types) => types.includes('authorization_code'), 'authorization_code is needed.')
    .optional(),
  response_types: z
    .array(z.string())
    .refine((types) => types.length === 1 && types[0] === 'code', 'Only code.')
    .optional(),
  token_endpoint_auth_method: z
    .string()
    .refine((method) => REPLACED.includes(method), 'Only client_secret_basic.')
    .optional(),
  application_type: z.enum(['web', 'native']).optional(),
  scope: z.string().max(200).optional(),
});

/** The most bytes for the name and all addresses together, so that a stranger's row stays below 1 KB. */
const MOST_METADATA = 800;

const RedirectUris = z.array(z.string()).min(1).max(MOST_REDIRECT_URIS);

/**
 * Registers a client that could not register beforehand (RFC 7591). Throws invalid_redirect_uri,
 * invalid_client_metadata, or rate_limited when its network, or all networks together, register too many.
 */
export function registerClient(ctx: SystemCtx, network: string, body: unknown): Record<string, unknown> {
  const asked = metadataOf(body);
  const redirectUris = redirectUrisOf(body);
  const name = asked.client_name ?? nameFrom(redirectUris, ctx);
  const problem = asked.client_name === undefined ? null : nameProblem(name, ctx.vars);
  if (problem !== null) throw new AppError('invalid_client_metadata', `client_name: ${problem}`);
  if (new TextEncoder().encode(name + JSON.stringify(redirectUris)).length > MOST_METADATA) {
    throw new AppError(
      'invalid_client_metadata',
      `client_name and redirect_uris have at most ${MOST_METADATA} bytes together.`,
    );
  }
  const access = accessOf(scopeOf(asked.scope));
  const secret = newSecret('client');
  const clientId = newClientId();
  limitRegistrations(ctx);
  insertRegistered(ctx, {
    id: newId('app', ctx.now),
    accountId: null,
    clientId,
    secretHash: hashKeySecret(secret),
    name,
    redirectUris,
    access,
    registeredFrom: network,
    shownAt: null,
    revokedAt: null,
    version: 1,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  });
  return {
    client_id: clientId,
    client_secret: secret,
    client_id_issued_at: Math.floor(ctx.now / SECOND_MS),
    client_secret_expires_at: 0,
    client_name: name,
    redirect_uris: redirectUris,
    application_type: asked.application_type ?? (redirectUris.some(isLoopback) ? 'native' : 'web'),
    grant_types: GRANT_TYPES,
    response_types: ['code'],
    token_endpoint_auth_method: 'client_secret_basic',
    scope: widestScope(access),
  };
}

function metadataOf(body: unknown): z.output<typeof Metadata> {
  const result = Metadata.safeParse(body);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new AppError('invalid_client_metadata', `${issue!.path.join('.') || 'The body'}: ${issue!.message}`);
}

function redirectUrisOf(body: unknown): string[] {
  const refused = (message: string) => new AppError('invalid_redirect_uri', `redirect_uris: ${message}`);
  const result = RedirectUris.safeParse((body as { redirect_uris?: unknown }).redirect_uris);
  if (!result.success) throw refused(`1 to ${MOST_REDIRECT_URIS} addresses.`);
  for (const uri of result.data) {
    const problem = redirectUriProblem(uri, true);
    if (problem !== null) throw refused(problem);
  }
  return [...new Set(result.data)];
}

/** A client that names no scope may ask for everything, since the person decides what it gets. */
function scopeOf(text: string | undefined): string {
  if (text === undefined) return widestScope('write');
  try {
    return scopeFrom(text);
  } catch (error) {
    throw new AppError('invalid_client_metadata', `scope: ${(error as Error).message}`);
  }
}

/**
 * A client without a name is called by the host of its redirect URI, unless people could mistake that for the service.
 */
function nameFrom([first]: string[], { vars }: SystemCtx): string {
  if (isLoopback(first!)) return 'An app on your computer';
  const { host } = new URL(first!);
  return nameProblem(host, vars) === null ? host : 'An app on the web';
}
