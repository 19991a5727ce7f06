import type { SystemCtx } from '../../../context.ts';
import { saveErasedProducts } from '../products/interface.ts';
import { saveErased } from './store.ts';

/** Takes out what a shop told of its products, and its name. The account's next connection to it has products of its own. */
export function eraseCatalogue(ctx: SystemCtx, id: number): void {
  saveErasedProducts(ctx, id);
  saveErased(ctx, id);
}
