import * as z from 'zod';
import { iso } from '../../../kit/time.ts';
import { createdAt } from '../../../resource/fields.ts';
import type { StepRow } from './store.ts';

/** The staff's view of a step that has not ended. */
export const LedgerStep = z.object({
  id: z.string().describe('Its subject: the ID of the payment, charge or whatever it is a part of.'),
  n: z.int(),
  blocked: z.string().nullable().describe('Why it can’t go on unless a person looks.'),
  step: z.record(z.string(), z.unknown()).describe('The transfer or posting.'),
  dueAt: z.string(),
  createdAt,
});

export type LedgerStep = z.output<typeof LedgerStep>;

export function presentStep({ subject, n, blocked, body, dueAt, createdAt }: StepRow): LedgerStep {
  const step = JSON.parse(body) as Record<string, unknown>;
  return { id: subject, n, blocked, step, dueAt: iso(dueAt), createdAt: iso(createdAt) };
}
