import * as z from 'zod';
import { iso, isoOrNull } from '../../../kit/time.ts';
import { id, Version } from '../../../resource/fields.ts';

export interface SupportThreadRow {
  id: string;
  accountId: string | null;
  creatorId: string | null;
  supportStatus: 'waiting_on_lucra' | 'waiting_on_customer' | 'resolved';
  waitingSince: number | null;
  resolvedAt: number | null;
  seq: number;
  createdAt: number;
  updatedAt: number;
}

/** A support thread as the staff lists it: without texts, whose readings are recorded. */
export const SupportThread = z.object({
  id: id('thread'),
  account: id('account').nullable().describe("Whose it is; null for a creator's."),
  creator: id('creator').nullable().describe("Whose it is; null for an account's."),
  status: z.enum(['waiting_on_lucra', 'waiting_on_customer', 'resolved']),
  waitingSince: z
    .string()
    .nullable()
    .describe('When the oldest unanswered message was sent; null while none waits.'),
  resolvedAt: z.string().nullable(),
  version: Version,
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type SupportThread = z.output<typeof SupportThread>;

export function presentSupportThread(row: SupportThreadRow): SupportThread {
  return {
    id: row.id,
    account: row.accountId,
    creator: row.creatorId,
    status: row.supportStatus,
    waitingSince: isoOrNull(row.waitingSince),
    resolvedAt: isoOrNull(row.resolvedAt),
    version: row.seq + 1,
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
  };
}
