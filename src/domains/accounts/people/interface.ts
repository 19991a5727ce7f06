// The interface of people for other domains.
import { type SQL, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { people } from './table.ts';

export { isInUse, type ProvingPerson } from './second-factor.ts';
export { deleteSecondFactor, findSecondFactor, saveRemoval } from './second-factor-store.ts';
export {
  deleteVerification,
  findByEmail,
  findVerification,
  insertPerson,
  insertVerification,
  listVerifications,
} from './store.ts';

/** What people are called, for the statement's batch. @param ids a subquery of IDs. */
export const listNamesAmong = (ctx: SystemCtx, ids: SQL) =>
  mainDb(ctx.env)
    .select({ id: people.id, name: people.name })
    .from(people)
    .where(sql`${people.id} IN (${ids})`);

/** What a person is called, within a statement; NULL for nobody. @param id a column or an expression. */
export const nameOfPerson = (id: SQL): SQL<string | null> =>
  sql<string | null>`(SELECT ${people.name} FROM ${people} WHERE ${people.id} = ${id})`;
