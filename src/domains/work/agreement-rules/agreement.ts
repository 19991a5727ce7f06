import * as z from 'zod';
import { iso } from '../../../kit/time.ts';
import { recordExample } from '../../../resource/example.ts';
import { createdAt, id } from '../../../resource/fields.ts';

export const APPLICABILITIES = [
  'creator_relationship',
  'program_application',
  'program_enrollment',
  'retainer',
  'content_submission',
] as const;

export const Applicability = z.enum(APPLICABILITIES);

export const ASKED_FOR =
  'What asks for it. Empty: only programs and nothing else, where they name it. `retainer`: offers of retainers. Any other: all work for the account.';
export type Applicability = z.output<typeof Applicability>;

/**
 * The applicabilities that cover all of a creator's work for the account, without a program naming the
 * agreement.
 */
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
    agreement: id('agreement').describe('What it is a version of.'),
    version: z.int().describe('Its number: 1 for the first.'),
    file: id('file').nullable().describe('The PDF, which never changes.'),
    fileName: z.string().describe('As its uploader called the PDF.'),
    size: z.int().describe('Bytes.'),
    sha256: z.string().describe('The PDF’s SHA-256, in lower-case hex.'),
    applicability: z.array(Applicability).describe(ASKED_FOR),
    createdAt,
    url: z.string().nullable().describe('Short-lived link to the PDF; null where it is gone.'),
  })
  .meta({ id: 'AgreementVersion' });
recordExample(AgreementVersion, {
  agreement: 'agr_01k2d9q3v7h5m8r4t6w0x1y2z3',
  version: 1,
  file: 'file_01k2d9q3v7h5m8r4t6w0x1y2z3',
  fileName: 'terms.pdf',
  size: 10,
  sha256: '9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f',
  applicability: [],
  createdAt: '2026-08-10T09:30:00.000Z',
  url: 'https://api.example.com/files/file_01k2d9q3v7h5m8r4t6w0x1y2z3?expires=1786354200000&signature=5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e',
});

export type AgreementVersion = z.output<typeof AgreementVersion>;

/** An agreement that a creator has to accept, as part of the record that it is accepted with. */
export const OpenAgreement = z.object({
  agreement: id('agreement').describe('What is to be accepted.'),
  version: z.int().describe('The newest one, by its number.'),
  title: z.string().describe('What the brand calls it.'),
  description: z.string().nullable().describe('In a few words of the brand; null without any.'),
  file: z.string().nullable().describe('The PDF.'),
  fileName: z.string().describe('As its uploader called the PDF.'),
  size: z.int().describe('Bytes.'),
  sha256: z.string().describe('The PDF’s SHA-256, in lower-case hex.'),
  url: z.string().nullable().describe('Short-lived link to the PDF; null where it is gone.'),
});

export type OpenAgreement = z.output<typeof OpenAgreement>;

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

/** An agreement that a creator has to accept, in its newest version. */
export interface OpenRow {
  agreement: AgreementRow;
  latest: VersionRow;
}

/** Why an agreement has to be accepted: the program that names it, or else its widest applicability. */
export function contextOf(
  { agreement, named }: OpenRow & { named: boolean },
  applicationStatus: string,
): Applicability {
  const { applicability } = agreement;
  const forProgram = applicationStatus === 'pending' ? 'program_application' : 'program_enrollment';
  if (named || applicability.includes(forProgram)) return forProgram;
  return applicability.find((one) => one !== 'retainer') ?? forProgram;
}
