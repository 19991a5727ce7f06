import { eq, inArray, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { people, secondFactors } from '../../accounts/people/table.ts';

/** The people with one of these addresses, with their second factors. */
export async function listPeopleByAddress(
  ctx: SystemCtx,
  addresses: readonly string[],
): Promise<{ id: string; email: string; confirmedAt: number | null; removedAt: number | null }[]> {
  return await mainDb(ctx.env)
    .select({
      id: people.id,
      email: people.email,
      confirmedAt: secondFactors.confirmedAt,
      removedAt: secondFactors.removedAt,
    })
    .from(people)
    .leftJoin(secondFactors, eq(secondFactors.personId, people.id))
    .where(inArray(people.email, sql`(SELECT value FROM json_each(${JSON.stringify(addresses)}))`))
    .all();
}
