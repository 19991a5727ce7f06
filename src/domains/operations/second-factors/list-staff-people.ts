import type { SystemCtx } from '../../../context.ts';
import { listPeopleByAddress } from './store.ts';

export interface StaffPersonRow {
  name: string;
  email: string;
  person: string | null;
  /** Milliseconds. */
  secondFactorAt: number | null;
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
    return { name, email, person: one?.id ?? null, secondFactorAt: one?.confirmedAt ?? null };
  });
}
