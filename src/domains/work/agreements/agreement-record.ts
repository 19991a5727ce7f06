// The agreement schemas of the API.
import * as z from 'zod';
import { iso } from '../../../kit/time.ts';
import { bodyExample, nestedExample } from '../../../resource/example.ts';
import { createdAt, id, ownId, singleLine, text, Version } from '../../../resource/fields.ts';
import type { FileRow } from '../../platform/files/file.ts';
import {
  AGREEMENT_STATUSES,
  type AgreementRow,
  AgreementVersion,
  APPLICABILITIES,
  Applicability,
  ASKED_FOR,
  presentVersion,
  type VersionRow,
} from '../agreement-rules/agreement.ts';

export const Agreement = z
  .object({
    id: ownId('agreement'),
    title: z.string().describe('What creators see it as.'),
    description: z.string().nullable().describe('In a few words for creators; null without any.'),
    status: z.enum(AGREEMENT_STATUSES).describe('An archived one asks nobody for anything any more.'),
    applicability: z.array(Applicability).describe(ASKED_FOR),
    latestVersion: AgreementVersion.nullable().describe('The text that is asked for now.'),
    acceptedCount: z.int().describe('Creators who accepted the latest version.'),
    pendingCount: z.int().describe('Creators who still have to.'),
    version: Version,
    createdAt,
    updatedAt: createdAt,
  })
  .meta({ id: 'Agreement' });
nestedExample(
  Agreement,
  { latestVersion: AgreementVersion },
  {
    id: 'agr_01k2d9q3v7h5m8r4t6w0x1y2z3',
    title: 'Terms',
    description: null,
    status: 'active',
    applicability: [],
    acceptedCount: 0,
    pendingCount: 0,
    version: 1,
    createdAt: '2026-08-10T09:30:00.000Z',
    updatedAt: '2026-08-10T09:30:00.000Z',
  },
);

export type Agreement = z.output<typeof Agreement>;

export const AgreementAcceptance = z
  .object({
    id: ownId('acceptance'),
    status: z.enum(['accepted', 'pending']).describe('A pending one is still to be accepted.'),
    account: id('account').describe('Who asks for it.'),
    brandName: z.string().describe('What that account is called.'),
    agreement: id('agreement').describe('What was accepted, or has to be.'),
    creator: id('creator').describe('Who accepted it, or has to.'),
    creatorName: z
      .string()
      .nullable()
      .describe('What the reader knows the creator as now; null where the record is gone.'),
    context: Applicability.describe('What it was asked for by.'),
    program: id('program')
      .nullable()
      .describe('The program that it was accepted for first; null where it was none.'),
    retainer: id('retainer')
      .nullable()
      .describe('The offer that it was accepted with; null where it was none.'),
    title: z.string().describe('What the agreement was called in that version.'),
    document: AgreementVersion.nullable().describe('The accepted version; null while pending.'),
    evidence: z
      .object({
        key: z.string().describe('The key that acted for the creator, or the embed session whose frame did.'),
        account: z.string().describe("The key's account."),
        ip: z.string().nullable().describe('The address that the request came from; null when unknown.'),
        userAgent: z
          .string()
          .nullable()
          .describe('What sent the request, in its own words; null when it said nothing.'),
      })
      .nullable()
      .describe('How it was accepted; null while pending.'),
    acceptedAt: z.string().nullable().describe('RFC 3339, UTC; null while pending.'),
    createdAt,
  })
  .meta({ id: 'AgreementAcceptance' });
nestedExample(
  AgreementAcceptance,
  { document: AgreementVersion },
  {
    id: 'agac_01k2d9q3v7h5m8r4t6w0x1y2z3',
    status: 'accepted',
    account: 'acct_01k2d9q3v7h5m8r4t6w0x1y2z3',
    brandName: 'Fern and Field',
    agreement: 'agr_01k2d9q3v7h5m8r4t6w0x1y2z3',
    creator: 'crtr_01k2d9q3v7h5m8r4t6w0x1y2z3',
    creatorName: 'Mia',
    context: 'program_application',
    program: 'prog_01k2d9q3v7h5m8r4t6w0x1y2z3',
    retainer: null,
    title: 'Terms',
    evidence: {
      key: 'key_01k2d9q3v7h5m8r4t6w0x1y2z3',
      account: 'acct_01k2d9q3v7h5m8r4t6w0x1y2z3',
      ip: null,
      userAgent: null,
    },
    acceptedAt: '2026-08-10T09:30:00.000Z',
    createdAt: '2026-08-10T09:30:00.000Z',
  },
);

export type AgreementAcceptance = z.output<typeof AgreementAcceptance>;

const applicability = z.array(Applicability).max(APPLICABILITIES.length).describe(ASKED_FOR);

const document = {
  file: id('file').describe('A ready PDF uploaded with purpose=agreement.'),
  title: singleLine(160).describe('What creators see it as.'),
};

export const AgreementCreate = z.object({
  ...document,
  description: text(2000).optional().describe('In a few words for creators.'),
  applicability: applicability.default([]),
});
bodyExample(AgreementCreate, 'AgreementCreate', { file: 'file_01k2d9q3v7h5m8r4t6w0x1y2z3', title: 'Terms' });

export const AgreementVersionCreate = z.object({
  ...document,
  description: text(2000).optional().describe('As before unless given.'),
  applicability: applicability.optional().describe('As before unless given.'),
  version: Version.optional(),
});
bodyExample(AgreementVersionCreate, 'AgreementVersionCreate', {
  file: 'file_01k2d9q3v7h5m8r4t6w0x1y2z3',
  title: 'Terms, second version',
});

export const AgreementUpdate = z.object({
  applicability: applicability.optional(),
  status: z.literal('archived').optional().describe('For good: it asks nobody for anything any more.'),
  version: Version.optional(),
});
bodyExample(AgreementUpdate, 'AgreementUpdate', { applicability: ['retainer'] });

export interface FoundAgreement {
  agreement: AgreementRow;
  latest: VersionRow;
  /** The newest version's PDF; null when it was deleted. */
  document: FileRow | null;
  accepted: number;
  pending: number;
}

export interface FoundVersion {
  version: VersionRow;
  /** The PDF; null when it was deleted. */
  document: FileRow | null;
}

export function presentAgreement(found: Omit<FoundAgreement, 'document'>, url: string | null): Agreement {
  const row = found.agreement;
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    status: row.status,
    applicability: row.applicability,
    latestVersion: presentVersion(found.latest, url),
    acceptedCount: found.accepted,
    pendingCount: found.pending,
    version: row.version,
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
  };
}
