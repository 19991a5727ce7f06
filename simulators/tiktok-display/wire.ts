// The wire format of the Display API, and of the endpoint of tokens.
import { now } from '../clock.ts';

// biome-ignore lint/suspicious/noExplicitAny: each handler knows what its own checks let through
export type Params = { [name: string]: any };

const logId = () => `${now()}${crypto.randomUUID().replaceAll('-', '').slice(0, 20).toUpperCase()}`;

/** What reading answers instead of data. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }

  body() {
    return { data: {}, error: { code: this.code, message: this.message, log_id: logId() } };
  }
}

/** What the endpoint of tokens answers instead of some. */
export class TokenError extends Error {
  readonly status: number;
  readonly code: string;
  constructor(code: string, message: string, status = 400) {
    super(message);
    this.status = status;
    this.code = code;
  }

  body() {
    return { error: this.code, error_description: this.message, log_id: logId() };
  }
}

export const invalid = (message: string) => new ApiError(400, 'invalid_params', message);
export const badToken = () =>
  new ApiError(401, 'access_token_invalid', 'The access token is invalid or not found in the request.');
export const limited = () => new ApiError(429, 'rate_limit_exceeded', 'The API rate limit was exceeded.');

export const answer = (data: unknown) => ({ data, error: { code: 'ok', message: '', log_id: logId() } });

/** The named fields of a node, all of which have to exist. */
export function picked(node: Params, url: URL, known: readonly string[]): Params {
  const asked = (url.searchParams.get('fields') ?? '').split(',').filter(Boolean);
  if (asked.length === 0) throw invalid('The fields are required.');
  const odd = asked.find((name) => !known.includes(name));
  if (odd !== undefined) throw invalid(`The field ${odd} does not exist.`);
  return Object.fromEntries(asked.map((name) => [name, node[name]]));
}

export async function readBody(request: Request): Promise<Params> {
  if (!(request.headers.get('content-type') ?? '').includes('json'))
    throw invalid('Content-Type must be application/json.');
  try {
    const read: unknown = JSON.parse(await request.text());
    if (typeof read === 'object' && read !== null && !Array.isArray(read)) return read;
  } catch {
    // told below
  }
  throw invalid('The body is not a valid JSON object.');
}
