import * as z from 'zod';
import { iso } from '../../../kit/time.ts';
import { createdAt } from '../../../resource/fields.ts';
import type { InstructionRow } from './store.ts';

/** The staff's view of an instruction that has not ended. */
export const LedgerInstruction = z.object({
  id: z.string().describe('Its subject: the ID of the payment, charge or whatever it is a part of.'),
  n: z.int(),
  blocked: z.string().nullable().describe('Why it can’t go on unless a person looks.'),
  instruction: z.record(z.string(), z.unknown()).describe('The transfer or posting.'),
  dueAt: z.string(),
  createdAt,
});

export type LedgerInstruction = z.output<typeof LedgerInstruction>;

export function presentInstruction({
  subject,
  n,
  blocked,
  body,
  dueAt,
  createdAt,
}: InstructionRow): LedgerInstruction {
  const instruction = JSON.parse(body) as Record<string, unknown>;
  return { id: subject, n, blocked, instruction, dueAt: iso(dueAt), createdAt: iso(createdAt) };
}
