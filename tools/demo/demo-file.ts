// The result of `npm run dev`, for people, scripts and tests: .wrangler/demo.json.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AdPlatformName } from './ad-platforms.ts';

export interface DemoPerson {
  email: string;
  password: string;
}

export interface Demo {
  baseUrl: string;
  docsUrl: string;
  receiverUrl: string;
  shopUrl: string;
  /** The shop's page for its creators, with each component of embeds. */
  embedsUrl: string;
  keys: { brand: string; brandRead: string; partner: string; partnerRead: string; client: string };
  keyIds: { brand: string };
  /** A staff member's token for /internal/v1. */
  staffToken: string;
  accounts: { brand: string; partner: string; client: string; ended: string };
  /** The people who can sign in on the pages, with their credentials. */
  people: Record<'owner' | 'admin' | 'member' | 'partner' | 'creator' | 'staff', DemoPerson>;
  /**
   * `independent` was taken over by the creator of `people`, so only that person can act as it. The brand can
   * act as `added`, and its partner as `managed`.
   */
  creators: { independent: string; added: string; managed: string };
  program: string;
  application: string;
  submission: string;
  /** Bonus payments to the creators. */
  bonuses: { independent: string; added: string; managed: string };
  codes: { creator: string; discount: string };
  pixel: string;
  conversion: string;
  webhook: { url: string; secret: string };
  /** Null until it was made through the running service. */
  work: Work | null;
  money: Money | null;
  ads: Ads | null;
  store: Store | null;
  posts: Posts | null;
}

/** Applications and submissions by their status. */
export interface Work {
  programs: { organic: string; paidAds: string };
  agreement: string;
  applications: Record<'pending' | 'invited' | 'approved' | 'rejected' | 'removed' | 'withdrawn', string>;
  submissions: Record<'review' | 'revision' | 'approved' | 'live' | 'rejected', string>;
  files: { agreement: string; programImage: string; profilePicture: string };
}

/** Payments by their status, and the resulting charges, payouts and withdrawals. */
export interface Money {
  payments: Record<'pendingApproval' | 'processing' | 'succeeded' | 'disputed', string>;
  payouts: { added: string; partner: string };
  withdrawals: Record<'paid' | 'underWay', string>;
  retainers: Record<'active' | 'offered', string>;
}

/** The brand's connections and campaigns at ad platforms. */
export interface Ads {
  connections: Record<AdPlatformName, string>;
  /** One live campaign on each platform. */
  campaigns: Record<AdPlatformName, string>;
  /** The settings that further campaigns on Meta need. */
  settings: Record<string, unknown>;
  plans: Plans;
}

/** Plans of changes to these campaigns. */
export interface Plans {
  /** Waits for its approval. */
  waiting: string;
  /** A platform refused a part of it, which can be repaired. */
  failed: string;
}

/** The brand's simulated Shopify store, with orders that its creators brought. */
export interface Store {
  /** Its domain at the platform. */
  shop: string;
  connection: string;
  pixel: string;
  /** The program that pays for its sales, and the creator and the submission that brought them. */
  program: string;
  creator: string;
  submission: string;
  /** The platform's numbers. `returned` was partly refunded, `test` is no sale. */
  orders: Record<'sold' | 'returned' | 'test', string>;
}

/** A creator's accounts at the social platforms, each with a post whose views are tracked. */
export interface Posts {
  program: string;
  creator: string;
  connections: Record<'instagram' | 'tiktok', string>;
  submissions: Record<'instagram' | 'tiktok', string>;
  posts: Record<'instagram' | 'tiktok', string>;
  permissions: Permissions;
}

/** The ad authorizations for these posts, by their status. */
export interface Permissions {
  requested: string;
  granted: string;
}

function pathOf(dir: string): string {
  return join(dir, 'demo.json');
}

/** Null when there is no demo file, or when it is incomplete. */
export async function readDemo(dir: string): Promise<Demo | null> {
  try {
    return JSON.parse(await readFile(pathOf(dir), 'utf8')) as Demo;
  } catch {
    return null;
  }
}

/**
 * Written to a temporary file and renamed, so that a reader never sees half of it. Readable only by its
 * owner, because it contains keys.
 */
export async function writeDemo(dir: string, demo: Demo): Promise<void> {
  await mkdir(dir, { recursive: true });
  const path = pathOf(dir);
  await writeFile(`${path}.new`, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
}
