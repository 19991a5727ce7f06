// What the edge must know of a pixel before it takes an event, kept in the isolate's memory for a few seconds.

import type { Bindings } from '../env.ts';
import * as clock from '../kit/clock.ts';
import { AppError } from '../kit/error.ts';

type Databases = Pick<Bindings, 'DB'>;

export interface PixelConfig {
  account: string;
  /** The number of the EVENTS_<n> database that the account's events live in. */
  shard: number;
  archived: boolean;
  domains: DomainRule[];
  /** ISO 3166-1 alpha-2, upper case. */
  excludedCountries: ReadonlySet<string>;
  /** What only the customer's own proxy knows. */
  proxyToken: string;
  /** Names the account's networks: see name-network.ts. */
  networkKey: string;
  /** The day (UTC) on which the account has had as many browser events as it may. */
  limitedOn: string | null;
}

/** An entry of `domains`: the origin itself, and its parts. */
interface DomainRule extends Origin {
  origin: string;
}

interface Origin {
  scheme: string;
  /** Lower case, in ASCII. */
  host: string;
  /** Empty for the scheme's own. */
  port: string;
}

interface Row {
  account_id: string;
  domains: string;
  excluded_countries: string;
  status: string;
  proxy_token: string;
  network_key: string;
  events_shard: number | null;
  limited_on: string | null;
}

interface Kept {
  config: PixelConfig | null;
  until: number;
}

/** A change to a pixel is seen by every isolate this long after the nearest replica has it. */
const KEEP_MS = 10_000;
const MAX_KEPT = 5_000;
/** How long a request waits for another request's look-up, which ends unanswered if that request is cut off. */
const MAX_WAIT_MS = 1_000;

// Unknown IDs have a map of their own: however many are asked for, they push no real pixel out.
const known = new Map<string, Kept>();
const unknown = new Map<string, Kept>();
const underWay = new Map<string, Promise<PixelConfig | null>>();

/**
 * The pixel's configuration, at most 10 seconds older than the nearest replica's; null when there is no such pixel. Rejects when D1 does.
 * Simultaneous requests for one pixel share a look-up.
 * @param allow throws when the asker may have nothing looked up: a stranger can make up any number of pixels.
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
  // Others may wait for it after this visitor has gone.
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
    // What another asker was refused says nothing of this one.
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

/** Asks the nearest replica, which may be behind the primary for a moment. */
async function load(id: string, env: Databases, allow: () => Promise<void>): Promise<PixelConfig | null> {
  await allow();
  const row = await env.DB.withSession('first-unconstrained')
    .prepare(
      `SELECT p.account_id, p.domains, p.excluded_countries, p.status, p.proxy_token, a.events_shard,
         l.day AS limited_on, (SELECT f.proxy_token FROM pixels f WHERE f.account_id = p.account_id
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
    // The token of the account's first pixel: a secret of its own for this would be one more thing to look up.
    networkKey: row.network_key,
    limitedOn: row.limited_on,
  };
}

/** An origin as browsers write it, and nothing that only looks like one. */
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
