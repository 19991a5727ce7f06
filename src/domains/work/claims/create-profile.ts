import type { SystemCtx } from '../../../context.ts';
import { refreshRoster } from '../applications/interface.ts';
import { insertProfile } from '../creator-consent/interface.ts';
import { newRecord } from '../creators/create-creator.ts';

/**
 * Creates a person's own creator profile, unless an account has written one for the address. Throws conflict.
 */
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
