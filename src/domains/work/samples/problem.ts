// Why a shop does not send a sample, and what to do about it.
import * as z from 'zod';

export const PROBLEMS = [
  'out_of_stock',
  'product_gone',
  'address_refused',
  'permission',
  'shop_disconnected',
  'shop_locked',
  'shop_error',
  'order_unknown',
  'order_unconfirmed',
  'order_left',
  'order_cancelled',
] as const;
export type Problem = (typeof PROBLEMS)[number];

/** An order may have been made, and a person has to say what became of it, since the shop does not. */
export const UNDECIDED = ['order_unknown', 'order_unconfirmed'] as const satisfies Problem[];

const WORDS: Record<Problem, string> = {
  out_of_stock:
    'The shop has none left, or does not sell it. Restock it in the shop: it is tried again each hour.',
  product_gone: 'The shop no longer has this variant. Reject the sample and offer another one.',
  address_refused: 'The shop rejects the address. The creator can correct it.',
  permission:
    'The shop does not allow our app to make draft orders. Reconnect it and approve all permissions.',
  shop_disconnected:
    'The shop is not connected. Reconnect it, or send the sample yourself and mark it as shipped.',
  shop_locked:
    "The shop is locked, or its plan has stopped. Open the shop's admin and complete what it asks for.",
  shop_error: 'The shop did not make the order. It is tried again by itself.',
  order_unknown:
    "The draft order was deleted while its order was being made. Check the shop's orders for the sample's tag, then mark it as shipped or reject it.",
  order_unconfirmed:
    "The shop was asked for the order and has not answered since. Reconnect it, or check its orders for the sample's ID among the tags: mark the sample as shipped if one is there, otherwise reject it or send it yourself.",
  order_left:
    'The shop had made this order before you decided. If it is not the parcel that you sent, cancel it in the shop.',
  order_cancelled: 'The order was cancelled in the shop.',
};

/** The problems that creators are told of: those that they can do something about, or have to wait for. */
const CREATORS: ReadonlySet<Problem> = new Set(['out_of_stock', 'address_refused']);

export const SampleProblem = z
  .object({
    reason: z.enum(PROBLEMS),
    message: z.string().describe('What is wrong, and what to do.'),
  })
  .meta({ id: 'SampleProblem' });
export type SampleProblem = z.output<typeof SampleProblem>;

export function presentProblem(reason: Problem | null, isCreator: boolean): SampleProblem | null {
  if (reason === null || (isCreator && !CREATORS.has(reason))) return null;
  return { reason, message: WORDS[reason] };
}
