import * as z from 'zod';
import { toPercent } from '../../../kit/money.ts';
import { iso, isoOrNull } from '../../../kit/time.ts';
import { bodyExample, recordExample } from '../../../resource/example.ts';
import { createdAt, id, ownId, Version } from '../../../resource/fields.ts';
import { OpenAgreement } from '../agreement-rules/agreement.ts';
import type { Consent } from '../creator-consent/consent.ts';
import {
  mergePay,
  type Pay,
  type PayOverride,
  PayOverrideInput,
  PayRule,
  PaySchedule,
} from '../program-terms/pay.ts';
import type { Facts, State } from './transitions.ts';

export const APPLICATION_STATUSES = ['pending', 'approved', 'rejected', 'withdrawn'] as const;
export type ApplicationStatus = (typeof APPLICATION_STATUSES)[number];

export const Application = z
  .object({
    id: ownId('application'),
    program: id('program').describe('What the creator wants to work for, or is invited to.'),
    creator: id('creator').describe('Who applied, or was invited.'),
    status: z
      .enum(APPLICATION_STATUSES)
      .describe(
        '`pending` waits for the brand, or for the creator where it was invited. Only an approved one lets the creator send work in.',
      ),
    removed: z.boolean().describe('Rejected after it had been approved.'),
    invited: z.boolean().describe('Pending, and the creator answers it: an invitation.'),
    pay: z
      .object({
        rules: z.array(PayRule).describe('They add up.'),
        cap: z
          .int()
          .nullable()
          .describe('The most that this creator earns in the program, in cents; null for no such limit.'),
        schedule: PaySchedule.describe('When it is paid.'),
      })
      .nullable()
      .describe("The creator's own pay, merged over the program's; null while the program's applies."),
    acceptedAt: z
      .string()
      .nullable()
      .describe('When the creator accepted what the program asks for; null before.'),
    payVersion: z
      .int()
      .nullable()
      .describe("The version of the program's pay that the creator accepted; null before."),
    payStatus: z
      .enum(['current', 'past_due'])
      .describe(
        "`past_due` once a charge for this creator's pay failed for the last time, until the brand's card is charged after all.",
      ),
    agreementsRequired: z
      .boolean()
      .describe('The creator has agreements to accept before new work is submitted.'),
    reviewedAt: z.string().nullable().describe('When the brand last decided; null before.'),
    agreements: z
      .array(OpenAgreement)
      .describe('What a creator has to accept; filled for the creator when one application is read.'),
    partnerFee: z
      .object({
        partner: id('account').describe('Who represents the creator.'),
        percent: z.number().describe("A share of the creator's pay: 1.5 means 1.5%."),
      })
      .nullable()
      .describe(
        "What a partner takes of the creator's pay; null without one, and where it is none of yours to know.",
      ),
    version: Version,
    createdAt,
    updatedAt: createdAt,
  })
  .meta({ id: 'Application' });
recordExample(Application, {
  id: 'appl_01k2d9q3v7h5m8r4t6w0x1y2z3',
  program: 'prog_01k2d9q3v7h5m8r4t6w0x1y2z3',
  creator: 'crtr_01k2d9q3v7h5m8r4t6w0x1y2z3',
  status: 'approved',
  removed: false,
  invited: false,
  pay: null,
  acceptedAt: '2026-08-10T09:30:00.000Z',
  payVersion: 1,
  payStatus: 'current',
  agreementsRequired: false,
  reviewedAt: null,
  agreements: [],
  partnerFee: null,
  version: 1,
  createdAt: '2026-08-10T09:30:00.000Z',
  updatedAt: '2026-08-10T09:30:00.000Z',
});

export type Application = z.output<typeof Application>;

export const ApplicationCreate = z.object({
  program: id('program').describe('One that is live, and that the creator can see.'),
  creator: id('creator').optional().describe('Whom a brand invites; a creator applies for itself.'),
  acceptAgreements: z
    .boolean()
    .optional()
    .describe(
      'true: the creator that applies accepts the newest version of every agreement that the program asks for, so that none is left to accept once the brand approves.',
    ),
});
bodyExample(ApplicationCreate, 'ApplicationCreate', {
  program: 'prog_01k2d9q3v7h5m8r4t6w0x1y2z3',
  creator: 'crtr_01k2d9q3v7h5m8r4t6w0x1y2z3',
});

