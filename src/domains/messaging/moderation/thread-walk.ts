import * as z from 'zod';
import { iso, isoOrNull } from '../../../kit/time.ts';
import type { threadWalks } from './table.ts';

export type WalkRow = typeof threadWalks.$inferSelect;

export const WALK_KINDS = ['search', 'database'] as const;

/** A walk through all threads that makes anew what databases know of them. */
export const ThreadWalk = z.object({
  kind: z.enum(WALK_KINDS),
  by: z.string().describe('The staff member.'),
  status: z.enum(['asked', 'under_way', 'done']),
  since: z.string().nullable().describe('Changes from this moment on are told again; null for all.'),
  askedAt: z.string(),
  finishedAt: z.string().nullable(),
});
export type ThreadWalk = z.output<typeof ThreadWalk>;

export function presentThreadWalk({ kind, staff, status, since, askedAt, finishedAt }: WalkRow): ThreadWalk {
  return {
    kind,
    by: staff,
    status,
    since: since === 0 ? null : iso(since),
    askedAt: iso(askedAt),
    finishedAt: isoOrNull(finishedAt),
  };
}
