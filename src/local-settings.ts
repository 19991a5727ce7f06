// Settings for local use; every entry point imports this first. A deployed service has no ALLOW_LOCAL_URLS,
// so nothing here applies to it.
import { env } from 'cloudflare:workers';
import { setClockAhead } from './kit/clock.ts';
import { drainWhole } from './kit/drain.ts';

const { ALLOW_LOCAL_URLS, CLOCK_AHEAD_MS } = env as { ALLOW_LOCAL_URLS?: string; CLOCK_AHEAD_MS?: string };
if (ALLOW_LOCAL_URLS === 'true') {
  // `npm test -- --now` starts local Workers with CLOCK_AHEAD_MS, and they then run at that time.
  if (CLOCK_AHEAD_MS) setClockAhead(Number(CLOCK_AHEAD_MS));
  drainWhole();
}
