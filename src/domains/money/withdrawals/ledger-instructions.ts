// The ledger instructions of a withdrawal after its money was set aside.
import type { Instruction } from '../ledger-instructions/instruction.ts';
import { netOf, type WithdrawalRow } from './withdrawal.ts';

/** It reached the bank: the net has left the processor, and the service keeps the fee. */
export function paidInstructions(row: WithdrawalRow, at: number): Instruction[] {
  const { id, holder, service, currency, amount, fee } = row;
  const kept = fee === 0 ? [] : [{ bucket: 'fees' as const, amount: fee }];
  return [
    {
      kind: 'transfer',
      transfer: {
        id: `${id}:paid`,
        at,
        currency,
        amount,
        source: { holder, lines: [{ bucket: 'in_transit', amount: -amount }] },
        destination: { holder: service, lines: [{ bucket: 'cash_out', amount: netOf(row) }, ...kept] },
      },
    },
    {
      kind: 'posting',
      holder,
      posting: { key: `${id}:completed`, at, statuses: [{ line: row.line!, status: 'completed' }] },
    },
  ];
}

/** It never left, so all of it is withdrawable again. */
export function failedInstructions(row: WithdrawalRow, at: number): Instruction[] {
  const { id, holder, currency, amount } = row;
  return [
    {
      kind: 'posting',
      holder,
      posting: {
        key: `${id}:failed`,
        at,
        lines: [
          { currency, bucket: 'in_transit', amount: -amount },
          { currency, bucket: 'withdrawable', amount },
        ],
        statuses: [{ line: row.line!, status: 'failed' }],
      },
    },
  ];
}

/** The bank returned it, so the ledger that took the fee gives it back too. */
export function returnedInstructions(row: WithdrawalRow, at: number): Instruction[] {
  const { id, holder, service, currency, amount, fee } = row;
  const back = fee === 0 ? [] : [{ bucket: 'fees' as const, amount: -fee }];
  return [
    {
      kind: 'transfer',
      transfer: {
        id: `${id}:returned`,
        at,
        currency,
        amount,
        source: { holder: service, lines: [{ bucket: 'cash_in', amount: netOf(row) }, ...back] },
        destination: {
          holder,
          lines: [{ bucket: 'withdrawable', amount }],
          statement: [
            {
              type: 'withdrawal_failed',
              status: 'completed',
              currency,
              amount: netOf(row),
              fee: fee === 0 ? 0 : -fee,
              balanceOf: 'withdrawable',
              description: 'Returned by the bank',
              memo: null,
              source: id,
              counterparty: { type: 'payment_method', id: null, name: null },
              campaign: null,
              program: null,
            },
          ],
        },
      },
    },
  ];
}
