import type * as z from 'zod';
import type { Ctx } from '../../../context.ts';
import { emit } from '../../../db/outbox.ts';
import { AppError, invalidField, rejected } from '../../../kit/error.ts';
import { newId } from '../../../kit/ids.ts';
import { findProductToSend, type ProductToSend } from '../../catalog/products/interface.ts';
import { findApprovedIn } from '../applications/interface.ts';
import {
  creatorPaused,
  recordActivity,
  refuseWhilePaused,
  takesSubmissions,
} from '../creator-consent/interface.ts';
import { findProgram } from '../program-terms/interface.ts';
import { addressOf, sealAddress } from './address.ts';
import { offeredUntil, unsentUntil } from './moved-columns.ts';
import { presentSample, type Sample, type SampleCreate, type SampleRow } from './sample.ts';
import { countOpenAsks, findTogether, insertSample } from './store.ts';

type Input = z.output<typeof SampleCreate>;

/** The most samples of an account that a creator may ask for before they are sent. */
const MOST_OPEN = 5;

/** A creator asks for a sample, or a brand offers one. */
export async function createSample(ctx: Ctx, input: Input): Promise<Sample> {
  const row = ctx.actor.account ? await offerOf(ctx, input) : await requestOf(ctx, input);
  emit(ctx, {
    type: 'sample.created',
    account: row.accountId,
    creator: row.creatorId,
    data: { sample: row.id },
  });
  return presentSample(row, null, ctx.actor.account === null);
}

async function offerOf(ctx: Ctx, input: Input): Promise<SampleRow> {
  const accountId = ctx.actor.account!.id;
  if (input.address !== undefined)
    throw new AppError('permission_denied', 'Only the creator can give the address. Offer it without one.');
  if (input.creator === undefined) throw invalidField('/creator', 'Say to whom it is offered.', 'required');
  const creatorId = input.creator;
  const check = async () => {
    const product = await findProductToSend(ctx, input.product);
    if (product?.accountId !== accountId) throw noProduct();
    if (!product.sampleable)
      throw rejected('product_not_sampleable', 'The product is archived, or not sampleable.');
    const [sides, program] = await Promise.all([
      readTogether(ctx, accountId, creatorId),
      readProgram(ctx, input.program),
    ]);
    refuseApart(sides);
    refuseOutside(program, product);
    return product;
  };
  const row = { ...rowOf(ctx, input, await check(), creatorId, true), eraseAt: offeredUntil(ctx.now) };
  write(ctx, row, check);
  return row;
}

async function requestOf(ctx: Ctx, input: Input): Promise<SampleRow> {
  const creatorId = ctx.actor.creator!;
  if (input.creator !== undefined && input.creator !== creatorId)
    throw new AppError('permission_denied', 'A creator asks for samples for itself.');
  if (input.address === undefined) throw invalidField('/address', 'Say where to send it.', 'required');
  const check = () => checkRequest(ctx, input, creatorId);
  const product = await check();
  const bare = rowOf(ctx, input, product, creatorId, false);
  const address = await sealAddress(ctx, bare, addressOf(input.address));
  const row = { ...bare, address, eraseAt: unsentUntil(ctx.now) };
  write(ctx, row, check);
  recordActivity(ctx, creatorId);
  return row;
}

/** Throws operation_rejected unless the creator may ask for a sample of the product. */
export async function checkRequest(
  ctx: Ctx,
  input: Pick<Input, 'product' | 'program'>,
  creatorId: string,
): Promise<ProductToSend> {
  const product = await findProductToSend(ctx, input.product);
  if (!product?.sampleable) throw noProduct();
  const { accountId } = product;
  const [sides, isApproved, program, open] = await Promise.all([
    readTogether(ctx, accountId, creatorId),
    findApprovedIn(ctx, accountId, creatorId, input.program ?? null),
    readProgram(ctx, input.program),
    countOpenAsks(ctx, accountId, creatorId),
  ]);
  // What a creator cannot see answers as what is not there.
  if (sides.takes === 'no') throw noProduct();
  refuseApart(sides);
  // Before anything is said of the program, which the creator may not see.
  if (!isApproved)
    throw rejected('application_not_approved', 'The creator has no approved application to the brand.');
  refuseOutside(program, product);
  if (open >= MOST_OPEN)
    throw rejected('sample_limit', 'So many samples of this brand are still to be sent.', {
      limit: MOST_OPEN,
    });
  return product;
}

function write(ctx: Ctx, row: SampleRow, check: () => Promise<unknown>): void {
  refuseWhilePaused(ctx, row);
  insertSample(ctx, row, MOST_OPEN, async () => {
    try {
      await check();
      return null;
    } catch (error) {
      if (error instanceof AppError) return error;
      throw error;
    }
  });
}

function rowOf(
  ctx: Ctx,
  input: Input,
  product: ProductToSend,
  creatorId: string,
  offered: boolean,
): SampleRow {
  return {
    id: newId('sample', ctx.now),
    accountId: product.accountId,
    creatorId,
    productId: product.id,
    variantId: variantOf(product, input.variant),
    programId: input.program ?? null,
    status: 'pending',
    offered,
    address: null,
    eraseAt: null,
    note: input.note ?? null,
    trackingUrl: null,
    approvedAt: null,
    shippedAt: null,
    deliveredAt: null,
    version: 1,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  };
}

function variantOf({ variants }: ProductToSend, given: string | undefined): string | null {
  if (given === undefined) {
    if (variants.length > 0) throw invalidField('/variant', 'Say which of its variants.', 'required');
    return null;
  }
  if (!variants.includes(given)) throw invalidField('/variant', 'The product has no such variant.');
  return given;
}

/** How a brand and a creator stand to each other. */
async function readTogether(ctx: Ctx, accountId: string, creatorId: string) {
  const [takes, isTogether] = await Promise.all([
    takesSubmissions(ctx, accountId, creatorId),
    findTogether(ctx, accountId, creatorId),
  ]);
  return { takes, isTogether };
}

/** Throws operation_rejected unless both work together and the account, still active, has not paused the creator. */
function refuseApart({ takes, isTogether }: Awaited<ReturnType<typeof readTogether>>): void {
  if (takes === 'paused') throw creatorPaused();
  if (!isTogether)
    throw rejected(
      'not_agreed',
      'The brand and the creator have not agreed to work together, or no longer do.',
    );
}

/** The program that is named; undefined if none is. */
const readProgram = async (ctx: Ctx, id: string | undefined) =>
  id === undefined ? undefined : await findProgram(ctx, id);

function refuseOutside(program: Awaited<ReturnType<typeof readProgram>>, product: ProductToSend): void {
  if (program === undefined) return;
  if (program?.accountId !== product.accountId) throw rejected('program_not_found', 'No such program.');
  if (!program.products.includes(product.id))
    throw rejected('product_not_in_program', "Not one of the program's products.", { product: product.id });
}

const noProduct = () => rejected('product_not_found', 'No such product, or none with samples.');
