import { and, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import type { Explain } from '../../../db/write-set.ts';
import { people } from '../../accounts/people/table.ts';
import { secondFactors } from './table.ts';

export type SecondFactorRow = typeof secondFactors.$inferSelect;

export async function findSecondFactor(ctx: SystemCtx, personId: string): Promise<SecondFactorRow | null> {
  const row = await mainDb(ctx.env)
    .select()
    .from(secondFactors)
    .where(eq(secondFactors.personId, personId))
    .get();
  return row ?? null;
}

/** Replaces another secret that was not confirmed. */
export function saveBegun(ctx: SystemCtx, row: SecondFactorRow, confirmed: Explain): void {
  const { personId: _, ...values } = row;
  ctx.write.guarded(
    mainDb(ctx.env)
      .insert(secondFactors)
      .values(row)
      .onConflictDoUpdate({
        target: secondFactors.personId,
        set: values,
        setWhere: isNull(secondFactors.confirmedAt),
      }),
    confirmed,
  );
}

/** Confirms a secret, provided that it is still the one that was read and not confirmed yet. */
export function saveConfirmed(
  ctx: SystemCtx,
  { personId, secret }: SecondFactorRow,
  step: number,
  overtaken: Explain,
): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(secondFactors)
      .set({ confirmedAt: ctx.now, lastStep: step, updatedAt: ctx.now })
      .where(
        and(
          eq(secondFactors.personId, personId),
          eq(secondFactors.secret, secret),
          isNull(secondFactors.confirmedAt),
        ),
      ),
    overtaken,
  );
}

/** Uses up the code of a time step and all earlier ones, so that of two equal codes only one is accepted. */
export function saveStepUsed(
  ctx: SystemCtx,
  { personId, secret }: SecondFactorRow,
  step: number,
  used: Explain,
): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(secondFactors)
      .set({ lastStep: step, updatedAt: ctx.now })
      .where(
        and(
          eq(secondFactors.personId, personId),
          eq(secondFactors.secret, secret),
          isNotNull(secondFactors.confirmedAt),
          lt(secondFactors.lastStep, step),
        ),
      ),
    used,
  );
}

export function deleteSecondFactor(ctx: SystemCtx, { personId }: SecondFactorRow, gone: Explain): void {
  ctx.write.guarded(mainDb(ctx.env).delete(secondFactors).where(eq(secondFactors.personId, personId)), gone);
}

/** The people with one of these addresses, with their second factors. */
export async function listPeopleByAddress(
  ctx: SystemCtx,
  addresses: readonly string[],
): Promise<{ id: string; email: string; confirmedAt: number | null }[]> {
  return await mainDb(ctx.env)
    .select({ id: people.id, email: people.email, confirmedAt: secondFactors.confirmedAt })
    .from(people)
    .leftJoin(secondFactors, eq(secondFactors.personId, people.id))
    .where(inArray(people.email, sql`(SELECT value FROM json_each(${JSON.stringify(addresses)}))`))
    .all();
}

export async function findAddress(ctx: SystemCtx, personId: string): Promise<string | null> {
  const row = await mainDb(ctx.env)
    .select({ email: people.email })
    .from(people)
    .where(eq(people.id, personId))
    .get();
  return row?.email ?? null;
}
