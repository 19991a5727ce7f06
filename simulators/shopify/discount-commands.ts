// Codes of the shop's own people: POST /_sim/shopify/<shop>/discounts and below.
import {
  changeDiscount,
  type Discount,
  deleteDiscount,
  discountStatus,
  discountsOf,
  storeDiscount,
  usesOfCode,
} from './discount.ts';
import { minor } from './money.ts';
import { type Fields, wrongCommand } from './wire.ts';
import { gid, iso, legacy, type World } from './world.ts';

/** `{code, percent or amount, …}` makes one; `discounts/list` lists all, below `discounts/:id`
 * `delete` deletes one, `edit` takes `percent` and `ended`, `uses` counts its uses. */
export function discountCommand(world: World, id: string, verb: string, body: Fields): unknown {
  if (id === '') {
    const { code, percent, amount, title = code, startsAt, endsAt = null } = body;
    if (!code || (percent === undefined) === (amount === undefined))
      throw wrongCommand('A code has `code`, and `percent` or `amount`.');
    const made = storeDiscount(world, {
      ...{ code, title, endsAt: endsAt === null ? null : iso(Date.parse(endsAt)) },
      startsAt: startsAt === undefined ? world.at() : iso(Date.parse(startsAt)),
      share: percent === undefined ? null : Number(percent) / 100,
      amount: amount === undefined ? null : minor(amount, world.owner().currency),
      ...{ eachItem: body.eachItem ?? false, someProducts: body.someProducts ?? false },
      ...{ usageLimit: body.usageLimit ?? null, combines: body.combines ?? false },
      oncePerCustomer: body.oncePerCustomer ?? false,
      minimum: { subtotal: null, quantity: null },
    });
    return { id: made.id, number: String(made.number), code };
  }
  if (id === 'list')
    return { discounts: discountsOf(world).map((one) => ({ ...one, status: discountStatus(world, one) })) };
  const found = world.get(
    'discount',
    gid('DiscountCodeNode', legacy(decodeURIComponent(id))),
  ) as Discount | null;
  if (!found) throw wrongCommand(`There is no discount ${id}.`);
  if (verb === 'uses') return { uses: usesOfCode(world, found) };
  if (verb === 'edit') {
    const share = body.percent === undefined ? found.share : Number(body.percent) / 100;
    const endsAt = body.ended ? world.at() : found.endsAt;
    return changeDiscount(world, { ...found, share, endsAt });
  }
  if (verb !== 'delete') throw wrongCommand('A discount can be told delete, edit, uses.');
  deleteDiscount(world, found);
  return { deleted: found.id };
}
