// Where a creator stands with a program, for pages and frames.
import type { Application } from '../domains/work/applications/application.ts';

export type Standing = 'none' | 'invited' | 'pending' | 'approved' | 'rejected' | 'removed' | 'withdrawn';

/** Null: no application yet. */
export function standingOf(
  application: Pick<Application, 'status' | 'removed' | 'invited'> | null,
): Standing {
  if (!application) return 'none';
  if (application.removed) return 'removed';
  return application.invited ? 'invited' : application.status;
}
