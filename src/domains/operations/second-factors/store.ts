import { eq, inArray, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { people, secondFactors } from '../../accounts/people/table.ts';

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
