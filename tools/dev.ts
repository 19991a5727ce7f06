// `npm run dev`: local databases, demo data, the Worker, the simulators of outside
// platforms, a webhook receiver, a demo shop and the crons. Works
// offline, and again on the data of the last run. `-- --port N` moves all four ports, `-- --state DIR` the data.
import { join, resolve } from 'node:path';
import type { Env } from '../src/env.ts';
import { setClockAhead } from '../src/kit/clock.ts';
import { sha256Hex } from '../src/kit/crypto.ts';
import { buildAssets } from './build-assets.ts';
import { adVars } from './demo/ad-platforms.ts';
import { addAds } from './demo/ads.ts';
import { ensureCities } from './demo/cities.ts';
import { readCrons, startCrons } from './demo/crons.ts';
import { type Ads, type Demo, type Money, type Work, writeDemo } from './demo/demo-file.ts';
import { fetchLocal } from './demo/fetch-local.ts';
import { keepRunning } from './demo/keep-running.ts';
import { stopLeftovers } from './demo/leftovers.ts';
import { openLocal } from './demo/local-databases.ts';
import { addMoney } from './demo/money.ts';
import { readOptions } from './demo/options.ts';
import { assertFree } from './demo/ports.ts';
import { startReceiver } from './demo/receiver.ts';
import { startShop } from './demo/shop.ts';
import { sendStripeWebhooks } from './demo/stripe-receiver.ts';
import { tour } from './demo/tour.ts';
import { addWork } from './demo/work.ts';
import { startWorker } from './demo/worker-process.ts';
import { type Addresses, seed } from './seed.ts';

const print = (line: string) => console.log(line);
const stops: (() => unknown)[] = [];
let stopping = false;

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
  await stopLeftovers(dir, print);
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
    // The simulator's own, which opens the countries of Global Payouts.
    STRIPE_FINANCIAL_ACCOUNT: 'fa_test_sim',
  };
  await buildAssets();
  print('Databases and demo data …');
  const local = await openLocal(dir, vars);
  const found = await setUp(local.env, dir, addresses).finally(() => local.dispose());
  // What happened before there was anything to try would hide what to try.
  let ready = false;
  const receiver = await startReceiver(options.receiverPort, found.webhook.secret, (line) => {
    if (ready) print(line);
  });
  stops.push(() => receiver.close());
  print('Simulators …');
  const simulators = await keepRunning(
    'The process of the simulators',
    () => startWorker(options.simulatorsPort, simulatorsDir, {}, print, ['simulators/wrangler.toml']),
    print,
    () => void stop(1),
  );
  stops.push(() => simulators.stop());
  print('Worker …');
  const staff = {
    STAFF_TOKENS: `demo:${sha256Hex(found.staffToken)}`,
    // Another name than the token's, so that the two can agree on a correction.
    STAFF_PEOPLE: `sam:${found.people.staff.email}`,
  };
  const worker = await keepRunning(
    'The process of the service',
    () => startWorker(options.port, dir, { ...vars, ...staff }, print),
    print,
    () => void stop(1),
  );
  stops.push(() => worker.stop());
  await sendStripeWebhooks(simulatorsUrl, vars);
  const worked = await withWork(found, dir);
  const demo = await withAds(await withMoney(worked, dir, vars), dir, simulatorsUrl);
  stops.push(startCrons(addresses.baseUrl, await readCrons(), (line) => console.error(line)));
  const shop = await startShop({
    port: options.shopPort,
    snippet: await snippetOf(addresses.baseUrl, demo.keys.brand, demo.pixel),
    submission: demo.submission,
  });
  stops.push(() => shop.close());
  ready = true;
  print(tour(demo));
  print(`Demo file: ${join(dir, 'demo.json')}`);
}

async function setUp(env: Env, dir: string, addresses: Addresses): Promise<Demo> {
  await ensureCities(env, print);
  return await seed(env, dir, addresses);
}

async function withWork(demo: Demo, dir: string): Promise<Demo & { work: Work }> {
  if (demo.work) return { ...demo, work: demo.work };
  print("Creators' work …");
  const whole = { ...demo, work: await addWork(demo) };
  await writeDemo(dir, whole);
  return whole;
}

async function withMoney<D extends Demo & { work: Work }>(
  demo: D,
  dir: string,
  stripe: Parameters<typeof addMoney>[1],
): Promise<D & { money: Money }> {
  if (demo.money) return { ...demo, money: demo.money };
  print('Payments …');
  const whole = { ...demo, money: await addMoney(demo, stripe) };
  await writeDemo(dir, whole);
  return whole;
}

async function withAds<D extends Demo & { work: Work }>(
  demo: D,
  dir: string,
  simulatorsUrl: string,
): Promise<D & { ads: Ads }> {
  if (demo.ads) return { ...demo, ads: demo.ads };
  print('Campaigns …');
  const whole = { ...demo, ads: await addAds(demo, simulatorsUrl) };
  await writeDemo(dir, whole);
  return whole;
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
