// Stored names do not change with names in the code: if a key changes, a repeated attempt or step becomes a
// new one, and money moves twice. Changing one of these needs a migration of the existing rows.
import { describe, expect, it } from 'vitest';
import { THREAD_SCHEMA, THREAD_TABLES } from '../../src/domains/messaging/thread-log/log-schema.ts';
import { disputeInstructions } from '../../src/domains/money/chargebacks/dispute-instructions.ts';
import {
  backInstruction,
  beginInstruction,
  paidInstruction,
} from '../../src/domains/money/charging/charge-instructions.ts';
import { CHART } from '../../src/domains/money/ledger/chart.ts';
import { LEDGER_SCHEMA, LEDGER_TABLES } from '../../src/domains/money/ledger/journal-schema.ts';
import { EARNING_SOURCES, EARNING_STATUSES, LINE_TYPES } from '../../src/domains/money/ledger/posting.ts';
import type { Instruction } from '../../src/domains/money/ledger-instructions/instruction.ts';
import { processorFeeInstruction } from '../../src/domains/money/receivables/cash-instructions.ts';
import { dues } from '../../src/domains/money/receivables/table.ts';
import {
  refundedInstruction,
  returnedInstruction,
} from '../../src/domains/money/refunds/refund-instructions.ts';
import type { RefundRow } from '../../src/domains/money/refunds/store.ts';
import { sha256Hex } from '../../src/kit/crypto.ts';
import { reactions } from '../../src/reactions.ts';
import { read, sources } from './support/sources.ts';

const KEYS = [
  '*:account:*',
  '*:approved',
  '*:attempt:*',
  '*:back',
  '*:charged',
  '*:completed',
  '*:customer:*',
  '*:failed',
  '*:fee',
  '*:fee:*',
  '*:fee:back',
  '*:paid',
  '*:paid:*',
  '*:returned',
  '*:returned:*',
  '*:taken',
  '*:taken:*',
  '*:topup:*',
  'ad_result:*:*:*:*',
  'ad_spend:*:*:*:*',
  'answer:*',
  'approval:*',
  'attribution:*',
  'charge.decide:*',
  'click:*',
  'conversion:*:*',
  'correction.propose:*',
  'event:*:*',
  'hold:*',
  'less:*',
  'message-report.decide:*',
  'name:*:*',
  'occurrence:*:*',
  'order:*:*',
  'payment.resolve:*',
  'refund.decide:*',
  'remove:*',
  'request:*:*',
  'retainer:*:*',
  'service:*:*',
  'staff:*',
  'submission:*',
  'thread-walk.create:*',
  'transfer:*:receive',
  'transfer:*:release',
  'transfer:*:reserve',
  'transfer:*:settle',
  'views:*:*',
  'weekly:*:*',
];

/** The keys that the domains build, with a star for variable parts; keys of only variables are left out. */
function keysIn(path: string): string[] {
  return [...read(path).matchAll(/`([^`\n]*\$\{[^`\n]*)`/g)]
    .map((found) => found[1]!.replace(/\$\{[^}]*\}/g, '*'))
    .filter((key) => /^(\*|[a-z_.-]+)(:(\*|[a-z_-]+))+$/.test(key) && /[a-z]/.test(key));
}

const keyOf = (instruction: Instruction) =>
  instruction.kind === 'posting'
    ? `posting ${instruction.posting.key}`
    : `transfer ${instruction.transfer.id}`;

describe('what is stored', () => {
  it('keeps the keys of postings, transfers, attempts and causes', () => {
    const found = new Set([...sources('src/domains'), 'src/pixel/event-body.ts'].flatMap(keysIn));
    expect([...found].sort()).toEqual(KEYS);
  });

  it("keeps the kinds and keys of what the ledgers are told of a brand's card", () => {
    const of = { accountId: 'acct_1', currency: 'usd', amount: 100 };
    const charge = { ...of, id: 'chg', day: '2026-11-22', round: 2 };
    const refund = { ...of, id: 'rfd', attempt: 3, paymentId: null, chargeId: 'chg' } as RefundRow;
    const dispute = { id: 'dp', accountId: 'acct_1', chargeId: 'chg' };
    const steps = [
      beginInstruction(charge, 0),
      backInstruction(charge, 0),
      paidInstruction(charge, 0),
      processorFeeInstruction(charge, 5, 0),
      refundedInstruction(refund, 0),
      returnedInstruction(refund, 0),
      ...disputeInstructions(dispute, { id: 'txn', currency: 'usd', amount: -100, fee: 15 }, 0),
    ];
    expect(steps.map(keyOf)).toEqual([
      'posting chg:begin:2',
      'posting chg:back:2',
      'transfer chg:paid',
      'posting chg:fee',
      'transfer rfd:paid:3',
      'transfer rfd:returned:3',
      'transfer dp:txn',
      'posting dp:txn:fee',
    ]);
  });

  it("keeps the ledger's own words", () => {
    expect(Object.keys(CHART).sort()).toEqual([
      ...[
        'available',
        'cash_in',
        'cash_out',
        'charging',
        'fees',
        'held',
        'in_transit',
        'losses',
        'owed',
        'paid',
      ],
      ...['pending', 'processor_fees', 'receivable', 'received', 'reserved', 'sent', 'withdrawable'],
    ]);
    expect(EARNING_SOURCES.join(' ')).toBe(
      'paid_ads organic submission program bonus retainer referral adjustment partner_commission',
    );
    expect(EARNING_STATUSES.join(' ')).toBe('pending held available paid');
    expect(LINE_TYPES.join(' ')).toBe(
      'creator_earning partner_commission brand_fee platform_fee charge refund adjustment payout withdrawal withdrawal_failed',
    );
  });

  it("gives the ledgers' tables another number when they change", () => {
    const tables = LEDGER_TABLES.replace(/^--.*\n/gm, '').replace(/\s+/g, ' ');
    expect([LEDGER_SCHEMA, sha256Hex(tables).slice(0, 12)]).toEqual([4, 'aa1eb0585751']);
  });

  it("gives the threads' tables another number when they change", () => {
    const tables = THREAD_TABLES.replace(/^--.*\n/gm, '').replace(/\s+/g, ' ');
    expect([THREAD_SCHEMA, sha256Hex(tables).slice(0, 12)]).toEqual([1, '9f1d49d2faef']);
  });

  it('keeps the classes of ledgers and threads and the kinds of queue messages', () => {
    expect(read('wrangler.toml')).toContain('class_name = "Ledger"');
    expect(read('durable-objects/ledger.ts')).toContain('export class Ledger ');
    expect(read('wrangler.toml')).toContain('class_name = "Thread"');
    expect(read('durable-objects/thread.ts')).toContain('export class Thread ');
    const kinds = sources('src', 'queues').flatMap((path) =>
      [...read(path).matchAll(/\bkind: (?:z\.literal\()?'(event|process|file)'/g)].map((found) => found[1]!),
    );
    expect([...new Set(kinds)].sort()).toEqual(['event', 'file', 'process']);
  });

  it('has somebody who hears of each kind of due', () => {
    expect(dues.kind.enumValues).toEqual(['payment', 'brand_fee']);
    expect(Object.keys(reactions.dueOutcomes).sort()).toEqual([...dues.kind.enumValues].sort());
  });
});
