// Makes the demo's databases in the folder that is given: a process of its own, because vitest's is busy when a run begins,
// and workerd drops a connection that was idle for five seconds.
import './no-idle-connections.ts';
import { setClockAhead } from '../../../src/kit/clock.ts';
import { openLocal } from '../../../tools/demo/local-databases.ts';
import { seed } from '../../../tools/seed.ts';

setClockAhead(Number(process.env.CLOCK_AHEAD_MS ?? 0));
const dir = process.argv[2]!;
// Nothing listens there.
const baseUrl = 'http://127.0.0.1:1';
const local = await openLocal(dir, { PUBLIC_URL: baseUrl, ALLOW_LOCAL_URLS: 'true' });
await seed(local.env, dir, { baseUrl, receiverUrl: baseUrl, shopUrl: baseUrl }).finally(() =>
  local.dispose(),
);
