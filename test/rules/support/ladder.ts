// The ladder of areas, and of the domains in each, from the bottom up. ARCHITECTURE.md says why.
import { posix } from 'node:path';
import { type Import, importsIn, read, sources } from './sources.ts';

export const LADDER: Readonly<Record<string, readonly string[]>> = {
  platform: ['cities', 'formats', 'files'],
  accounts: [
    'accounts',
    'attempts',
    'mails',
    'people',
    'team',
    'sign-ups',
    'keys',
    'webhooks',
    'connections',
    'audit',
    'apps',
    'oauth',
  ],
  measurement: ['credit-targets', 'pixels', 'conversions', 'event-rules', 'pixel-events'],
  catalog: ['products', 'catalogues', 'shops'],
  work: [
    'agreement-rules',
    'program-terms',
    'creator-consent',
    'applications',
    'retainers',
    'submissions',
    'samples',
    'agreements',
    'programs',
    'creators',
    'relationships',
    'claims',
    'creator-codes',
  ],
  money: [
    'ledger',
    'ledger-instructions',
    'receivables',
    'payables',
    'processor-balances',
    'cards',
    'payout-accounts',
    'chargebacks',
    'charging',
    'refunds',
    'reconciliation',
    'payments',
    'withdrawals',
    'payouts',
    'campaign-pay',
    'accruals',
    'brand-fees',
    'earnings',
    'retainer-periods',
    'charges',
    'differences',
    'corrections',
    'balance',
    'processor-events',
  ],
  content: ['mirrors', 'posts'],
  ads: [
    'campaign-terms',
    'ad-fields',
    'ad-defaults',
    'ad-templates',
    'ad-authorizations',
    'platform-tasks',
    'campaign-record',
    'field-catalogue',
    'resources',
    'plan-record',
    'campaign-preflight',
    'campaign-delivery',
    'campaign-reports',
    'campaigns',
    'plan-checks',
    'plan-execution',
    'plans',
    'ad-library',
    'ad-sync',
    'ad-records',
    'analytics',
  ],
  messaging: [
    'message-search',
    'thread-log',
    'thread-record',
    'message-digests',
    'messages',
    'threads',
    'moderation',
    'notices',
  ],
  embedding: ['embeds'],
  exporting: ['exports'],
  operations: ['health', 'staff', 'conversations', 'second-factors'],
};

const AREAS = Object.keys(LADDER);

/** A path's place: the height of its area, and its domain in it. Null outside src/domains. */
export function placeOf(path: string): { area: string; domain: string; height: number } | null {
  const [, area, domain] = /^src\/domains\/([^/]+)\/([^/]+)\//.exec(path) ?? [];
  if (area === undefined || domain === undefined) return null;
  const level = LADDER[area]?.indexOf(domain) ?? -1;
  if (level < 0) return { area, domain, height: Number.NaN };
  return { area, domain, height: AREAS.indexOf(area) * 100 + level };
}

/** Whether a file at `from` may use a file at `to`: in its own domain, or in one below it. */
export function mayUse(from: string, to: string): boolean {
  const [here, there] = [placeOf(from), placeOf(to)];
  if (!here || !there) return true;
  if (here.area === there.area && here.domain === there.domain) return true;
  return there.height < here.height;
}

/** Table name in SQL -> the file that defines it. */
export function tables(): Map<string, string> {
  const owners = new Map<string, string>();
  for (const path of sources('src').filter((one) => /[-/]table\.ts$/.test(one)))
    for (const [, name] of read(path).matchAll(/sqliteTable\(\s*'(\w+)'/g)) owners.set(name!, path);
  return owners;
}

const NAMED_IN_SQL = /\b(?:FROM|JOIN|INTO|UPDATE|DELETE FROM)\s+"?([a-z_]+)\b/g;

/** What a file uses at run time: our modules, and the files of the tables that its SQL text names. */
export function usesOf(path: string, text: string, owners: Map<string, string>): string[] {
  const modules = importsIn(path, text)
    .filter((imported: Import) => imported.ours && !imported.typeOnly)
    .map((imported) => posix.normalize(imported.target));
  const named = [...text.matchAll(NAMED_IN_SQL)].flatMap(([, name]) => owners.get(name!) ?? []);
  return [...new Set([...modules, ...named])];
}
