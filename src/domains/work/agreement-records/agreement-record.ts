// What the API answers about agreements, and what it takes.
import * as z from 'zod';
import { iso } from '../../../kit/time.ts';
import { bodyExample, recordExample } from '../../../resource/example.ts';
import { createdAt, id, singleLine, text, Version } from '../../../resource/fields.ts';
import type { FileRow } from '../../platform/files/file.ts';
import {
  AGREEMENT_STATUSES,
  type AgreementRow,
  AgreementVersion,
  APPLICABILITIES,
  Applicability,
  presentVersion,
  type VersionRow,
} from '../agreements/agreement.ts';

export const Agreement = z
  .object({
    id: id('agreement'),
    title: z.string(),
    description: z.string().nullable(),
    status: z.enum(AGREEMENT_STATUSES),
    applicability: z.array(Applicability),
    latestVersion: AgreementVersion.nullable(),
    acceptedCount: z.int().describe('Creators who accepted the latest version.'),
    pendingCount: z.int().describe('Creators who still have to.'),
    version: Version,
    createdAt,
    updatedAt: createdAt,
  })
  .meta({ id: 'Agreement' });
recordExample(Agreement, {
  id: 'agr_01k2d9q3v7h5m8r4t6w0x1y2z3',
  title: 'Terms',
  description: null,
  status: 'active',
  applicability: [],
  latestVersion: {
    agreement: 'agr_01k2d9q3v7h5m8r4t6w0x1y2z3',
    version: 1,
    file: 'file_01k2d9q3v7h5m8r4t6w0x1y2z3',
    fileName: 'terms.pdf',
    size: 10,
    sha256: '9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f',
    applicability: [],
    createdAt: '2026-08-10T09:30:00.000Z',
    url: 'https://api.example.com/files/file_01k2d9q3v7h5m8r4t6w0x1y2z3?expires=1786354200000&signature=5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e',
  },
  acceptedCount: 0,
  pendingCount: 0,
  version: 1,
  createdAt: '2026-08-10T09:30:00.000Z',
  updatedAt: '2026-08-10T09:30:00.000Z',
});

export type Agreement = z.output<typeof Agreement>;

export const AgreementAcceptance = z
  .object({
    id: id('acceptance'),
    status: z.enum(['accepted', 'pending']),
    account: id('account'),
    brandName: z.string(),
    creator: id('creator'),
    creatorName: z.string().nullable(),
    context: Applicability,
    program: id('program').nullable(),
    retainer: id('retainer').nullable(),
    title: z.string(),
    document: AgreementVersion.nullable().describe('The accepted version; null while pending.'),
    evidence: z
      .object({
        key: z.string().describe('The key that acted for the creator.'),
        account: z.string().describe("The key's account."),
        ip: z.string().nullable(),
        userAgent: z.string().nullable(),
      })
      .nullable()
      .describe('How it was accepted; null while pending.'),
    acceptedAt: z.string().nullable(),
    createdAt,
  })
  .meta({ id: 'AgreementAcceptance' });
recordExample(AgreementAcceptance, {
  id: 'agac_01k2d9q3v7h5m8r4t6w0x1y2z3',
  status: 'accepted',
  account: 'acct_01k2d9q3v7h5m8r4t6w0x1y2z3',
  brandName: 'Fern and Field',
  creator: 'crtr_01k2d9q3v7h5m8r4t6w0x1y2z3',
  creatorName: 'Mia',
  context: 'program_application',
  program: 'prog_01k2d9q3v7h5m8r4t6w0x1y2z3',
  retainer: null,
  title: 'Terms',
  document: {
    agreement: 'agr_01k2d9q3v7h5m8r4t6w0x1y2z3',
    version: 1,
    file: 'file_01k2d9q3v7h5m8r4t6w0x1y2z3',
    fileName: 'terms.pdf',
    size: 10,
    sha256: '9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f',
    applicability: [],
    createdAt: '2026-08-10T09:30:00.000Z',
    url: 'https://api.example.com/files/file_01k2d9q3v7h5m8r4t6w0x1y2z3?expires=1786354200000&signature=5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e',
  },
  evidence: {
    key: 'key_01k2d9q3v7h5m8r4t6w0x1y2z3',
    account: 'acct_01k2d9q3v7h5m8r4t6w0x1y2z3',
    ip: null,
    userAgent: null,
  },
  acceptedAt: '2026-08-10T09:30:00.000Z',
  createdAt: '2026-08-10T09:30:00.000Z',
});

export type AgreementAcceptance = z.output<typeof AgreementAcceptance>;

const applicability = z.array(Applicability).max(APPLICABILITIES.length);

const document = {
  file: id('file').describe('A ready PDF uploaded with purpose=agreement.'),
  title: singleLine(160),
};

export const AgreementCreate = z.object({
  ...document,
  description: text(2000).optional(),
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
  status: z.literal('archived').optional(),
  version: Version.optional(),
});
bodyExample(AgreementUpdate, 'AgreementUpdate', { applicability: ['retainer'] });

export interface FoundAgreement {
  agreement: AgreementRow;
  latest: VersionRow;
  /** The newest version's PDF; null when it is gone. */
  document: FileRow | null;
  accepted: number;
  pending: number;
}

export interface FoundVersion {
  version: VersionRow;
  /** The PDF; null when it is gone. */
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
