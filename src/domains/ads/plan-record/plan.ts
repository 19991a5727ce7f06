// A plan of the business API as it is kept.
import type { PlanInput } from './plan-input.ts';

export const APPROVAL_STATES = [
  'draft',
  'pending_approval',
  'approved',
  'rejected',
  'superseded',
  'expired',
] as const;
export const EXECUTION_STATES = ['planned', 'ready', 'executing', 'completed', 'cancelled'] as const;

export type PlanHead = Omit<PlanInput, 'steps'>;

/** A plan without its steps, as lists read it. */
export interface PlanRow {
  id: string;
  /** The brand whose campaigns it changes. */
  accountId: string;
  /** The account that made it: the brand, or a partner for its client. */
  makerId: string;
  clientRequestId: string;
  /** The body without its steps. */
  head: PlanHead;
  semanticHash: string;
  /** Says what it was checked against: rises when that changes. */
  revision: number;
  /** The record whose change made it rise last; null while nothing has changed. */
  changedRecord: string | null;
  approvalState: (typeof APPROVAL_STATES)[number];
  executionState: (typeof EXECUTION_STATES)[number];
  operationType: PlanInput['operationType'];
  targetId: string;
  /** The campaign that it changes; null for uploads alone. */
  campaignId: string | null;
  expiresAt: number;
  /** The account whose caller approved, rejected or cancelled it. */
  answeredBy: string | null;
  answeredAt: number | null;
  note: string | null;
  executedAt: number | null;
  /** When the brand gets a reminder; null where it gets none. */
  remindAt: number | null;
  createdAt: number;
  updatedAt: number;
}

/** What a step changes, as it was when the plan began. */
export interface ChangedFrom {
  /** What the ad set or ad was called. */
  name: string | null;
  /** What the ad set was called that an ad was in. */
  adSet: string | null;
  /** By place: the value that it had. */
  values: Readonly<Record<string, unknown>>;
}

export interface WholePlan extends PlanRow {
  input: PlanInput;
  /** By step: null until it begins, and where there is no campaign. */
  changedFrom: Readonly<Record<string, ChangedFrom>> | null;
}
