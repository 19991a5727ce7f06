// What a domain may use of another: its interface, its verbs, and its records.
import { describe, expect, it } from 'vitest';
import { placeOf, tables, usesOf } from './support/ladder.ts';
import { read, sources } from './support/sources.ts';

const OWNERS = tables();

const domainOf = (path: string): string | null => {
  const place = placeOf(path);
  return place && `${place.area}/${place.domain}`;
};

/** Each use of one domain's file by another domain. */
function uses(path: string, text: string): { by: string; of: string; file: string }[] {
  const by = domainOf(path);
  return usesOf(path, text, OWNERS).flatMap((file) => {
    const of = domainOf(file);
    return by === null || of === null || of === by ? [] : [{ by, of, file }];
  });
}

const ALL = sources('src/domains').flatMap((path) => uses(path, read(path)));
const isTable = (file: string) => /[-/]table\.ts$/.test(file);

/** Whether a file is a verb or a record: it exports what it is named after. */
function isNamed(file: string, text: string): boolean {
  const [name = ''] = file.split('/').at(-1)!.split('.');
  const verb = name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  const record = verb.charAt(0).toUpperCase() + verb.slice(1);
  return (
    new RegExp(`^export (async )?function\\*? ${verb}\\b`, 'm').test(text) ||
    new RegExp(`^export (const|type|interface|class) ${record}\\b`, 'm').test(text)
  );
}

const others = ({ file }: { file: string }) =>
  !isTable(file) && !file.endsWith('/interface.ts') && !isNamed(file, read(file));

/**
 * By domain: the tables of others that it reads, by a join that its own record needs. This list only shrinks.
 */
const TABLES_OF_OTHERS: Readonly<Record<string, readonly string[]>> = {
  'accounts/apps': ['accounts/people'],
  'accounts/audit': ['accounts/people'],
  'accounts/team': ['accounts/people'],
  'ads/ad-authorizations': ['work/creator-consent', 'work/submissions'],
  'ads/ad-records': ['ads/campaign-record'],
  'ads/ad-sync': ['accounts/connections', 'ads/campaign-record', 'ads/platform-tasks', 'money/campaign-pay'],
  'ads/plan-execution': [
    'accounts/connections',
    'ads/campaign-record',
    'ads/plan-record',
    'ads/platform-tasks',
  ],
  'ads/platform-tasks': ['accounts/connections'],
  'ads/resources': ['accounts/connections', 'ads/campaign-record', 'ads/platform-tasks'],
  'content/posts': ['accounts/connections', 'work/creator-consent', 'work/program-terms', 'work/submissions'],
  'messaging/message-digests': [
    'accounts/people',
    'messaging/thread-record',
    'work/applications',
    'work/creator-consent',
    'work/program-terms',
  ],
  'messaging/messages': [
    'accounts/webhooks',
    'messaging/thread-record',
    'work/applications',
    'work/creator-consent',
    'work/program-terms',
  ],
  'messaging/notices': [
    'accounts/connections',
    'accounts/people',
    'accounts/webhooks',
    'ads/campaign-record',
    'ads/plan-record',
    'money/payments',
    'money/payouts',
    'money/withdrawals',
    'work/creator-consent',
    'work/program-terms',
  ],
  'messaging/moderation': [
    'messaging/messages',
    'messaging/thread-record',
    'work/applications',
    'work/creator-consent',
  ],
  'messaging/thread-record': ['work/applications', 'work/creator-consent', 'work/program-terms'],
  'money/accruals': ['money/campaign-pay', 'money/payments', 'work/program-terms', 'work/submissions'],
  'money/brand-fees': ['money/ledger-instructions'],
  'money/chargebacks': ['money/receivables'],
  'money/charges': [
    'money/brand-fees',
    'money/cards',
    'money/charging',
    'money/payments',
    'money/receivables',
  ],
  'money/charging': ['money/receivables'],
  'money/differences': [
    'money/brand-fees',
    'money/chargebacks',
    'money/charging',
    'money/ledger-instructions',
    'money/payments',
    'money/payout-accounts',
    'money/payouts',
    'money/processor-balances',
    'money/refunds',
    'money/withdrawals',
  ],
  'money/earnings': ['money/accruals', 'money/campaign-pay', 'work/program-terms', 'work/submissions'],
  'money/payments': ['money/ledger-instructions', 'money/payout-accounts', 'work/creator-consent'],
  'money/payouts': ['money/payments'],
  'money/refunds': ['money/receivables'],
  'operations/health': ['accounts/webhooks'],
  'operations/second-factors': ['accounts/people'],
  'operations/staff': [
    'accounts/people',
    'accounts/webhooks',
    'money/chargebacks',
    'money/charging',
    'money/corrections',
    'money/differences',
    'money/ledger-instructions',
    'money/payments',
    'money/processor-events',
    'money/refunds',
    'work/creator-consent',
    'work/program-terms',
    'work/submissions',
  ],
  'work/agreements': [
    'platform/files',
    'work/agreement-rules',
    'work/applications',
    'work/creator-consent',
    'work/program-terms',
    'work/retainers',
  ],
  'work/applications': ['work/agreement-rules', 'work/creator-consent', 'work/program-terms'],
  'work/creators': [
    'work/applications',
    'work/creator-consent',
    'work/program-terms',
    'work/retainers',
    'work/submissions',
  ],
  'work/program-terms': ['measurement/conversions'],
  'work/programs': ['work/agreement-rules', 'work/applications', 'work/program-terms'],
  'work/relationships': ['work/agreement-rules', 'work/creator-consent'],
  'work/retainers': ['work/creator-consent'],
  'work/submissions': ['platform/files', 'work/applications', 'work/creator-consent', 'work/program-terms'],
};

