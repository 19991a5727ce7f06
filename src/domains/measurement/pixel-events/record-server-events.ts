import type { Ctx } from '../../../context.ts';
import { AppError, invalidField } from '../../../kit/error.ts';
import { newId } from '../../../kit/ids.ts';
import { type IncomingEvent, ORDER_EVENTS, orderNumber } from '../../../pixel/event-body.ts';
import { hashUser } from '../../../pixel/hash-user.ts';
import { eventsShardOf } from '../../accounts/accounts/interface.ts';
import { contactsOf, findBuyers } from '../credit-targets/interface.ts';
import { classify } from '../event-rules/classify.ts';
import { REFUND } from '../event-rules/order-return.ts';
import { requireOwnPixel } from '../pixels/interface.ts';
import { countryOf, type ServerEvent, toIncomingEvent } from './event-input.ts';
import { findSaleCurrencies } from './event-store.ts';
import type { Receipt } from './pixel-event.ts';
import { recordEvents } from './record-events.ts';

/** The most messages that the platform accepts at once. */
const NUDGES = 100;

/**
 * Accepts events from a brand's server. They are stored and deduplicated before this returns. Queue messages then wake
 * the consumer to attribute them, and the cron finds those whose message was lost.
 * @returns a receipt or an error for each event, in order. Throws when the pixel accepts no events.
 */
export async function recordServerEvents(
  ctx: Ctx,
  pixelId: string,
  inputs: ServerEvent[],
): Promise<(Receipt | AppError)[]> {
  const pixel = await requireOwnPixel(ctx, pixelId);
  if (pixel.status === 'archived') throw new AppError('gone', 'This pixel is archived and takes no events.');
  // Sorted IDs keep the order of the batch: of two equal events with the same time, the first one stays.
  const ids = inputs.map(() => newId('pixelEvent', ctx.now)).sort();
  const sold = await currenciesOf(ctx, pixel, inputs);
  const read = inputs.map((input, index) => {
    const event = isOtherCurrency(input, sold) ?? readEvent(ctx, input, pixel, ids[index]!);
    if (event instanceof AppError || pixel.excludedCountries.length === 0) return event;
    const country = countryOf(input);
    return country === null || pixel.excludedCountries.includes(country) ? null : event;
  });
  await addBuyers(ctx, pixel.accountId, inputs, read);
  const events = read.flatMap((event) => (event === null || event instanceof AppError ? [] : [event]));
  const became = events.length === 0 ? new Map() : await record(ctx, pixel.accountId, events);
  return read.map((event, index): Receipt | AppError => {
    if (event instanceof AppError) return event;
    const eventId = inputs[index]!.eventId ?? null;
    if (event === null) return { id: null, eventId, status: 'excluded_country' };
    const { id, duplicate } = became.get(event.id)!;
    return { id, eventId, status: duplicate ? 'duplicate' : event.body.bot ? 'bot' : 'accepted' };
  });
}

function readEvent(
  ctx: Ctx,
  input: ServerEvent,
  pixel: { id: string; domains: string[] },
  id: string,
): IncomingEvent | AppError {
  try {
    const event = toIncomingEvent(input, pixel, id, ctx.now);
    classify(event);
    return event;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** Notes which customers are creators of the account themselves. What they are compared by is not kept for that. */
async function addBuyers(
  ctx: Ctx,
  accountId: string,
  inputs: ServerEvent[],
  events: (IncomingEvent | AppError | null)[],
): Promise<void> {
  const customers = inputs.map(({ name, user }) =>
    user && ORDER_EVENTS.includes(name) ? hashUser({ email: user.email, phone: user.phone }) : {},
  );
  const hashes = customers.flatMap(contactsOf);
  if (hashes.length === 0) return;
  const buyersOf = await findBuyers(ctx, accountId, hashes);
  for (const [at, event] of events.entries()) {
    const buyers = buyersOf(customers[at]!);
    if (event !== null && !(event instanceof AppError) && buyers.length > 0) event.body.buyers = buyers;
  }
}

/** The currencies of the sales that refunds refer to, by order, as far as they are known. */
async function currenciesOf(
  ctx: Ctx,
  { id, accountId }: { id: string; accountId: string },
  inputs: ServerEvent[],
): Promise<ReadonlyMap<string, string>> {
  const orders = inputs.flatMap((input) => (isReturn(input) ? orderNumber(input.orderId!) : []));
  const shard = orders.length === 0 ? null : await eventsShardOf(ctx, accountId);
  return shard === null ? new Map() : await findSaleCurrencies(ctx, shard, id, orders);
}

/** Whether the event is a refund that names its order, an ID and a currency. */
const isReturn = ({ name, orderId, eventId, currency }: ServerEvent) =>
  name === REFUND && orderId !== undefined && eventId !== undefined && currency !== undefined;

function isOtherCurrency(input: ServerEvent, sold: ReadonlyMap<string, string>): AppError | null {
  const currency = isReturn(input) ? sold.get(orderNumber(input.orderId!)) : undefined;
  if (currency === undefined || currency === input.currency) return null;
  return invalidField('/currency', `The order is in ${currency}.`, 'other_currency');
}

/** @returns the receipt of each event. */
async function record(ctx: Ctx, accountId: string, events: IncomingEvent[]) {
  const shard = await eventsShardOf(ctx, accountId);
  if (shard === null) throw new Error(`account ${accountId} has a pixel but no shard`);
  const { plan, emitted } = await recordEvents(ctx, shard, {
    incoming: events.map((event) => ({ accountId, event })),
    recordOnly: true,
    fresh: true,
  });
  const ids = [...new Set([...plan.receipts.values()].map(({ id }) => id))];
  const nudges = ids.map((id, index) => ({
    body: { kind: 'process' as const, shard, id, relay: emitted && index === 0 },
  }));
  const { env } = ctx;
  for (let at = 0; at < nudges.length; at += NUDGES) {
    ctx.write.afterCommit(() => env.PIXEL_EVENTS.sendBatch(nudges.slice(at, at + NUDGES)));
  }
  return plan.receipts;
}
