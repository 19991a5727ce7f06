// What the edge must know of a pixel before it takes an event, kept in the isolate's memory for a few seconds.

import type { Bindings } from '../env.ts';
import * as clock from '../kit/clock.ts';

type Databases = Pick<Bindings, 'DB'>;

export interface PixelConfig {
  account: string;
  /** The number of the EVENTS_<n> database that the account's events live in. */
  shard: number;
  archived: boolean;
  domains: DomainRule[];
  /** ISO 3166-1 alpha-2, upper case. */
  excludedCountries: ReadonlySet<string>;
}

/** An entry of `domains`: the origin itself, and what the origins of its subdomains begin and end with. */
interface DomainRule {
  origin: string;
  scheme: string;
  subdomain: string;
}

interface Row {
  account_id: string;
  domains: string;
  excluded_countries: string;
  status: string;
  events_shard: number | null;
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
 */
export function pixelConfig(
  id: string,
  env: Databases,
  ctx: ExecutionContext,
  now: number,
): PixelConfig | null | Promise<PixelConfig | null> {
  const kept = known.get(id) ?? unknown.get(id);
  if (kept !== undefined && kept.until > now) return kept.config;
  const shared = underWay.get(id);
  if (shared) return firstOf(shared, id, env);
  const mine: Promise<PixelConfig | null> = load(id, env).finally(() => forget(id, mine));
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
  env: Databases,
): Promise<PixelConfig | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), MAX_WAIT_MS);
  });
  try {
    const first = await Promise.race([shared, late]);
    if (first !== 'late') return first;
    forget(id, shared);
    return await load(id, env);
  } finally {
    clearTimeout(timer);
  }
}

/** Asks the nearest replica, which may be behind the primary for a moment. */
async function load(id: string, env: Databases): Promise<PixelConfig | null> {
  const row = await env.DB.withSession('first-unconstrained')
    .prepare(
      `SELECT p.account_id, p.domains, p.excluded_countries, p.status, a.events_shard
       FROM pixels p JOIN accounts a ON a.id = p.account_id WHERE p.id = ?1`,
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
    domains: (JSON.parse(row.domains) as string[]).map((origin) => {
      const host = origin.indexOf('://') + 3;
      return { origin, scheme: origin.slice(0, host), subdomain: `.${origin.slice(host)}` };
    }),
    excludedCountries: new Set(JSON.parse(row.excluded_countries) as string[]),
  };
}

/** Whether `origin` is one of the pixel's domains or a subdomain of one, with the same scheme and port. */
export function isAllowedOrigin(config: PixelConfig, origin: string): boolean {
  for (const rule of config.domains) {
    if (origin === rule.origin) return true;
    if (origin.startsWith(rule.scheme) && origin.endsWith(rule.subdomain)) return true;
  }
  return false;
}
