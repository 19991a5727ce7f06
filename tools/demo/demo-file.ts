// What `npm run dev` made, for people, scripts and tests: .wrangler/demo.json.
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
  keys: { brand: string; brandRead: string; partner: string; partnerRead: string; client: string };
  keyIds: { brand: string };
  /** Opens /internal/v1, as one of the service's own people. */
  staffToken: string;
  accounts: { brand: string; partner: string; client: string; ended: string };
  /** Who signs in on the pages, each with what to type. */
  people: Record<'owner' | 'admin' | 'member' | 'partner' | 'creator' | 'staff', DemoPerson>;
  /**
   * `independent` was taken over by the creator of `people`: only that person acts as it. The brand acts as `added`, its
   * partner as `managed`.
   */
  creators: { independent: string; added: string; managed: string };
  program: string;
  application: string;
  submission: string;
  /** Payments to the creators, by hand. */
  bonuses: { independent: string; added: string; managed: string };
  codes: { creator: string; discount: string };
  pixel: string;
  conversion: string;
  webhook: { url: string; secret: string };
  /** Null until the running service was used to make it. */
  work: Work | null;
  money: Money | null;
  ads: Ads | null;
}

/** Applications and submissions by the state they are in. */
export interface Work {
  programs: { organic: string; paidAds: string };
  agreement: string;
  applications: Record<'pending' | 'invited' | 'approved' | 'rejected' | 'removed' | 'withdrawn', string>;
  submissions: Record<'review' | 'revision' | 'approved' | 'live' | 'rejected', string>;
  files: { agreement: string; programImage: string; profilePicture: string };
}

/** Payments by the state they are in, and what became of the money. */
export interface Money {
  payments: Record<'pendingApproval' | 'processing' | 'succeeded' | 'disputed', string>;
  payouts: { added: string; partner: string };
  withdrawals: Record<'paid' | 'underWay', string>;
  retainers: Record<'active' | 'offered', string>;
}

/** What the brand has at ad platforms. */
export interface Ads {
  connections: Record<AdPlatformName, string>;
  /** One on each, live. */
  campaigns: Record<AdPlatformName, string>;
  /** What further ones on Meta need. */
  settings: Record<string, unknown>;
}

function pathOf(dir: string): string {
  return join(dir, 'demo.json');
}

/** Null when there is none, or when it is not whole. */
export async function readDemo(dir: string): Promise<Demo | null> {
  try {
    return JSON.parse(await readFile(pathOf(dir), 'utf8')) as Demo;
  } catch {
    return null;
  }
}

/** Written beside and renamed, so that a reader never sees half of it. Readable by its owner alone: it holds keys. */
export async function writeDemo(dir: string, demo: Demo): Promise<void> {
  await mkdir(dir, { recursive: true });
  const path = pathOf(dir);
  await writeFile(`${path}.new`, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
}
