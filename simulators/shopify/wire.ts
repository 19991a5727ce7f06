// The platform's wire format outside of GraphQL: refusals, signatures, what a JSON body or a form says.

// biome-ignore lint/suspicious/noExplicitAny: each handler checks what it reads
export type Fields = { [name: string]: any };

/** What the platform answers instead of what was asked for. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Record<string, string>;
  constructor(status: number, body: unknown, headers: Record<string, string> = {}) {
    super(JSON.stringify(body));
    this.status = status;
    this.body = body;
    this.headers = headers;
  }

  response(): Response {
    return Response.json(this.body, { status: this.status, headers: this.headers });
  }
}

export const badToken = () =>
  new Refusal(401, {
    errors: '[API] Invalid API key or access token (unrecognized login or wrong password)',
  });
export const frozen = () => new Refusal(402, { errors: 'Unavailable Shop' });
export const notFound = () => new Refusal(404, { errors: 'Not Found' });
export const locked = () => new Refusal(423, { errors: 'Locked' });
export const wrongCommand = (message: string) => new Refusal(400, { errors: message });

export const SHOP_NAME = /^[a-z0-9][a-z0-9-]{0,59}\.myshopify\.com$/;

/** An app's secret follows from its ID, so that nothing has to be registered first. */
export const secretOf = (clientId: string) => `sim_secret_${clientId}`;

export const random = (length: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => (byte % 16).toString(16)).join('');

export async function hmac(secret: string, text: string): Promise<Uint8Array> {
  const bytes = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes.encode(secret), algorithm, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes.encode(text)));
}

export const hex = (bytes: Uint8Array) =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
export const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));

/** An address with the platform's own parameters, and all of them signed with the app's secret. */
export async function signed(address: string, clientId: string, more: Record<string, string>): Promise<URL> {
  const url = new URL(address);
  for (const [name, value] of Object.entries(more)) url.searchParams.append(name, value);
  const sorted = [...url.searchParams].sort(([a], [b]) => a.localeCompare(b));
  const text = new URLSearchParams(sorted).toString().replaceAll('+', '%20');
  url.searchParams.append('hmac', hex(await hmac(secretOf(clientId), text)));
  return url;
}

/** JSON, or a form. */
export async function fieldsOf(request: Request): Promise<Fields> {
  const text = await request.text();
  const type = request.headers.get('content-type') ?? '';
  if (!type.includes('json')) return Object.fromEntries(new URLSearchParams(text));
  try {
    const read = JSON.parse(text);
    if (typeof read === 'object' && read !== null && !Array.isArray(read)) return read;
  } catch {
    // told below
  }
  throw new Refusal(400, { errors: { query: 'Required parameter missing or invalid' } });
}
