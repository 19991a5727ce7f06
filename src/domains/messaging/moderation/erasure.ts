import * as z from 'zod';
import { iso, isoOrNull } from '../../../kit/time.ts';
import type { messageErasures } from './table.ts';

export type ErasureRow = typeof messageErasures.$inferSelect;

/** The phases of an erasure, in order. README.md says why in this one. */
export const ERASURE_PHASES = ['messages', 'told', 'files', 'search', 'reports', 'done'] as const;

export const Erasure = z.object({
  by: z.string().describe('The staff member.'),
  startedAt: z.string(),
  phase: z.enum(ERASURE_PHASES).describe('What is erased now; `done` at the end.'),
  threads: z.int().describe('How many threads are emptied.'),
  finishedAt: z.string().nullable(),
});
export type Erasure = z.output<typeof Erasure>;

export function presentErasure(row: ErasureRow): Erasure {
  const { staff, startedAt, phase, threads, finishedAt } = row;
  return { by: staff, startedAt: iso(startedAt), phase, threads, finishedAt: isoOrNull(finishedAt) };
}
