// Takes whatever a side could find out of the search database, for good.
import { deleteRowsOf, insertErased, listErased, type SearchEnv, saveMerged } from './store.ts';

const AT_ONCE = 500;
const PAGES = 1_000;

/**
 * What the side itself sent leaves the other sides' search by the deletions that its threads tell. A change that comes late
 * writes nothing for the side any more. @returns whether it is done; otherwise call it again, as after being killed.
 */
export async function eraseSearches(env: SearchEnv, side: string): Promise<boolean> {
  await insertErased(env, side);
  if (!(await deleteRowsOf(env, side, AT_ONCE))) return false;
  await saveMerged(env, PAGES);
  return true;
}

/** The sides whose searches were erased. */
export async function erasedSides(env: SearchEnv): Promise<string[]> {
  return await listErased(env);
}
