import type { SystemCtx } from '../../../context.ts';
import { addCreditTarget } from '../../measurement/credit-targets/interface.ts';
import { type CodeRow, insertCode } from './code-store.ts';

/**
 * Adds to the batch a code that credits a creator without a link. It has no endpoint: codes come from
 * connected shops.
 */
export function addCreatorCode(ctx: SystemCtx, given: Omit<CodeRow, 'createdAt'>): void {
  const row = { ...given, code: given.code.trim().toLowerCase(), createdAt: ctx.now };
  insertCode(ctx, row);
  const { accountId, kind, code, creatorId } = row;
  addCreditTarget(ctx, { accountId, kind: `${kind}_code`, key: code, creatorId });
}
