import * as z from 'zod';
import { idTime } from '../../../kit/ids.ts';
import { iso } from '../../../kit/time.ts';
import { createdAt, id } from '../../../resource/fields.ts';
import { listQuery } from '../../../resource/list-page.ts';
import { CALLERS } from './callers.ts';
import type { auditEntries } from './table.ts';

const Person = z.object({ id: id('person'), name: z.string() });

export const AuditEntry = z.object({
  id: id('auditEntry'),
  createdAt,
  by: z.enum(CALLERS).describe('Who did it: a person, an API key, a connected app, or a frame of an embed.'),
  caller: z
    .object({
      id: z.string().describe('The ID of the person, key or app; `embed` for a frame.'),
      name: z
        .string()
        .describe("The name of the person or app, or of the account's own key; empty for another account's."),
    })
    .describe('Who did it.'),
  appOf: Person.nullable().describe('The person for whom the app acted; null where it was no app.'),
  account: z
    .object({ id: id('account'), name: z.string() })
    .describe('Where: this account, or a client of it. A client that has left it has no name here.'),
  partner: z
    .object({ id: id('account'), name: z.string() })
    .nullable()
    .describe('The partner whose person, key or app it was; null for one of the account itself.'),
  creator: id('creator').nullable().describe('As which creator.'),
  operation: z.string(),
  choice: z.string().nullable().describe('What was decided, such as `approve`.'),
  subject: z.string().nullable().describe('The ID of the record that it was done to, or that it made.'),
  address: z.string().nullable(),
  browser: z.string().nullable(),
});

export const auditQuery = {
  ...listQuery,
  caller: z.string().min(1).max(64).optional().describe('Only what this person, key or app did.'),
  operation: z.string().min(1).max(64).optional().describe('Only this operation.'),
};

export type AuditEntry = z.output<typeof AuditEntry>;

export type AuditEntryRow = typeof auditEntries.$inferSelect;

/** An audit log entry with the current names of who and what is in it. */
export type FoundEntry = AuditEntryRow & {
  callerName: string | null;
  appPersonName: string | null;
  partnerName: string | null;
  accountName: string | null;
};

export function presentAuditEntry(row: FoundEntry): AuditEntry {
  const { id, accountId, partnerId, appPersonId } = row;
  return {
    id,
    createdAt: iso(idTime(id)),
    by: row.by,
    caller: { id: row.callerId, name: row.callerName ?? '' },
    appOf: appPersonId === null ? null : { id: appPersonId, name: row.appPersonName ?? '' },
    account: { id: accountId, name: row.accountName ?? '' },
    partner: partnerId === null ? null : { id: partnerId, name: row.partnerName ?? '' },
    creator: row.creatorId,
    operation: row.operation,
    choice: row.choice,
    subject: row.subject,
    address: row.address,
    browser: row.browser,
  };
}
