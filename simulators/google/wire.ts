// The Google Ads API's JSON: what a message may hold, and the shape of its errors.

// biome-ignore lint/suspicious/noExplicitAny: each handler knows what its own spec let through
export type Json = { [name: string]: any };

export const VERSION = 'v25';
const FAILURE = `type.googleapis.com/google.ads.googleads.${VERSION}.errors.GoogleAdsFailure`;

const STATUSES: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
};

/** Where in the request: names as in the proto, with the index of one in a list. */
export type Place = readonly (string | number)[];

/** What the platform answers instead of what was asked for. */
export class GoogleError extends Error {
  readonly status: number;
  readonly body: Json;
  constructor(status: number, message: string, details: Json[]) {
    super(message);
    this.status = status;
    this.body = { error: { code: status, message, status: STATUSES[status] ?? 'UNKNOWN', details } };
  }
}

export const newRequestId = () => crypto.randomUUID().replaceAll('-', '').slice(0, 22);

/** One error of the API's own. @param code `family.CODE`, such as `fieldError.REQUIRED`. */
export function refuse(
  code: string,
  message: string,
  { status = 400, place = [], details }: { status?: number; place?: Place; details?: Json } = {},
): GoogleError {
  const [family, name] = code.split('.') as [string, string];
  const fieldPathElements: Json[] = [];
  for (const part of place) {
    if (typeof part === 'string') fieldPathElements.push({ fieldName: snake(part) });
    else fieldPathElements.at(-1)!.index = part;
  }
  const error: Json = { errorCode: { [family]: name }, message };
  if (fieldPathElements.length > 0) error.location = { fieldPathElements };
  if (details) error.details = details;
  const told = status === 400 ? 'Request contains an invalid argument.' : message;
  return new GoogleError(status, told, [{ '@type': FAILURE, errors: [error], requestId: newRequestId() }]);
}

/** Throws for the first of the fields that is not there. */
export function required(fields: Json, place: Place, ...names: string[]): void {
  for (const name of names)
    if (fields[name] === undefined || fields[name] === '' || fields[name]?.length === 0)
      throw refuse('fieldError.REQUIRED', 'The required field was not present.', { place: [...place, name] });
}

/** What the JSON parser in front of the API refuses. */
export function malformed(description: string, field = ''): GoogleError {
  const fieldViolations = [{ ...(field === '' ? {} : { field }), description }];
  const details = [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations }];
  return new GoogleError(400, description, details);
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
export const camel = (name: string) => name.replace(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase());

/** The kind of one field: a scalar, the names of an enum, a list of something, or a message. */
export type Kind =
  | 'string'
  | 'int64'
  | 'double'
  | 'bool'
  | 'bytes'
  | { of: readonly string[] }
  | [Kind]
  | Spec;
export interface Spec {
  [name: string]: Kind;
}

export const oneOf = (...names: string[]): { of: readonly string[] } => ({ of: names });

/** Reads a message as the parser does: a name that the message lacks, or a value of another type, is refused. */
export function read(value: unknown, spec: Spec, path: string): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw malformed(`Invalid value at '${path}', expected an object.`, path);
  const out: Json = {};
  for (const [given, one] of Object.entries(value)) {
    const name = camel(given);
    const kind = Object.hasOwn(spec, name) ? spec[name] : undefined;
    const at = path === '' ? snake(name) : `${path}.${snake(name)}`;
    if (kind === undefined)
      throw malformed(
        `Invalid JSON payload received. Unknown name "${given}" at '${path}': Cannot find field.`,
        path,
      );
    if (one !== null) out[name] = readOne(one, kind, at);
  }
  return out;
}

const isEnum = (kind: Kind): kind is { of: readonly string[] } =>
  typeof kind === 'object' && !Array.isArray(kind) && Array.isArray((kind as { of?: unknown }).of);

function readOne(value: unknown, kind: Kind, path: string): unknown {
  const wrong = (what: string) =>
    malformed(`Invalid value at '${path}' (${what}), ${JSON.stringify(value)}`, path);
  if (Array.isArray(kind)) {
    if (!Array.isArray(value)) throw wrong('list');
    return value.map((one, at) => readOne(one, kind[0], `${path}[${at}]`));
  }
  if (isEnum(kind)) {
    if (typeof value === 'string' && kind.of.includes(value)) return value;
    throw wrong('TYPE_ENUM');
  }
  if (typeof kind === 'object') return read(value, kind as Spec, path);
  switch (kind) {
    case 'int64':
      if (/^-?\d{1,18}$/.test(String(value)) && typeof value !== 'object') return String(value);
      throw wrong('TYPE_INT64');
    case 'double':
      if (typeof value === 'number' && Number.isFinite(value)) return value;
      throw wrong('TYPE_DOUBLE');
    case 'bool':
      if (typeof value === 'boolean') return value;
      throw wrong('TYPE_BOOL');
    case 'bytes':
      if (typeof value === 'string' && /^[A-Za-z0-9+/_-]*={0,2}$/.test(value)) return value;
      throw wrong('TYPE_BYTES');
    default:
      if (typeof value === 'string') return value;
      throw wrong('TYPE_STRING');
  }
}
