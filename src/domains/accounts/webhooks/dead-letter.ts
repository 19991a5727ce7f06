import * as z from 'zod';
import { iso } from '../../../kit/time.ts';
import { createdAt } from '../../../resource/fields.ts';
import type { DeadLetterRow } from './dead-letter-store.ts';

/** What the staff sees of a message that its consumer gave up on: not the body, which may be personal. */
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
