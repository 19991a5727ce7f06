// What codes ask of the domains above them.
import type { SystemCtx } from '../../../context.ts';

/** The views of a creator's work for an account, as far as they are reported; null where nobody reports any. */
export type CreatorViews = (ctx: SystemCtx, accountId: string, creatorId: string) => Promise<number | null>;
