// An entry point imports this first. `npm test -- --now` starts local Workers with CLOCK_AHEAD_MS, and they then live at
// that moment. A deployed service never does: it has no ALLOW_LOCAL_URLS.
import { env } from 'cloudflare:workers';
import { setClockAhead } from './kit/clock.ts';

const { ALLOW_LOCAL_URLS, CLOCK_AHEAD_MS } = env as { ALLOW_LOCAL_URLS?: string; CLOCK_AHEAD_MS?: string };
if (ALLOW_LOCAL_URLS === 'true' && CLOCK_AHEAD_MS) setClockAhead(Number(CLOCK_AHEAD_MS));
