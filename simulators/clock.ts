// The present of all simulated platforms, in milliseconds: the machine's, or as far ahead of it as the service's is
// where tests run at another moment. Each world's own clock goes on from there.
import { env } from 'cloudflare:workers';

const ahead = Number((env as { CLOCK_AHEAD_MS?: string }).CLOCK_AHEAD_MS ?? 0);

export const machineTime = (): number => Date.now();

export const now = (): number => machineTime() + ahead;
