import { and, asc, eq, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { overtaken } from '../../../db/one-batch.ts';
import { SECOND_MS } from '../../../kit/time.ts';
import type { StepRow, WorkRow } from './interface.ts';
import type { StepError } from './step.ts';
import { platformSteps, platformWorks } from './table.ts';

/** Longer than one call to a platform may take. */
const CALL_MS = 40 * SECOND_MS;

/** A work that this driver alone may drive, while its lease lasts. */
export type ClaimedWork = WorkRow & { lease: string };

/** Due, not leased, first of its record at its platform, and its connection is not left alone. */
const takeable = (now: number) => sql`${platformWorks.status} = 'open' AND ${platformWorks.dueAt} <= ${now}
  AND ${platformWorks.leaseUntil} <= ${now}
  AND NOT EXISTS (SELECT 1 FROM platform_works e WHERE e.subject = platform_works.subject
    AND e.platform = platform_works.platform AND e.id < platform_works.id
    AND (e.status = 'open' OR e.lease_until > ${now}))
  AND NOT EXISTS (SELECT 1 FROM platform_pauses p
    WHERE p.connection_id = platform_works.connection_id AND p.until > ${now})`;

export async function listDuePlatforms(ctx: SystemCtx): Promise<WorkRow['platform'][]> {
  const rows = await mainDb(ctx.env)
    .selectDistinct({ platform: platformWorks.platform })
    .from(platformWorks)
    .where(takeable(ctx.now))
    .all();
  return rows.map(({ platform }) => platform);
}

/** The work of a platform that has been due longest, claimed until `until`; null when there is none to take. */
export async function claimWork(
  ctx: SystemCtx,
  platform: WorkRow['platform'],
  until: number,
): Promise<ClaimedWork | null> {
  const db = mainDb(ctx.env);
  const next = db
    .select({ id: platformWorks.id })
    .from(platformWorks)
    .where(and(eq(platformWorks.platform, platform), takeable(ctx.now)))
    .orderBy(asc(platformWorks.dueAt), asc(platformWorks.id))
    .limit(1);
  const [row] = await db
    .update(platformWorks)
    .set({ lease: crypto.randomUUID(), leaseUntil: until })
    .where(and(sql`${platformWorks.id} = (${next})`, sql`${platformWorks.leaseUntil} <= ${ctx.now}`))
    .returning();
  return row ? (row as ClaimedWork) : null;
}

export async function listSteps(ctx: SystemCtx, workId: string): Promise<StepRow[]> {
  return await mainDb(ctx.env)
    .select()
    .from(platformSteps)
    .where(eq(platformSteps.workId, workId))
    .orderBy(asc(platformSteps.n))
    .all();
}

const mine = ({ id, lease }: ClaimedWork) => and(eq(platformWorks.id, id), eq(platformWorks.lease, lease));
const one = ({ workId, n }: StepRow) => and(eq(platformSteps.workId, workId), eq(platformSteps.n, n));

/** Lets a work go until `dueAt`, unless it is another's by now. */
export async function releaseWork(ctx: SystemCtx, work: ClaimedWork, dueAt: number): Promise<void> {
  await mainDb(ctx.env).update(platformWorks).set({ lease: null, leaseUntil: 0, dueAt }).where(mine(work));
}

/** Adds to the batch that a work is over, unless somebody cancelled it or tries it again. */
export function saveWorkEnded(ctx: SystemCtx, work: ClaimedWork, status: 'done' | 'failed'): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(platformWorks)
      .set({ status, lease: null, leaseUntil: 0, updatedAt: ctx.now })
      .where(and(mine(work), eq(platformWorks.status, 'open'))),
    overtaken,
  );
}

/** Notes that a platform is about to hear of a step. @returns false when its work is no longer this driver's to do. */
export async function claimStep(ctx: SystemCtx, work: ClaimedWork, step: StepRow): Promise<boolean> {
  const { meta } = await mainDb(ctx.env)
    .update(platformSteps)
    .set({ sentAt: ctx.now, updatedAt: ctx.now })
    .where(
      and(
        one(step),
        eq(platformSteps.status, 'planned'),
        sql`EXISTS (SELECT 1 FROM platform_works w WHERE w.id = ${work.id} AND w.lease = ${work.lease}
          AND w.status = 'open' AND w.lease_until > ${ctx.now + CALL_MS})`,
      ),
    );
  return meta.changes === 1;
}

/** Adds to the batch what came of a step, unless somebody else noted it. */
export function saveStepEnded(
  ctx: SystemCtx,
  step: StepRow,
  ended:
    | { status: 'done' | 'skipped'; result: string }
    | { status: 'failed'; sentAt: number | null; error: StepError },
): void {
  const shared = ended.status === 'failed' ? {} : { error: null, sentAt: null };
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(platformSteps)
      .set({ ...shared, ...ended, tries: step.tries + 1, updatedAt: ctx.now })
      .where(and(one(step), eq(platformSteps.status, 'planned'))),
    overtaken,
  );
}

/** Puts a step off. `sentAt`: null when the platform has certainly not done it. */
export async function saveStepPutOff(
  ctx: SystemCtx,
  step: StepRow,
  put: { dueAt: number; tries: number; sentAt: number | null; error: StepError | null },
): Promise<void> {
  await mainDb(ctx.env)
    .update(platformSteps)
    .set({ ...put, updatedAt: ctx.now })
    .where(and(one(step), eq(platformSteps.status, 'planned')));
}
