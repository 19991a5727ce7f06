// What the edge needs to know about a pixel before it accepts an event, cached in the isolate's memory for a
// few seconds.

import type { Bindings } from '../env.ts';
import * as clock from '../kit/clock.ts';
import { AppError } from '../kit/error.ts';

type Databases = Pick<Bindings, 'DB'>;

export interface PixelConfig {
  account: string;
  /** The number of the EVENTS_<n> database with the account's events. */
  shard: number;
  archived: boolean;
  domains: DomainRule[];
  /** ISO 3166-1 alpha-2, upper case. */
  excludedCountries: ReadonlySet<string>;
  /** A secret that only the customer's own proxy knows. */
  proxyToken: string;
  /** Public in a shop's settings; never empty in a request's path, so an empty one admits nobody. */
  sandboxKey: string;
  /** The secret from which the names of the account's networks are derived: see name-network.ts. */
  networkKey: string;
  /** The day (UTC) on which the account reached its limit of browser events. */
  limitedOn: string | null;
}

/** An entry of `domains`: the origin and its parts. */
interface DomainRule extends Origin {
  origin: string;
}

interface Origin {
  scheme: string;
  /** Lower case, in ASCII. */
  host: string;
  /** Empty for the scheme's default port. */
  port: string;
}

interface Row {
  account_id: string;
  domains: string;
  excluded_countries: string;
  status: string;
  proxy_token: string;
  sandbox_key: string;
  network_key: string;
  events_shard: number | null;
  limited_on: string | null;
}

interface Kept {
  config: PixelConfig | null;
  until: number;
}

/** Every isolate sees a change to a pixel at most this long after the nearest replica has it. */
const KEEP_MS = 10_000;
const MAX_KEPT = 5_000;
/** How long a request waits for another request's lookup, which never ends if that request is cut off. */
const MAX_WAIT_MS = 1_000;

// Unknown IDs have a map of their own, so that no number of them pushes a real pixel out.
const known = new Map<string, Kept>();
const unknown = new Map<string, Kept>();
const underWay = new Map<string, Promise<PixelConfig | null>>();

/**
 * The pixel's configuration, at most 10 seconds older than the nearest replica's; null when the pixel does
 * not exist. Rejects when D1 does. Simultaneous requests for one pixel share a lookup.
 * @param allow throws when the caller may not cause a lookup: a stranger can make up any number of pixels.
 */
export function pixelConfig(
  id: string,
  env: Databases,
  ctx: ExecutionContext,
  now: number,
  allow: () => Promise<void>,
): PixelConfig | null | Promise<PixelConfig | null> {
  const kept = known.get(id) ?? unknown.get(id);
  if (kept !== undefined && kept.until > now) return kept.config;
  const shared = underWay.get(id);
  if (shared) return firstOf(shared, id, () => load(id, env, allow));
  const mine: Promise<PixelConfig | null> = load(id, env, allow).finally(() => forget(id, mine));
  underWay.set(id, mine);
  // Other requests may wait for it after this visitor has gone.
  ctx.waitUntil(mine.catch(() => null));
  return mine;
}

function forget(id: string, lookUp: Promise<PixelConfig | null>): void {
  if (underWay.get(id) === lookUp) underWay.delete(id);
}

async function firstOf(
  shared: Promise<PixelConfig | null>,
  id: string,
  own: () => Promise<PixelConfig | null>,
): Promise<PixelConfig | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), MAX_WAIT_MS);
  });
  try {
    // If another caller was refused, this one still asks for itself.
    const granted = shared.catch((error) => {
      if (error instanceof AppError) return 'late' as const;
      throw error;
    });
    const first = await Promise.race([granted, late]);
    if (first !== 'late') return first;
    forget(id, shared);
    return await own();
  } finally {
    clearTimeout(timer);
  }
}

/** Reads from the nearest replica, which may be behind the primary for a moment. */
async function load(id: string, env: Databases, allow: () => Promise<void>): Promise<PixelConfig | null> {
  await allow();
  const row = await env.DB.withSession('first-unconstrained')
    .prepare(
      `SELECT p.account_id, p.domains, p.excluded_countries, p.status, p.proxy_token, p.sandbox_key,
         a.events_shard, l.day AS limited_on, (SELECT f.proxy_token FROM pixels f WHERE f.account_id = p.account_id
           ORDER BY f.id LIMIT 1) AS network_key
       FROM pixels p JOIN accounts a ON a.id = p.account_id
       LEFT JOIN beacon_limits l ON l.account_id = p.account_id WHERE p.id = ?1`,
    )
    .bind(id)
    .first<Row>();
  const config = row === null || row.events_shard === null ? null : toConfig(row, row.events_shard);
  const map = config ? known : unknown;
  (config ? unknown : known).delete(id);
  map.delete(id);
  if (map.size >= MAX_KEPT) map.delete(map.keys().next().value!);
  map.set(id, { config, until: clock.now() + KEEP_MS });
  return config;
}

function toConfig(row: Row, shard: number): PixelConfig {
  return {
    account: row.account_id,
    shard,
    archived: row.status === 'archived',
    domains: (JSON.parse(row.domains) as string[]).flatMap((origin) => {
      const parts = originOf(origin);
      return parts ? [{ origin, ...parts }] : [];
    }),
    excludedCountries: new Set(JSON.parse(row.excluded_countries) as string[]),
    proxyToken: row.proxy_token,
    sandboxKey: row.sandbox_key,
    // The token of the account's first pixel: a separate secret would need another lookup.
    networkKey: row.network_key,
    limitedOn: row.limited_on,
  };
}

/** An origin as browsers write it, excluding text that only looks like one. */
const ORIGIN = /^(https?):\/\/([a-z0-9_-]+(?:\.[a-z0-9_-]+)*)(?::([1-9]\d{0,4}))?$/;

function originOf(text: string): Origin | null {
  const [, scheme, host, port = ''] = ORIGIN.exec(text) ?? [];
  return scheme === undefined || host === undefined ? null : { scheme, host, port };
}

/** Whether `origin` is one of the pixel's domains or a subdomain of one, with the same scheme and port. */
export function isAllowedOrigin(config: PixelConfig, origin: string): boolean {
  if (config.domains.some((rule) => rule.origin === origin)) return true;
  const asked = originOf(origin);
  if (!asked) return false;
  const { scheme, host, port } = asked;
  return config.domains.some(
    (rule) => rule.scheme === scheme && rule.port === port && host.endsWith(`.${rule.host}`),
  );
}
