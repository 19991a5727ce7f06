// Origins that some active key lists. Browsers ask for each page that embeds us, without a key to limit them
// by. So origins that were found are remembered; others are refused, and refusals are limited.
import type { Env } from '../env.ts';
import { BoundedMap } from '../kit/bounded-map.ts';
import * as clock from '../kit/clock.ts';
import { isEmbedOrigin } from './store.ts';

const MEMORY_MS = 10_000;
/** Longer than any host with a scheme and a port. */
const LONGEST = 300;

/** Known origins, and until when they are remembered. */
const known = new BoundedMap<number>({ entries: 5_000, bytes: 4 * 1024 * 1024 });

/** Whether a page of this origin may send requests; a removed origin still may for 10 seconds. */
export async function isKnownOrigin(env: Env, origin: string): Promise<boolean> {
  if (origin.length > LONGEST) return false;
  if ((known.get(origin) ?? 0) > clock.now()) return true;
  if (!(await isEmbedOrigin(env, origin))) return false;
  known.set(origin, clock.now() + MEMORY_MS);
  return true;
}
