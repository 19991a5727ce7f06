// A code that takes something off, as it is stored: whether it holds, for what, and how often it was used.
import { announce } from './deliveries.ts';
import type { Fields } from './wire.ts';
import { gid, type Node, type World } from './world.ts';

export interface Discount extends Node {
  number: number;
  title: string;
  code: string;
  startsAt: string;
  endsAt: string | null;
  /** It takes off a share, from 0 to 1, or an amount in minor units. */
  share: number | null;
  amount: number | null;
  eachItem: boolean;
  /** Whether it is on some products alone. */
  someProducts: boolean;
  usageLimit: number | null;
  oncePerCustomer: boolean;
  combines: boolean;
  /** In minor units, or pieces. */
  minimum: { subtotal: number | null; quantity: number | null };
  createdAt: string;
  updatedAt: string;
}

export const discountStatus = (world: World, { startsAt, endsAt }: Discount) => {
  const now = world.now();
  if (endsAt !== null && Date.parse(endsAt) <= now) return 'EXPIRED';
  return Date.parse(startsAt) > now ? 'SCHEDULED' : 'ACTIVE';
};

export const discountsOf = (world: World) => world.all('discount') as Discount[];

/** Upper and lower case are one. */
export const discountByCode = (world: World, code: string): Discount | null =>
  discountsOf(world).find((one) => one.code.toLowerCase() === code.trim().toLowerCase()) ?? null;

const usesOf = (world: World): Record<string, string[]> => world.setting('discount uses', {});

/** How often it was used. */
export const usesOfCode = (world: World, { id }: Discount): number => usesOf(world)[id]?.length ?? 0;

/** Counts the use of codes that the shop has. @param customer who used them, where that is known. */
export function countUses(world: World, codes: string[], customer: string | null): void {
  const uses = usesOf(world);
  for (const code of codes) {
    const found = discountByCode(world, code);
    if (found) uses[found.id] = [...(uses[found.id] ?? []), customer ?? ''];
  }
  world.set('discount uses', uses);
}

interface Basket {
  subtotal: number;
  quantity: number;
  customer: string | null;
}

/** Whether a checkout takes it. */
export function holdsFor(world: World, one: Discount, { subtotal, quantity, customer }: Basket): boolean {
  const uses = usesOf(world)[one.id] ?? [];
  return (
    discountStatus(world, one) === 'ACTIVE' &&
    (one.usageLimit === null || uses.length < one.usageLimit) &&
    !(one.oncePerCustomer && customer !== null && uses.includes(customer)) &&
    subtotal >= (one.minimum.subtotal ?? 0) &&
    quantity >= (one.minimum.quantity ?? 0)
  );
}

/** As an order's command names what a code takes off. */
export const offOf = ({ code, share, amount }: Discount): Fields =>
  share === null ? { code, minor: amount } : { code, percent: share * 100 };

export function announceDiscount(world: World, topic: 'CREATE' | 'UPDATE' | 'DELETE', one: Discount): void {
  announce(world, `DISCOUNTS_${topic}`, {
    admin_graphql_api_id: one.id,
    ...(topic !== 'DELETE' && {
      ...{ title: one.title, status: discountStatus(world, one), created_at: one.createdAt },
      updated_at: one.updatedAt,
    }),
    ...(topic === 'DELETE' && { deleted_at: world.at() }),
  });
}

/** A code of the shop's own, or of an app's. */
export function storeDiscount(
  world: World,
  fields: Omit<Discount, 'id' | 'number' | 'createdAt' | 'updatedAt'>,
) {
  const number = world.number();
  const at = world.at();
  const node = { ...fields, id: gid('DiscountCodeNode', number), number, createdAt: at, updatedAt: at };
  const made = world.add('discount', '', node) as Discount;
  announceDiscount(world, 'CREATE', made);
  return made;
}

export function changeDiscount(world: World, one: Discount): Discount {
  const saved = world.save({ ...one, updatedAt: world.at() }) as Discount;
  announceDiscount(world, 'UPDATE', saved);
  return saved;
}

export function deleteDiscount(world: World, one: Discount): void {
  world.remove(one.id);
  announceDiscount(world, 'DELETE', one);
}
