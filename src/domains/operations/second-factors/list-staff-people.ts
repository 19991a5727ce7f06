import type { SystemCtx } from '../../../context.ts';
import { isInUse } from '../../accounts/people/interface.ts';
import { listPeopleByAddress } from './store.ts';

export interface StaffPersonRow {
  name: string;
  email: string;
  person: string | null;
  /** Since when there is a second factor, in milliseconds. */
  secondFactorAt: number | null;
  /** When it is removed, because it is lost, in milliseconds. */
  removedAt: number | null;
}

/** The people who may open the staff's pages, in the order of the deployment's list. */
export async function listStaffPeople(ctx: SystemCtx): Promise<StaffPersonRow[]> {
  const listed = [...ctx.vars.STAFF_PEOPLE];
  const found = await listPeopleByAddress(
    ctx,
    listed.map(([address]) => address),
  );
  return listed.map(([email, name]) => {
    const one = found.find((person) => person.email === email);
    const has = one && isInUse(one, ctx.now);
    return {
      name,
      email,
      person: one?.id ?? null,
      secondFactorAt: has ? one.confirmedAt : null,
      removedAt: has ? one.removedAt : null,
    };
  });
}
