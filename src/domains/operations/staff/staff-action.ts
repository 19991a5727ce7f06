import * as z from 'zod';
import { idTime } from '../../../kit/ids.ts';
import { iso } from '../../../kit/time.ts';
import { createdAt, id, text } from '../../../resource/fields.ts';
import type { staffActions } from './table.ts';

export type StaffActionRow = typeof staffActions.$inferSelect;

/** Every write of the staff needs a reason. */
export const Reason = text(2000).describe('Why; kept with your name.');

const Snapshot = z.record(z.string(), z.unknown());

export const StaffAction = z.object({
  id: id('staffAction'),
  staff: z.string().describe('The name of the token.'),
  action: z.string(),
  subject: z.string(),
  reason: z.string(),
  before: Snapshot,
  after: Snapshot.describe('As the action left it; what followed from it came later.'),
  createdAt,
});

export type StaffAction = z.output<typeof StaffAction>;

export function presentAction(row: StaffActionRow): StaffAction {
  return { ...row, createdAt: iso(idTime(row.id)) };
}
