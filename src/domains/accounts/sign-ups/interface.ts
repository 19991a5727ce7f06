// What others hear of sign-ups.
import type { SystemCtx } from '../../../context.ts';

/** Hears, in the caller's batch, that a person proved an address; `isCreator` when it signed up as one. */
export type AddressVerified = (
  ctx: SystemCtx,
  person: { id: string; name: string; isCreator: boolean },
  address: string,
) => Promise<void>;
