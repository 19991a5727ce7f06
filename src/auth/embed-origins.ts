// Origins that some active key lists. Browsers ask for each page that embeds us, without a key to be limited by, so what
// was found is remembered; what was not is refused, and refusals are limited.
import type { Env } from '../env.ts';
import { BoundedMap } from '../kit/bounded-map.ts';
import * as clock from '../kit/clock.ts';
import { isEmbedOrigin } from './store.ts';

const MEMORY_MS = 10_000;
/** Longer than any host with a scheme and a port. */
const LONGEST = 300;

/** Until when each is known. */
const known = new BoundedMap<number>({ entries: 5_000, bytes: 4 * 1024 * 1024 });

/** Whether a page of this origin may ask at all; an origin that was taken off may for 10 seconds more. */
export async function isKnownOrigin(env: Env, origin: string): Promise<boolean> {
  if (origin.length > LONGEST) return false;
  if ((known.get(origin) ?? 0) > clock.now()) return true;
  if (!(await isEmbedOrigin(env, origin))) return false;
  known.set(origin, clock.now() + MEMORY_MS);
  return true;
}
