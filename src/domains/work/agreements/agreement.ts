import * as z from 'zod';
import { iso } from '../../../kit/time.ts';
import { bodyExample } from '../../../resource/example.ts';
import { createdAt, id, text, Version } from '../../../resource/fields.ts';

export const APPLICABILITIES = [
  'creator_relationship',
  'program_application',
  'program_enrollment',
  'retainer',
  'content_submission',
] as const;

export const Applicability = z.enum(APPLICABILITIES);
export type Applicability = z.output<typeof Applicability>;

/** What applies to all of a creator's work for the account, without a program naming the agreement. */
const ACCOUNT_WIDE: readonly Applicability[] = [
  'creator_relationship',
  'program_application',
  'program_enrollment',
  'content_submission',
];

export function isAccountWide(applicability: readonly Applicability[]): boolean {
  return applicability.some((one) => ACCOUNT_WIDE.includes(one));
}

export function isForRetainers(applicability: readonly Applicability[]): boolean {
  return applicability.includes('retainer');
}

export const AGREEMENT_STATUSES = ['active', 'archived'] as const;

export const AgreementVersion = z
  .object({
    agreement: id('agreement'),
    version: z.int(),
    file: id('file').nullable(),
    fileName: z.string(),
    size: z.int().describe('Bytes.'),
    sha256: z.string().describe('Of the PDF, in lower-case hex.'),
    applicability: z.array(Applicability),
    createdAt,
    url: z.string().nullable().describe('Short-lived link to the PDF.'),
  })
  .meta({ id: 'AgreementVersion' });

export type AgreementVersion = z.output<typeof AgreementVersion>;

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

export type Agreement = z.output<typeof Agreement>;

/** What a creator has to accept, as the record shows it that it is accepted with. */
export const OpenAgreement = z.object({
  agreement: id('agreement'),
  version: z.int(),
  title: z.string(),
  description: z.string().nullable(),
  file: z.string().nullable(),
  fileName: z.string(),
  size: z.int(),
  sha256: z.string(),
  url: z.string().nullable().describe('Short-lived link to the PDF.'),
});

export type OpenAgreement = z.output<typeof OpenAgreement>;

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

export type AgreementAcceptance = z.output<typeof AgreementAcceptance>;

const applicability = z.array(Applicability).max(APPLICABILITIES.length);

const document = {
  file: id('file').describe('A ready PDF uploaded with purpose=agreement.'),
  title: text(160),
  description: text(2000).optional(),
  applicability: applicability.default([]),
};

export const AgreementCreate = z.object(document);
bodyExample(AgreementCreate, 'AgreementCreate', { file: 'file_01k2d9q3v7h5m8r4t6w0x1y2z3', title: 'Terms' });

export const AgreementVersionCreate = z.object({ ...document, version: Version.optional() });
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

export interface AgreementRow {
  id: string;
  accountId: string;
  title: string;
  description: string | null;
  status: 'active' | 'archived';
  applicability: Applicability[];
  latest: number;
  version: number;
  createdAt: number;
  updatedAt: number;
}

export interface VersionRow {
  agreementId: string;
  number: number;
  title: string;
  description: string | null;
  file: string;
  fileName: string;
  size: number;
  sha256: string;
  applicability: Applicability[];
  createdAt: number;
}

export interface FoundAgreement {
  agreement: AgreementRow;
  latest: VersionRow;
  accepted: number;
  pending: number;
}

export interface AcceptanceRow {
  id: string;
  accountId: string;
  agreementId: string;
  number: number;
  creatorId: string;
  context: Applicability;
  programId: string | null;
  retainerId: string | null;
  title: string;
  keyId: string;
  actorId: string;
  ip: string | null;
  userAgent: string | null;
  acceptedAt: number;
}

/** @param url a link to the PDF; null when its bytes are gone. */
export function presentVersion(row: VersionRow, url: string | null): AgreementVersion {
  return {
    agreement: row.agreementId,
    version: row.number,
    file: row.file,
    fileName: row.fileName,
    size: row.size,
    sha256: row.sha256,
    applicability: row.applicability,
    createdAt: iso(row.createdAt),
    url,
  };
}

export function presentAgreement(found: FoundAgreement, url: string | null): Agreement {
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
