import type { Ctx } from '../../../context.ts';
import { AppError, invalidField } from '../../../kit/error.ts';
import { checkVersion } from '../../../resource/version.ts';
import { findProductToSend } from '../../catalog/products/interface.ts';
import { recordActivity, refuseWhilePaused } from '../creator-consent/interface.ts';
import { addressOf, sealAddress } from './address.ts';
import { emitMove } from './emit-move.ts';
import { withAddress } from './get-sample.ts';
import { movedColumns, unsentUntil } from './moved-columns.ts';
import { insertSampleOrder, isOrdering, saveOrderChanged, saveOrderWithdrawn } from './order-store.ts';
import type { Sample, SampleRow, SampleUpdateInput } from './sample.ts';
import { requireSample, saveSample } from './store.ts';
import { type Action, type Party, sampleMachine } from './transitions.ts';

/** Answers, changes or moves a sample on: the whole input or nothing. */
export async function updateSample(ctx: Ctx, id: string, input: SampleUpdateInput): Promise<Sample> {
  const found = await requireSample(ctx, id);
  const before = found.row;
  checkVersion(before, input.version);
  const by: Party = ctx.actor.account ? 'brand' : 'creator';
  const ordering = found.order !== null && isOrdering(found.order);
  const facts = { offered: before.offered, together: found.together, ordering };
  const actions = actionsOf(before, by, input);
  if (actions.length === 0) return await withAddress(ctx, found);
  const moves = actions.map((action) => sampleMachine.require(before.status, action, by, facts));
  // Only the first action can change the state.
  const move = moves[0]!;
  const changes: Partial<SampleRow> = { status: move.to, ...movedColumns(ctx.now, before, move.to) };
  if (input.note !== undefined) changes.note = input.note;
  if (input.trackingUrl !== undefined) changes.trackingUrl = input.trackingUrl;
  if (input.address !== undefined) {
    changes.address = await sealAddress(ctx, before, addressOf(input.address));
    changes.eraseAt = unsentUntil(ctx.now);
  }
  const isNew = move.to === 'approved' && before.status === 'pending';
  if (isNew) refuseWhilePaused(ctx, before);
  saveSample(ctx, before, changes);
  const isWithdrawn = before.status === 'approved' && move.to !== 'approved';
  if (isNew) await beginOrder(ctx, before);
  else if (isWithdrawn) saveOrderWithdrawn(ctx, before.id);
  else if (changes.address !== undefined && before.status === 'approved') saveOrderChanged(ctx, before.id);
  if (by === 'creator') recordActivity(ctx, before.creatorId);
  if (move.event) emitMove(ctx, before, move.event);
  const row = { ...before, ...changes, version: before.version + 1, updatedAt: ctx.now };
  return await withAddress(ctx, { ...found, row, order: isWithdrawn ? null : found.order });
}

/** Has the shop of the product send it, if it has one. */
async function beginOrder(ctx: Ctx, row: SampleRow): Promise<void> {
  const catalogue = (await findProductToSend(ctx, row.productId))?.catalogue ?? null;
  if (catalogue === null || row.variantId === null) return;
  insertSampleOrder(ctx, row, { catalogue, variant: row.variantId });
}

/** The actions that a request asks for; only the first can change the state. */
function actionsOf({ status, offered }: SampleRow, by: Party, input: SampleUpdateInput): Action[] {
  const actions: Action[] = [];
  const given = input.address !== undefined;
  if (given && by === 'brand')
    throw new AppError('permission_denied', 'Only the creator can change the address.');
  if (input.status !== undefined) actions.push(actionFor(input.status, by, offered, given));
  else if (given) actions.push(status === 'pending' && offered ? 'accept' : 'readdress');
  if (given && (input.status ?? 'approved') !== 'approved')
    throw invalidField('/address', 'An address goes with status approved, or by itself.');
  const ships = input.status === 'shipped' || input.status === 'delivered';
  if (input.trackingUrl !== undefined && !ships) actions.push('track');
  // Either side may say why it rejects.
  if (input.note !== undefined && input.status !== 'rejected') actions.push('annotate');
  return actions;
}

function actionFor(
  status: NonNullable<SampleUpdateInput['status']>,
  by: Party,
  offered: boolean,
  given: boolean,
): Action {
  if (status === 'rejected') return 'reject';
  if (status === 'shipped') return 'ship';
  if (status === 'delivered') return 'deliver';
  if (by === 'brand' || !offered) return 'approve';
  if (!given) throw invalidField('/address', 'Say where to send it.', 'required');
  return 'accept';
}
