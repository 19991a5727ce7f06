// `npm run dev`: local databases, demo data, the built Workers, the simulators of outside platforms, a
// webhook receiver, a demo shop and the crons. Works offline, and continues with the data of the last run.
// `-- --port N` moves all four ports, `-- --state DIR` the data.
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Bindings } from '../src/env.ts';
import { setClockAhead } from '../src/kit/clock.ts';
import { sha256Hex } from '../src/kit/crypto.ts';
import { adVars } from './demo/ad-platforms.ts';
import { BuildFailed, goBack, isBuilt, refresh } from './demo/builds.ts';
import { ensureCities } from './demo/cities.ts';
import { SERVICE, SIMULATORS } from './demo/configs.ts';
import { readCrons, startCrons } from './demo/crons.ts';
import type { Demo } from './demo/demo-file.ts';
import { fetchLocal } from './demo/fetch-local.ts';
import { holdState } from './demo/hold-state.ts';
import { keepRunning } from './demo/keep-running.ts';
import { checkKnownData } from './demo/known-data.ts';
import { stopBuilding, stopLeftovers } from './demo/leftovers.ts';
import { openLocal } from './demo/local-databases.ts';
import { readOptions } from './demo/options.ts';
import { demoParts } from './demo/parts.ts';
import { assertFree } from './demo/ports.ts';
import { startReceiver } from './demo/receiver.ts';
import { startShop } from './demo/shop.ts';
import { shopVars } from './demo/shops.ts';
import { socialVars } from './demo/social.ts';
import { sendStripeWebhooks } from './demo/stripe-receiver.ts';
import { campaignTour, postTour, storeTour, tour } from './demo/tour.ts';
import { firstLine, untilDone } from './demo/until-done.ts';
import { watchSources } from './demo/watch-sources.ts';
import { startBuilt, type WorkerProcess } from './demo/worker-process.ts';
import { type Addresses, seed } from './seed.ts';

const stops: (() => unknown)[] = [];
let stopping = false;
/** Failures while everything is being stopped are not reported. */
const print = (line: string) => void (stopping || console.log(line));

async function stop(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  for (const end of stops.reverse()) await end();
  process.exit(code);
}

