// A plan as the business API shows it.
import * as z from 'zod';
import { iso, isoOrNull } from '../../../kit/time.ts';
import { bodyExample, exampleOf, recordExample, widerExample } from '../../../resource/example.ts';
import { createdAt, id, ownId, text } from '../../../resource/fields.ts';
import { AdsOperation } from '../plan-execution/ads-operation.ts';
import { APPROVAL_STATES, columnsOf, EXECUTION_STATES, stateAt } from '../plan-record/interface.ts';
import type { PlanRow, WholePlan } from '../plan-record/plan.ts';
import { PlanInput } from '../plan-record/plan-input.ts';

const { steps: Steps, ...head } = PlanInput.shape;

const Revision = z
  .int()
  .min(1)
  .describe('Says what the plan was checked against: rises when that changes before the execution begins.');
const SemanticHash = z
  .string()
  .regex(/^sha256:[0-9a-f]{64}$/, 'Must be sha256: and 64 hexadecimal digits in lower case.')
  .describe('The same for all bodies that ask for the same, however they are written.');

export const AdsPlanSummary = z
  .object({
    id: ownId('adsPlan'),
    ...head,
    semanticHash: SemanticHash,
    revision: Revision,
    changedRecord: z
      .string()
      .nullable()
      .describe('The record whose change made `revision` rise last; null while nothing has changed.'),
    approvalState: z
      .enum(APPROVAL_STATES)
      .describe('`draft` where the brand had nobody who could approve when the plan was made.'),
    executionState: z
      .enum(EXECUTION_STATES)
      .describe('`ready` once it is approved. What is rejected, superseded or expired is `cancelled`.'),
    campaignId: id('campaign').nullable().describe('The campaign that it changes; null for uploads alone.'),
    expiresAt: z.string().describe('RFC 3339, UTC. It expires then, unless its execution has begun.'),
    makerId: id('account').describe('The account that made it: the brand, or a partner for it.'),
    answeredBy: id('account')
      .nullable()
      .describe('The account that approved, rejected or cancelled it; null as long as nobody did.'),
    answeredAt: z.string().nullable().describe('RFC 3339, UTC; null as long as nobody did.'),
    note: z.string().nullable().describe("The brand's words with its rejection."),
    executedAt: z.string().nullable().describe('RFC 3339, UTC, of when its execution began.'),
    createdAt,
    updatedAt: createdAt,
  })
  .meta({ id: 'AdsPlanSummary' });
export type AdsPlanSummary = z.output<typeof AdsPlanSummary>;

export const AdsPlan = AdsPlanSummary.extend({ steps: Steps }).meta({ id: 'AdsPlan' });
export type AdsPlan = z.output<typeof AdsPlan>;

export const AdsPlanExecution = z
  .object({ plan: AdsPlan, operations: z.array(AdsOperation).describe('One for each platform of the plan.') })
  .meta({ id: 'AdsPlanExecution' });
export type AdsPlanExecution = z.output<typeof AdsPlanExecution>;

export const PlanApproval = z.strictObject({ revision: Revision, semanticHash: SemanticHash });
export type PlanApproval = z.output<typeof PlanApproval>;

export const PlanRejection = PlanApproval.extend({
  note: text(2000).optional().describe('Why, for the maker of the plan.'),
});
export type PlanRejection = z.output<typeof PlanRejection>;

if (import.meta.documented !== false) {
  const { steps, ...shown } = exampleOf(PlanInput);
  const semanticHash = `sha256:${'0123456789abcdef'.repeat(4)}`;
  recordExample(AdsPlanSummary, {
    id: 'plan_01k2d9q3v7h5m8r4t6w0x1y2z3',
    ...shown,
    semanticHash,
    revision: 1,
    changedRecord: null,
    approvalState: 'pending_approval',
    executionState: 'planned',
    campaignId: 'camp_01k2d9q3v7h5m8r4t6w0x1y2z3',
    expiresAt: '2026-08-11T09:30:00.000Z',
    makerId: 'acct_01k2d9q3v7h5m8r4t6w0x1y2z3',
    answeredBy: null,
    answeredAt: null,
    note: null,
    executedAt: null,
    createdAt: '2026-08-10T09:30:00.000Z',
    updatedAt: '2026-08-10T09:30:00.000Z',
  });
  widerExample(AdsPlan, AdsPlanSummary, { steps: PlanInput.shape.steps.parse(steps) });
  recordExample(AdsPlanExecution, {
    plan: AdsPlan.parse(exampleOf(AdsPlan)),
    operations: [AdsOperation.parse(exampleOf(AdsOperation))],
  });
  bodyExample(PlanApproval, 'AdsPlanApproval', { revision: 1, semanticHash });
  bodyExample(PlanRejection, 'AdsPlanRejection', { revision: 1, semanticHash, note: 'Not before October.' });
}

/** @param now the moment: a plan expires by the clock. */
export function presentSummary(row: PlanRow, now: number): AdsPlanSummary {
  return {
    id: row.id,
    ...row.head,
    semanticHash: row.semanticHash,
    revision: row.revision,
    changedRecord: row.changedRecord,
    ...columnsOf(stateAt(row, now)),
    campaignId: row.campaignId,
    expiresAt: iso(row.expiresAt),
    makerId: row.makerId,
    answeredBy: row.answeredBy,
    answeredAt: isoOrNull(row.answeredAt),
    note: row.note,
    executedAt: isoOrNull(row.executedAt),
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
  };
}

export function presentPlan(plan: WholePlan, now: number): AdsPlan {
  return { ...presentSummary(plan, now), steps: plan.input.steps };
}
