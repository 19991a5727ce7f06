// `npm run storm -- --kills 50 --seed 1`: moves money on a real service that is killed without warning again
// and again, while the processor fails and the clocks jump. Then compares our books with the processor's to
// the cent. Exits with 1 if anything was lost or doubled.
import { parseArgs } from 'node:util';
import { seeded } from './random.ts';
import { Acts } from './storm/acts.ts';
import { reckon } from './storm/reckon.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, pause, startStorm } from './storm/world.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '50' },
    seed: { type: 'string' },
    port: { type: 'string', default: '8640' },
    keep: { type: 'boolean', default: false },
  },
});
const kills = Number(values.kills);
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
const port = Number(values.port);
if (![kills, seed, port].every((one) => Number.isInteger(one) && one >= 0)) {
  console.error('npm run storm -- --kills 50 --seed 1 [--port 8640] [--keep]');
  process.exit(2);
}

const FAULTS = ['fail_before', 'fail_after', 'garbage_after', 'rate_limit'];
const STRUCK = [
  'POST /v1/payment_intents',
  'POST /v1/transfers',
  'POST /v1/payouts',
  'POST /v1/refunds',
  'GET /v1/payment_intents',
];
const DECLINES = ['insufficient_funds', 'card_declined', 'currency_not_supported', 'processing_error'];
/** The most people waiting for an answer at once: more would exceed the rate limit. */
const MOST_AT_ONCE = 15;
const CALM_EVERY = 4;
/** Enough for the last retry of a charge, its hold, a payout and a withdrawal, one after another. */
const QUIET_DAYS = 16;

console.log(`storm: ${kills} kills, seed ${seed}`);
const { chance, below, pick } = seeded(seed);
const storm = await startStorm({ port, keep: values.keep });
process.once('SIGINT', () => void storm.end().then(() => process.exit(130)));
/** Runs the jobs of a minute to their end. */
const calm = async (ms: number) => {
  await storm.minute(storm.now()).catch(() => undefined);
  await storm.idle();
  await storm.pass(ms);
};
let failed = true;
try {
  const acts = new Acts(storm, { chance, below, pick });
  for (let kill = 1; kill <= kills; kill++) {
    for (let n = below(3); n > 0; n--)
      await storm.sim('faults', { kind: pick(FAULTS), path: pick(STRUCK), times: 1 + below(2), ms: 0 });
    if (chance(0.3)) await storm.sim('declines', { codes: [pick(DECLINES)] });
    for (let n = 5 + below(8); n > 0 && acts.open < MOST_AT_ONCE; n--) acts.begin();
    const crons = (async () => {
      for (let n = 3 + below(8); n > 0; n--) {
        // If the kill interrupts a job, the next minute makes up for it.
        await storm.minute(storm.now() + below(3) * MINUTE_MS).catch(() => undefined);
        await pause(below(500));
      }
    })();
    // Half of the kills happen while clients send requests, and half while the jobs of a whole day run.
    if (chance(0.5)) await pause(300 + below(4_000));
    else await storm.activity(2_000 + below(10_000), 30_000);
    // The clock jumps forward by up to a day and a half, or sometimes back by some minutes.
    await storm.kill(chance(0.15) ? -below(10) * MINUTE_MS : (1 + below(36)) * HOUR_MS);
    await crons;
    // Without calm phases, no money would ever reach the bank.
    if (kill % CALM_EVERY === 0) for (let run = 0; run < 5; run++) await calm(MINUTE_MS);
    if (kill % 10 === 0) console.log(`  ${kill} kills, ${acts.summary()}`);
  }
  console.log('the storm is over; waiting until nothing is under way');
  await storm.sim('faults', { clear: true });
  await storm.sim('declines', { codes: [] });
  await acts.settled();
  let left: string[] = [];
  for (let day = 0; day < QUIET_DAYS; day++) {
    await storm.pass(DAY_MS);
    for (let run = 0; run < 6; run++) await calm(5 * MINUTE_MS);
    left = storm.underWay();
    if (day > 6 && left.length === 0) break;
  }
  const found = await reckon(storm, acts, left);
  console.log(acts.summary());
  for (const what of storm.unanswered()) console.log(`  asked again after ${what}`);
  for (const [what, n] of Object.entries(found.counts)) console.log(`  ${what}: ${n}`);
  for (const problem of found.problems) console.error(`  PROBLEM ${problem}`);
  console.log(`lost: ${found.lost}, doubled: ${found.doubled}, other differences: ${found.other}`);
  failed = found.problems.length > 0;
  if (failed) console.error(`again: npm run storm -- --kills ${kills} --seed ${seed}`);
} finally {
  await storm.end();
}
process.exit(failed ? 1 : 0);
