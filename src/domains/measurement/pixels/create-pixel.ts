import type * as z from 'zod';
import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx, SystemCtx } from '../../../context.ts';
import { randomBase62 } from '../../../kit/crypto.ts';
import { invalidField } from '../../../kit/error.ts';
import { newId } from '../../../kit/ids.ts';
import { ensureEventsShard } from '../../accounts/accounts/interface.ts';
import {
  NO_ACTIVITY,
  normalizeOrigin,
  type Pixel,
  type PixelCreate,
  type PixelRow,
  presentPixel,
} from './pixel.ts';
import { insertPixel } from './store.ts';

const PROXY_TOKEN_LENGTH = 32;
const SANDBOX_KEY_LENGTH = 32;

export const newSandboxKey = () => randomBase62(SANDBOX_KEY_LENGTH);

/** Creates a pixel. The account's first pixel also assigns the shard in which all its events will be stored. */
export async function createPixel(ctx: Ctx, input: z.output<typeof PixelCreate>): Promise<Pixel> {
  const row = addPixel(ctx, { ...input, accountId: actingAccount(ctx.actor).id });
  return presentPixel(row, NO_ACTIVITY, ctx.vars.PUBLIC_URL);
}

/**
 * Adds a pixel of an account to the caller's batch. Throws validation_failed for what is no origin.
 * @param madeBy the connection whose shop has this name and domain.
 */
export function addPixel(
  ctx: SystemCtx,
  {
    accountId,
    name,
    domains,
    excludedCountries = [],
    madeBy,
  }: z.output<typeof PixelCreate> & { accountId: string; madeBy?: string },
): PixelRow {
  const origins = cleanDomains(domains, ctx.vars.ALLOW_LOCAL_URLS);
  const row: PixelRow = {
    id: newId('pixel', ctx.now),
    accountId,
    name,
    domains: origins,
    excludedCountries: [...new Set(excludedCountries)],
    made: madeBy === undefined ? null : { by: madeBy, name, domain: origins[0]! },
    proxyToken: randomBase62(PROXY_TOKEN_LENGTH),
    sandboxKey: newSandboxKey(),
    status: 'waiting',
    version: 1,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  };
  ensureEventsShard(ctx, accountId);
  insertPixel(ctx, row);
  return row;
}

/** Normalizes origins and removes repeats. Throws validation_failed with the bad entry. */
export function cleanDomains(domains: string[], allowLocal: boolean): string[] {
  const clean = domains.map((entry, index) => {
    const origin = normalizeOrigin(entry, allowLocal);
    if (origin === null) {
      throw invalidField(
        `/domains/${index}`,
        'Not an origin such as https://shop.example.com.',
        'invalid_origin',
      );
    }
    return origin;
  });
  return [...new Set(clean)];
}
