import * as z from 'zod';
import { iso, isoOrNull } from '../../../kit/time.ts';
import { bodyExample } from '../../../resource/example.ts';
import { createdAt, id, Version } from '../../../resource/fields.ts';
import { CONSENTS, SIDES } from '../creators/consent.ts';
import { RELATIONSHIPS, type RelationshipRow } from '../creators/creator.ts';

export const Relationship = z
  .object({
    id: id('relationship'),
    account: id('account'),
    accountName: z.string(),
    creator: id('creator'),
    status: z
      .enum(CONSENTS)
      .describe(
        'invited: the account asked. requested: the creator asked. agreed: both said yes; what an account may see and do of a creator follows from that.',
      ),
    relationship: z
      .enum(RELATIONSHIPS)
      .describe('represented: the account, or a partner between the two, speaks for the creator.'),
    accountAgreedAt: z.string().nullable().describe("When the account said yes; null while it hasn't."),
    creatorAgreedAt: z
      .string()
      .nullable()
      .describe("When the creator's side said yes; null while it hasn't."),
    endedBy: z.enum(SIDES).nullable().describe('Which side ended or declined it.'),
    version: Version,
    createdAt,
    updatedAt: createdAt,
  })
  .meta({ id: 'Relationship' });
export type Relationship = z.output<typeof Relationship>;

export const RelationshipUpdate = z.object({
  status: z
    .enum(['agreed', 'declined', 'ended'])
    .describe(
      'Who was asked agrees or declines; who asked may only end it; what is agreed either side ends.',
    ),
  version: Version.optional(),
});
bodyExample(RelationshipUpdate, 'RelationshipUpdate', { status: 'ended' });

export interface FoundRelationship {
  id: string;
  row: RelationshipRow;
  accountName: string;
  accountType: 'brand' | 'partner';
  /** The identity's. */
  creatorVersion: number;
  /** When its person refused the record; null when nobody did. */
  refusedAt: number | null;
  /** Whether a partner stands between the creator and a brand. */
  represented: boolean;
}

/** Its version and updatedAt are of the consent alone: neither side learns by them what the other does otherwise. */
export function presentRelationship({ id, row, accountName }: FoundRelationship): Relationship {
  return {
    id,
    account: row.accountId,
    accountName,
    creator: row.creatorId,
    status: row.consent,
    relationship: row.relationship,
    accountAgreedAt: isoOrNull(row.accountYes?.at ?? null),
    creatorAgreedAt: isoOrNull(row.creatorYes?.at ?? null),
    endedBy: row.ended?.side ?? null,
    version: row.consentVersion,
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.consentAt ?? row.createdAt),
  };
}
