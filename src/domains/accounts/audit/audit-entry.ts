import * as z from 'zod';
import { idTime } from '../../../kit/ids.ts';
import { iso } from '../../../kit/time.ts';
import { createdAt, id } from '../../../resource/fields.ts';
import { listQuery } from '../../../resource/list-page.ts';
import type { auditEntries } from './table.ts';

export const AuditEntry = z.object({
  id: id('auditEntry'),
  createdAt,
  person: z.object({ id: id('person'), name: z.string() }).describe('Who did it.'),
  account: z
    .object({ id: id('account'), name: z.string() })
    .describe('Where: this account, or a client of it. A client that has left it has no name here.'),
  partner: z
    .object({ id: id('account'), name: z.string() })
    .nullable()
    .describe('The partner whose person it was; null for a person of the account itself.'),
  creator: id('creator').nullable().describe('As which creator.'),
  operation: z.string(),
  subject: z.string().nullable().describe('The ID of the record that it was done to, or that it made.'),
  address: z.string().nullable(),
  browser: z.string().nullable(),
});

export const auditQuery = {
  ...listQuery,
  person: z.string().min(1).max(64).optional().describe('Only what this person did.'),
  operation: z.string().min(1).max(64).optional().describe('Only this operation.'),
};

export type AuditEntry = z.output<typeof AuditEntry>;

export type AuditEntryRow = typeof auditEntries.$inferSelect;

/** An audit log entry with the current names of the person, partner and account in it. */
export type FoundEntry = AuditEntryRow & {
  personName: string | null;
  partnerName: string | null;
  accountName: string | null;
};

export function presentAuditEntry(row: FoundEntry): AuditEntry {
  const {
    id,
    accountId,
    accountName,
    personId,
    personName,
    partnerId,
    partnerName,
    creatorId,
    operation,
    subject,
    address,
    browser,
  } = row;
  return {
    id,
    createdAt: iso(idTime(id)),
    person: { id: personId, name: personName ?? '' },
    account: { id: accountId, name: accountName ?? '' },
    partner: partnerId === null ? null : { id: partnerId, name: partnerName ?? '' },
    creator: creatorId,
    operation,
    subject,
    address,
    browser,
  };
}
