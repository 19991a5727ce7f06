// The Ads API's wire format: envelopes, refusals, what an entity's fields may hold, and pages of lists.
import type { StoredNode } from '../nodes.ts';

// biome-ignore lint/suspicious/noExplicitAny: each handler knows what its own spec let through
export type Fields = { [name: string]: any };

/** What the platform answers instead of what was asked for. */
export class SnapError extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }

  body(): Fields {
    return {
      request_status: 'ERROR',
      request_id: crypto.randomUUID(),
      debug_message: this.message,
      display_message: "We're sorry, but the request could not be completed.",
      error_code: this.code,
    };
  }
}

/** One entity of a list is refused, for this reason; the others of the same request may be taken. */
export class Refused extends Error {}

export const invalid = (message: string) => new SnapError(400, 'E1001', message);
export const missing = () => new SnapError(404, 'E3003', 'Resource can not be found');
export const forbidden = (message: string) => new SnapError(403, 'E2003', message);
export const badToken = () => new SnapError(401, 'E2002', 'The access token is invalid or has expired.');

export const success = (more: Fields): Fields => ({
  request_status: 'SUCCESS',
  request_id: crypto.randomUUID(),
  ...more,
});

/** How a kind is called in addresses and in answers. */
export const WORDS = {
  organization: ['organizations', 'organization'],
  account: ['adaccounts', 'adaccount'],
  profile: ['public_profiles', 'public_profile'],
  pixel: ['pixels', 'pixel'],
  funding: ['fundingsources', 'fundingsource'],
  segment: ['segments', 'segment'],
  campaign: ['campaigns', 'campaign'],
  adsquad: ['adsquads', 'adsquad'],
  ad: ['ads', 'ad'],
  creative: ['creatives', 'creative'],
  media: ['media', 'media'],
} as const;

/** A node as it is answered: without the simulator's own notes and without what is empty. */
export function shown(node: Fields): Fields {
  const told = Object.entries(node).filter(
    ([name, value]) => !name.startsWith('_') && value !== undefined && value !== null,
  );
  const times = {
    updated_at: new Date(node._updated).toISOString(),
    created_at: new Date(node._created).toISOString(),
  };
  return { id: node.id, ...(node._created === undefined ? {} : times), ...Object.fromEntries(told) };
}

export function many(kind: keyof typeof WORDS, nodes: Fields[]): Fields {
  const [plural, singular] = WORDS[kind];
  return { [plural]: nodes.map((node) => ({ sub_request_status: 'SUCCESS', [singular]: shown(node) })) };
}

/** Takes each entity of a POST or PUT by itself: some may be refused while the others are made. */
export function each(
  kind: 'campaign' | 'adsquad' | 'ad' | 'creative' | 'media',
  body: Fields,
  take: (item: Fields) => Fields,
): Fields {
  const [plural, singular] = WORDS[kind];
  const items = body[plural];
  if (!Array.isArray(items) || items.length === 0) throw invalid(`The body needs a list of ${plural}.`);
  const answers = items.map((item) => {
    try {
      return { sub_request_status: 'SUCCESS', [singular]: shown(take(item)) };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return { sub_request_status: 'ERROR', sub_request_error_reason: error.message, [singular]: item };
    }
  });
  const taken = answers.filter((one) => one.sub_request_status === 'SUCCESS').length;
  const request_status = taken === answers.length ? 'SUCCESS' : taken === 0 ? 'ERROR' : 'PARTIAL';
  return { ...success({}), request_status, [plural]: answers };
}

type Kind = 'string' | 'uuid' | 'int' | 'bool' | 'time' | 'object' | 'list' | 'url';
/** `!` at the end: required. A list names the values that there are. */
export type Spec = { [name: string]: Kind | `${Kind}!` | readonly string[] };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?(Z|[+-]\d\d:?\d\d)$/;
const LONGEST_NAME = 375;

/** What the platform made of an entity itself: it may be sent along, and is not looked at. */
const READ_ONLY = new Set(
  `id created_at updated_at created_by_app_id created_by_user last_updated_by_app_id last_updated_by_user
  delivery_status review_status review_status_reasons review_status_reason packaging_status render_type
  targeting_reach_status effective_status deleted objective auto_bid target_bid pacing_properties_version
  skadnetwork_properties semantic_id media_status download_link file_name hash media_usages visibility
  is_demo_media file_size_in_bytes video_metadata image_metadata ad_product`
    .split(/\s+/)
    .filter(Boolean),
);

/** The fields of an entity that can be written. Throws Refused for the first that the platform would not take. */
export function check(item: unknown, spec: Spec): Fields {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) throw new Refused('Not an object');
  const out: Fields = {};
  for (const name of Object.keys(item))
    if (!Object.hasOwn(spec, name) && !READ_ONLY.has(name)) throw new Refused(`Unknown field ${name}`);
  for (const [name, kind] of Object.entries(spec)) {
    const value = (item as Fields)[name];
    if (value === undefined || value === null) {
      if (typeof kind === 'string' && kind.endsWith('!')) throw new Refused(`${name} is required`);
      continue;
    }
    if (!fits(value, kind)) {
      const wanted = typeof kind === 'string' ? kind.replace('!', '') : `one of ${kind.join(', ')}`;
      throw new Refused(`${name} must be ${wanted}`);
    }
    if (name === 'name' && value.length > LONGEST_NAME) throw new Refused('name is too long');
    out[name] = value;
  }
  return out;
}

function fits(value: unknown, kind: Spec[string]): boolean {
  if (typeof kind !== 'string') return kind.includes(String(value));
  switch (kind.replace('!', '')) {
    case 'uuid':
      return typeof value === 'string' && UUID.test(value);
    case 'int':
      return Number.isSafeInteger(value) && (value as number) >= 0;
    case 'bool':
      return typeof value === 'boolean';
    case 'time':
      return typeof value === 'string' && TIME.test(value) && Number.isFinite(Date.parse(value));
    case 'object':
      return typeof value === 'object' && !Array.isArray(value);
    case 'list':
      return Array.isArray(value);
    case 'url':
      return typeof value === 'string' && URL.canParse(value);
    default:
      return typeof value === 'string' && value !== '';
  }
}

const FEWEST = 50;
const MOST = 1000;

/** One page of a list; the address of the next one is absolute. */
export function page(url: URL, kind: keyof typeof WORDS, nodes: StoredNode[]): Fields {
  const asked = url.searchParams.get('limit');
  const limit = asked === null ? null : Number(asked);
  if (limit !== null && !(Number.isInteger(limit) && limit >= FEWEST && limit <= MOST))
    throw invalid(`limit must be from ${FEWEST} to ${MOST}`);
  const from = placeOf(url.searchParams.get('cursor'));
  const to = limit === null ? nodes.length : from + limit;
  const list = many(kind, nodes.slice(from, to));
  return success({ paging: to < nodes.length ? { next_link: nextLink(url, to) } : {}, ...list });
}

export function nextLink(url: URL, place: number): string {
  const next = new URL(url);
  next.searchParams.set('cursor', btoa(`at:${place}`));
  return next.href;
}

export function placeOf(cursor: string | null): number {
  if (cursor === null) return 0;
  try {
    const place = Number(/^at:(\d+)$/.exec(atob(cursor))?.[1]);
    if (Number.isInteger(place)) return place;
  } catch {
    // not base64
  }
  throw invalid('Invalid cursor');
}
