import { hashKeySecret, isSecret } from '../../../auth/key-secret.ts';
import type { SystemCtx } from '../../../context.ts';
import { equalInConstantTime } from '../../../kit/crypto.ts';
import { AppError } from '../../../kit/error.ts';
import { type AppRow, findClient } from '../apps/interface.ts';
import type { Parameters } from './parameters.ts';

const NOBODY = '0'.repeat(64);

/**
 * Authenticates the client by HTTP Basic, the only method, before anything else in the request is read.
 * Throws invalid_client, or invalid_request when the body names another client.
 */
export async function requireClient(
  ctx: SystemCtx,
  authorization: string | null,
  body: Parameters,
): Promise<AppRow> {
  const [id, secret] = basic(authorization) ?? [];
  if (id === undefined || secret === undefined) {
    throw unknownClient('Authenticate by HTTP Basic with the client ID and the client secret.');
  }
  const app = /^service_ci_\w{1,64}$/.test(id) ? await findClient(ctx, id) : null;
  const hash = isSecret('client', secret) ? hashKeySecret(secret) : '';
  // An unknown client is compared as well, so that it takes the same time.
  const right = equalInConstantTime(hash, app?.secretHash ?? NOBODY);
  if (!app || !right) throw unknownClient('The client ID or the client secret is wrong.');
  if (body.client_secret !== undefined || body.client_assertion !== undefined) {
    throw new AppError('invalid_request', 'Authenticate once: by HTTP Basic alone.');
  }
  if (body.client_id !== undefined && body.client_id !== app.clientId) {
    throw new AppError('invalid_request', 'client_id is another client than the one that authenticated.');
  }
  return app;
}

function unknownClient(message: string): AppError {
  return new AppError('invalid_client', message, { headers: { 'WWW-Authenticate': 'Basic realm="OAuth"' } });
}

/** RFC 6749, section 2.3.1: the ID and the secret are form-encoded before they are joined. */
function basic(header: string | null): [id: string, secret: string] | null {
  const encoded = /^Basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec((header ?? '').slice(0, 1_000))?.[1];
  if (encoded === undefined) return null;
  try {
    const text = atob(encoded);
    const colon = text.indexOf(':');
    if (colon < 0) return null;
    return [formDecoded(text.slice(0, colon)), formDecoded(text.slice(colon + 1))];
  } catch {
    return null;
  }
}

function formDecoded(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}
