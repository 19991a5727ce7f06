import * as z from 'zod';
import { iso, isoOrNull } from '../../../kit/time.ts';
import { bodyExample, recordExample } from '../../../resource/example.ts';
import { createdAt, id, ownId, Version } from '../../../resource/fields.ts';
import { OpenAgreement } from '../agreement-rules/agreement.ts';
import { CONSENTS, ROSTER_STATUS, SIDES } from '../creator-consent/consent.ts';
import { RELATIONSHIPS, type RelationshipRow } from '../creator-consent/creator.ts';

export const Relationship = z
  .object({
    id: ownId('relationship'),
    account: id('account').describe('The brand or partner.'),
    accountName: z.string().describe('What the account is called.'),
    creator: id('creator').describe('The other side.'),
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
    endedBy: z.enum(SIDES).nullable().describe('Which side ended or declined it; null while neither did.'),
    agreements: z
      .array(OpenAgreement)
      .describe('What a creator has to accept; filled for the creator when one relationship is read.'),
    version: Version,
    createdAt,
    updatedAt: createdAt,
  })
  .meta({ id: 'Relationship' });
recordExample(Relationship, {
  id: 'rel_01k2d9q3v7h5m8r4t6w0x1y2z3',
  account: 'acct_01k2d9q3v7h5m8r4t6w0x1y2z3',
  accountName: 'Kettle Coffee',
  creator: 'crtr_01k2d9q3v7h5m8r4t6w0x1y2z3',
  status: 'agreed',
  relationship: 'direct',
  accountAgreedAt: '2026-08-10T09:30:00.000Z',
  creatorAgreedAt: '2026-08-10T09:35:00.000Z',
  endedBy: null,
  agreements: [],
  version: 2,
  createdAt: '2026-08-10T09:30:00.000Z',
  updatedAt: '2026-08-10T09:35:00.000Z',
});
export type Relationship = z.output<typeof Relationship>;

export const RelationshipUpdate = z.object({
  status: z
    .enum(['agreed', 'declined', 'ended'])
    .optional()
    .describe(
      'Who was asked agrees or declines; who asked may only end it; what is agreed either side ends.',
    ),
  acceptAgreements: z
    .boolean()
    .optional()
    .describe(
      "true: the creator's side accepts the newest version of every agreement that the account asks for to work together. With status agreed, or alone once that is agreed.",
    ),
  version: Version.optional(),
});
bodyExample(RelationshipUpdate, 'RelationshipUpdate', { status: 'ended' });

export interface FoundRelationship {
  id: string;
  row: RelationshipRow;
  accountName: string;
  accountType: 'brand' | 'partner';
  /** The identity's version. */
  creatorVersion: number;
  /** When the record's person refused it; null otherwise. */
  refusedAt: number | null;
  /** Whether a partner represents the creator towards a brand. */
  represented: boolean;
  /** Grows with the account's agreements. */
  agreementsMoved: number;
}

/** Grows with the consent and with the account's agreements, so that an acceptance of an older text fails. */
export function relationshipVersion({ row, agreementsMoved }: FoundRelationship): number {
  return row.consentVersion + agreementsMoved;
}

/**
 * updatedAt covers only the consent, and the version also the account's agreements: no other edit of the row
 * shows.
 */
export function presentRelationship(
  found: FoundRelationship,
  agreements: Relationship['agreements'],
): Relationship {
  const { id, row, accountName } = found;
  return {
    id,
    account: row.accountId,
    accountName,
    creator: row.creatorId,
    status: row.consent,
    relationship: row.relationship,
    accountAgreedAt: isoOrNull(row.accountYes?.at ?? null),
    creatorAgreedAt: isoOrNull(row.creatorYes?.at ?? null),
    endedBy: ROSTER_STATUS[row.consent] === 'removed' ? (row.ended?.side ?? null) : null,
    agreements,
    version: relationshipVersion(found),
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.consentAt),
  };
}
