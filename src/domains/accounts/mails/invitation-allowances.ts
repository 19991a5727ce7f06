// How many invitations may be mailed: by an account to one address and to all, and to one address by all accounts.
import { sha256Hex } from '../../../kit/crypto.ts';
import { DAY_MS } from '../../../kit/time.ts';
import type { Allowance } from '../attempts/interface.ts';
import { toAddress } from './may-mail.ts';

/** Limits for one account: invitations to the same address, and to all addresses. */
export const INVITATIONS = { same: { most: 3, windowMs: 7 * DAY_MS }, all: { most: 200, windowMs: DAY_MS } };

const keyOf = (...parts: string[]) => sha256Hex(JSON.stringify(['mail', 'account', ...parts]));

export interface InvitationAllowances {
  /** By the account to this address. */
  same: Allowance;
  /** By the account to everybody. */
  account: Allowance;
  /** By all accounts to this address. */
  address: Allowance;
}

export const invitationAllowances = (accountId: string, address: string): InvitationAllowances => ({
  same: { key: keyOf(accountId, address), ...INVITATIONS.same },
  account: { key: keyOf(accountId), ...INVITATIONS.all },
  address: toAddress('invitation', address),
});
