// What a variant has left.
import { variantOf } from './orders.ts';
import type { World } from './world.ts';

/** Puts back what came back, or takes `quantity` below nothing out. */
export function restock(world: World, variant: string, quantity: number): void {
  const found = variantOf(world, variant);
  if (!found) return;
  found.variant.stock += quantity;
  world.save({ ...found.product, updatedAt: world.at() });
}
