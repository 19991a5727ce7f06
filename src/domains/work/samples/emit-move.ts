import type { SystemCtx } from '../../../context.ts';
import { emit } from '../../../db/outbox.ts';
import type { SampleRow } from './sample.ts';
import type { Move } from './transitions.ts';

/** Tells in the batch that a sample has moved. */
export function emitMove(
  ctx: SystemCtx,
  { id, accountId: account, creatorId: creator }: Pick<SampleRow, 'id' | 'accountId' | 'creatorId'>,
  type: NonNullable<Move['event']>,
): void {
  if (type === 'sample.shipped') emit(ctx, { type, account, creator, data: { sample: id, creator } });
  else emit(ctx, { type, account, creator, data: { sample: id } });
}
