// What other domains are told about sign-ups.
import type { SystemCtx } from '../../../context.ts';

/**
 * Called, in the caller's batch, when a person has verified an address. `isCreator` is set when the person signed up as
 * a creator.
 */
export type AddressVerified = (
  ctx: SystemCtx,
  person: { id: string; name: string; isCreator: boolean },
  address: string,
) => Promise<void>;
