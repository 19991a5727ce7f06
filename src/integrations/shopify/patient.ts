// Waits within one reading until the shop's budget holds the next query.
import { SECOND_MS } from '../../kit/time.ts';
import { ShopError } from '../shops/error.ts';

/** How long one reading waits altogether. */
const PATIENCE_MS = 60 * SECOND_MS;

/** Asks again whenever the shop limits requests. A long thing can cost more than the whole budget holds. */
export function patient(): <T>(ask: () => Promise<T>) => Promise<T> {
  let waited = 0;
  return async (ask) => {
    for (;;) {
      try {
        return await ask();
      } catch (error) {
        const wait = waitOf(error);
        waited += wait;
        if (waited > PATIENCE_MS) throw error;
        await new Promise((resolve) => setTimeout(resolve, wait));
      }
    }
  };
}

function waitOf(error: unknown): number {
  if (!(error instanceof ShopError) || error.kind !== 'rate_limited') throw error;
  return error.retryAfterMs ?? PATIENCE_MS + 1;
}