/**
 * Files that are neither verb nor record nor interface, but are used from outside. This list only shrinks.
 */
const PARTS: readonly string[] = [
  'ads/ad-fields/added-platform.ts',
  'ads/campaign-delivery/archive-part.ts',
  'ads/campaign-record/audience-of.ts',
  'ads/campaign-record/campaign-platforms.ts',
  'ads/campaign-record/copy-name.ts',
  'ads/campaign-record/shares.ts',
  'ads/campaign-record/status.ts',
  'ads/campaign-terms/about.ts',
  'ads/campaign-terms/check-audience.ts',
  'ads/campaign-terms/terms.ts',
  'ads/campaigns/approval.ts',
  'measurement/conversions/rule.ts',
  'measurement/pixels/event-vocabulary.ts',
  'money/accruals/accrual.ts',
  'money/charging/charge-instructions.ts',
  'money/ledger/chart.ts',
  'money/ledger/ledger-client.ts',
  'money/ledger/payout-batch.ts',
  'money/payments/transitions.ts',
  'money/payout-accounts/payout-account.ts',
  'money/receivables/cash-instructions.ts',
  'work/agreement-rules/agreement.ts',
  'work/creator-consent/creator.ts',
  'work/retainers/pay.ts',
  'work/retainers/transitions.ts',
];

describe('a domain', () => {
  it('reads the tables of others only where a list that shrinks says so', () => {
    const found: Record<string, string[]> = {};
    for (const { by, of, file } of ALL)
      if (isTable(file) && !found[by]?.includes(of)) found[by] = [...(found[by] ?? []), of].sort();
    expect(found).toEqual(TABLES_OF_OTHERS);
  });

  it('uses the interface, the verbs and the records of others, and little else', () => {
    const found = new Set(ALL.filter(others).map(({ file }) => file.replace('src/domains/', '')));
    expect([...found].sort()).toEqual(PARTS);
  });

  it('is seen to use a table by import and by SQL, and a part', () => {
    const path = 'src/domains/money/payments/x.ts';
    const found = (text: string) => uses(path, text).map(({ file }) => file);
    expect(found("import { creators } from '../../work/creator-consent/table.ts';\n")).toEqual([
      'src/domains/work/creator-consent/table.ts',
    ]);
    expect(found('sql`SELECT 1 FROM creators`')).toEqual(['src/domains/work/creator-consent/table.ts']);
    expect(found("import type { Row } from '../../work/creator-consent/table.ts';\n")).toEqual([]);
    expect(isNamed('a/b/drive-charges.ts', 'export async function driveCharges() {}')).toBe(true);
    expect(isNamed('a/b/charge.ts', 'export const Charge = z.object({});')).toBe(true);
    expect(isNamed('a/b/charge.ts', 'export const CHARGES = [];')).toBe(false);
  });
});