async function main(): Promise<void> {
  setClockAhead(Number(process.env.CLOCK_AHEAD_MS ?? 0));
  const options = readOptions(process.argv.slice(2));
  const dir = resolve(options.dir);
  const simulatorsDir = join(dir, 'simulators');
  stops.push(holdState(dir));
  await stopLeftovers(dir, print);
  mkdirSync(simulatorsDir, { recursive: true });
  checkKnownData(join(dir, 'state'));
  await stopLeftovers(simulatorsDir, print);
  await assertFree(options.port, 'the service');
  await assertFree(options.receiverPort, 'the webhook receiver');
  await assertFree(options.shopPort, 'the demo shop');
  await assertFree(options.simulatorsPort, 'the simulators');
  const addresses = {
    baseUrl: `http://127.0.0.1:${options.port}`,
    receiverUrl: `http://127.0.0.1:${options.receiverPort}`,
    shopUrl: `http://127.0.0.1:${options.shopPort}`,
  };
  const simulatorsUrl = `http://127.0.0.1:${options.simulatorsPort}`;
  const vars = {
    PUBLIC_URL: addresses.baseUrl,
    ALLOW_LOCAL_URLS: 'true',
    STRIPE_API_URL: simulatorsUrl,
    STRIPE_SECRET_KEY: 'sk_test_local',
    STRIPE_WEBHOOK_SECRET: 'whsec_local',
    STRIPE_THIN_WEBHOOK_SECRET: 'whsec_local_thin',
    ...adVars(simulatorsUrl),
    ...shopVars(simulatorsUrl),
    ...socialVars(simulatorsUrl),
    // The simulator's financial account, which opens the countries of Global Payouts.
    STRIPE_FINANCIAL_ACCOUNT: 'fa_test_sim',
  };
  const built = join(dir, 'built');
  stopBuilding(built);
  print('Workers, databases and demo data …');
  const building = refresh([...SERVICE, ...SIMULATORS], built).catch((error: Error) => {
    if (!(error instanceof BuildFailed) || !isBuilt([...SERVICE, ...SIMULATORS], built)) throw error;
    print(`Not built; the last good Workers are started.\n${error.message}`);
    return [];
  });
  const settingUp = untilDone('Databases and demo data', () => setUp(dir, vars, addresses), print);
  const [found, changed] = await Promise.all([settingUp, building]);
  const shows = { ready: false, campaigns: false };
  const told = (line: string) => {
    // Events that occur while the demo is made would hide the tour.
    if (shows.ready && (shows.campaigns || !/^webhook (?:campaign|connection)\./.test(line))) print(line);
  };
  const receiver = await untilDone(
    'The webhook receiver',
    () => startReceiver(options.receiverPort, found.webhook.secret, told),
    print,
  );
  stops.push(() => receiver.close());
  const staff = {
    STAFF_TOKENS: `demo:${sha256Hex(found.staffToken)}`,
    // A different name from the token's, so that two staff members can agree on a correction.
    STAFF_PEOPLE: `sam:${found.people.staff.email}`,
  };
  const simulators = keepRunning(
    'The process of the simulators',
    orAsBefore(SIMULATORS, changed, built, () =>
      startBuilt(built, options.simulatorsPort, simulatorsDir, {}, print, SIMULATORS),
    ),
    print,
  );
  stops.push(() => simulators.stop());
  const worker = keepRunning(
    'The process of the service',
    orAsBefore(SERVICE, changed, built, () =>
      startBuilt(built, options.port, dir, { ...vars, ...staff }, print),
    ),
    print,
  );
  stops.push(() => worker.stop());
  stops.push(
    watchSources(
      [
        { configs: SERVICE, restart: () => worker.restart() },
        { configs: SIMULATORS, restart: () => simulators.restart() },
      ],
      built,
      print,
    ),
  );
  await Promise.all([simulators.up, worker.up]);
  await untilDone("The simulator's webhooks", () => sendStripeWebhooks(simulatorsUrl, vars), print);
  stops.push(startCrons(addresses.baseUrl, await readCrons(), (line) => console.error(line)));
  const shop = await untilDone(
    'The demo shop',
    async () =>
      startShop({
        port: options.shopPort,
        snippet: await snippetOf(addresses.baseUrl, found.keys.brand, found.pixel),
        submission: found.submission,
        embeds: {
          baseUrl: addresses.baseUrl,
          shopUrl: addresses.shopUrl,
          key: found.keys.brand,
          creator: found.creators.added,
        },
      }),
    print,
  );
  stops.push(() => shop.close());
  const parts = demoParts(dir, simulatorsUrl, vars, print);
  const demo = await parts.first(found);
  shows.ready = true;
  print(tour(demo));
  print(`Demo file: ${join(dir, 'demo.json')}`);
  const withAds = await parts.campaigns(demo);
  print(campaignTour(withAds));
  const withStore = await parts.store(withAds);
  print(storeTour(withStore));
  print(postTour(await parts.posts(withStore)));
  shows.campaigns = true;
  print(`Demo complete: ${join(dir, 'demo.json')}`);
}

async function setUp(dir: string, vars: Partial<Bindings>, addresses: Addresses): Promise<Demo> {
  const local = await openLocal(dir, vars);
  try {
    await ensureCities(local.env, print);
    return await seed(local.env, dir, addresses);
  } finally {
    // The Workers open the same files.
    await local.dispose();
  }
}

/** Starts Workers, or the previous ones if newly built ones do not start. */
function orAsBefore(
  configs: readonly string[],
  changed: readonly string[],
  built: string,
  start: () => Promise<WorkerProcess>,
): () => Promise<WorkerProcess> {
  let fresh = configs.filter((config) => changed.includes(config));
  return async () => {
    const own = fresh;
    fresh = [];
    try {
      return await start();
    } catch (error) {
      if (own.length === 0 || !goBack(own, built)) throw error;
      print(`${firstLine(error)} The last good Workers are started.`);
      return await start();
    }
  };
}

async function snippetOf(baseUrl: string, key: string, pixel: string): Promise<string> {
  const response = await fetchLocal(`${baseUrl}/v1/pixels/${pixel}`, {
    headers: { Authorization: `Bearer ${key}` },
  });
  if (!response.ok) throw new Error(`GET /v1/pixels/${pixel} answered ${response.status}`);
  const { data } = (await response.json()) as { data: { snippet: string } };
  return data.snippet;
}

process.on('SIGINT', () => void stop(0));
process.on('SIGTERM', () => void stop(0));
process.on('SIGHUP', () => void stop(0));

main().catch((error: Error) => {
  console.error(error.message);
  void stop(1);
});
