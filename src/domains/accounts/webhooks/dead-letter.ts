import * as z from 'zod';
import { iso } from '../../../kit/time.ts';
import { createdAt } from '../../../resource/fields.ts';
import type { DeadLetterRow } from './dead-letter-store.ts';

/** A message that its consumer gave up on, as staff see it. The body is left out because it may hold personal data. */
export const DeadLetter = z.object({
  id: z.string(),
  queue: z.string(),
  attempts: z.int(),
  reason: z.string().nullable(),
  createdAt,
});

export type DeadLetter = z.output<typeof DeadLetter>;

export function presentDeadLetter({ id, queue, attempts, reason, createdAt }: DeadLetterRow): DeadLetter {
  return { id, queue, attempts, reason, createdAt: iso(createdAt) };
}
