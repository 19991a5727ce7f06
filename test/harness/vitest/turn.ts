import { DAY_MS } from '../../../src/kit/time.ts';

/** Which portion of long tests is played: another each day. `TURN=n npm test` plays that of a run that said so. */
export const turnAt = (now: number): number => Number(process.env.TURN ?? Math.floor(now / DAY_MS));
