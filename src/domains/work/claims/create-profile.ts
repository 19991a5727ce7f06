import type { SystemCtx } from '../../../context.ts';
import { refreshRoster } from '../applications/interface.ts';
import { insertProfile } from '../creator-consent/interface.ts';
import { newRecord } from '../creators/create-creator.ts';

/** A person makes a creator's profile of its own, where nobody has written one in its name. Throws conflict. */
export async function createProfile(
  ctx: SystemCtx,
  person: { id: string; name: string; email: string },
): Promise<string> {
  const { id, name, email } = person;
  const record = newRecord(ctx, { name, email, person: id });
  insertProfile(ctx, { ...record, personId: id });
  refreshRoster(ctx, record.id);
  return record.id;
}