export const ApplicationUpdate = z.object({
  status: z
    .enum(APPLICATION_STATUSES)
    .optional()
    .describe(
      'The brand approves, rejects or reopens (pending). The creator withdraws, or accepts an invitation and its agreements (approved).',
    ),
  pay: PayOverrideInput.nullable()
    .optional()
    .describe("The creator's own pay; null returns the creator to the program's."),
  acceptAgreements: z
    .boolean()
    .optional()
    .describe(
      "true: the creator accepts the newest version of what is open; the status stays. An invitation's are accepted by status approved.",
    ),
  version: Version.optional(),
});
bodyExample(ApplicationUpdate, 'ApplicationUpdate', { pay: null });

export interface ApplicationRow {
  id: string;
  accountId: string;
  programId: string;
  creatorId: string;
  status: ApplicationStatus;
  removed: boolean;
  invited: boolean;
  invitedAt: number | null;
  pay: PayOverride | null;
  acceptedAt: number | null;
  payVersion: number | null;
  payStatus: 'current' | 'past_due';
  reviewedAt: number | null;
  agreementsBase: number;
  version: number;
  createdAt: number;
  updatedAt: number;
}

/** An application with the facts about its program and creator. */
export interface FoundApplication {
  application: ApplicationRow;
  /** The program's agreements_epoch when the application was read. */
  epoch: number;
  programPay: Pay;
  /** Whether an agreement is open, whatever the application's status. */
  open: boolean;
  /** The consent between its account and creator; null when neither has said anything. */
  consent: Consent | null;
  feePartner: string | null;
  feeBps: number | null;
}

export function stateOf(row: ApplicationRow): State {
  if (row.status === 'pending') return row.invited ? 'invited' : 'pending';
  if (row.status === 'rejected') return row.removed ? 'removed' : 'rejected';
  return row.status;
}

/** The facts that the application's transitions depend on. */
export function factsOf({ application, open, consent }: FoundApplication): Facts {
  const agreed = consent === 'agreed';
  return { open, agreed, applied: application.invitedAt === null && (agreed || consent === 'requested') };
}

/**
 * Grows with the application and with the agreements to accept, so that an acceptance of an older text fails.
 */
export function applicationVersion({ application, epoch }: FoundApplication): number {
  return application.version + epoch - application.agreementsBase;
}

/** @param reader the acting account or creator, and the partner that manages the account. */
export function presentApplication(
  found: FoundApplication,
  reader: { id: string; managedBy: string | null },
  agreements: Application['agreements'],
): Application {
  const row = found.application;
  const merged = row.pay ? mergePay(found.programPay, row.pay) : null;
  const working = row.status === 'pending' || row.status === 'approved';
  return {
    id: row.id,
    program: row.programId,
    creator: row.creatorId,
    status: row.status,
    removed: row.removed,
    invited: stateOf(row) === 'invited',
    pay: merged && { rules: merged.rules, cap: merged.cap, schedule: merged.schedule },
    acceptedAt: isoOrNull(row.acceptedAt),
    payVersion: row.payVersion,
    payStatus: row.payStatus,
    agreementsRequired: working && found.open,
    reviewedAt: isoOrNull(row.reviewedAt),
    agreements,
    partnerFee: fee(found, reader),
    version: applicationVersion(found),
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
  };
}

function fee(
  { application, consent, feePartner, feeBps }: FoundApplication,
  reader: { id: string; managedBy: string | null },
): Application['partnerFee'] {
  if (feePartner === null || feeBps === null) return null;
  const client = reader.managedBy === feePartner && consent === 'agreed';
  const may = reader.id === application.creatorId || reader.id === feePartner || client;
  return may ? { partner: feePartner, percent: toPercent(feeBps) } : null;
}
