import { newId } from '../../../kit/ids.ts';
import { serviceHolder } from '../ledger/chart.ts';
import { bankFor, type PayoutAccountRow } from '../payout-accounts/payout-account.ts';
import type { NewWithdrawal } from './store.ts';

type Asked = Pick<
  NewWithdrawal,
  'idempotencyKey' | 'requestHash' | 'amount' | 'fee' | 'currency' | 'speed' | 'nextAt'
>;

/** A new withdrawal to the account's bank, before the ledger has decided. @param now milliseconds. */
export function newWithdrawal(account: PayoutAccountRow, asked: Asked, now: number): NewWithdrawal {
  const { holder, kind, processorAccount } = account;
  return {
    id: newId('withdrawal', now),
    holder,
    kind,
    processorAccount,
    ...asked,
    bank: bankFor(account, asked.currency)?.id ?? null,
    status: 'requested',
    service: serviceHolder(asked.currency, holder),
    createdAt: now,
    updatedAt: now,
  };
}
