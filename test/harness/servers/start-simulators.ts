// Starts the simulators on their own port: once for all projects of a run. Each test has a shop, an app or an account there
// that nobody else has.
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { build } from 'esbuild';
import { convertV4MiniflareOptions, Miniflare, type V4MiniflareOptions } from 'miniflare';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The simulators' URL. */
    simulators: string;
  }
}

interface Running {
  simulators: ReturnType<typeof runSimulators>;
  /** How many projects use them. */
  users: number;
}

/** Each project evaluates this file for itself. */
const run = globalThis as { running?: Running };

export default async function startSimulators(project: TestProject): Promise<() => Promise<void>> {
  run.running ??= { simulators: runSimulators(), users: 0 };
  const { running } = run;
  running.users++;
  const { url, stop } = await running.simulators;
  project.provide('simulators', url);
  return async () => {
    if (--running.users === 0) await stop();
  };
}

/** The simulators in this process, with their own URL. */
async function runSimulators(): Promise<{ url: string; stop(): Promise<void> }> {
  const built = await build({
    entryPoints: ['simulators/index.ts'],
    bundle: true,
    format: 'esm',
    write: false,
    conditions: ['workerd', 'worker', 'browser'],
    external: ['cloudflare:workers'],
  });
  const options: V4MiniflareOptions = {
    host: '127.0.0.1',
    port: 0,
    modules: true,
    script: built.outputFiles[0]!.text,
    compatibilityDate: '2026-08-01',
    bindings: { CLOCK_AHEAD_MS: process.env.CLOCK_AHEAD_MS ?? '0' },
    durableObjects: {
      STRIPE: { className: 'StripeSimulator', useSQLite: true },
      GOOGLE: { className: 'GoogleSimulator', useSQLite: true },
      INSTAGRAM: { className: 'InstagramSimulator', useSQLite: true },
      META: { className: 'MetaSimulator', useSQLite: true },
      SHOPIFY: { className: 'ShopifySimulator', useSQLite: true },
      SHORT_LINKS: { className: 'ShortLinksSimulator', useSQLite: true },
      SNAPCHAT: { className: 'SnapchatSimulator', useSQLite: true },
      TIKTOK: { className: 'TiktokSimulator', useSQLite: true },
      TIKTOK_DISPLAY: { className: 'TiktokDisplaySimulator', useSQLite: true },
    },
  } as V4MiniflareOptions;
  const simulators = new Miniflare(convertV4MiniflareOptions(options));
  const front = await patientFront(await simulators.ready);
  return {
    url: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    async stop() {
      front.close();
      front.closeAllConnections();
      await simulators.dispose();
    },
  };
}

/**
 * workerd drops a connection that was idle for five seconds, and on a busy machine a test may use it again at
 * that moment and lose its request. So this keeps connections open, and opens a new one for each request.
 */
async function patientFront({ hostname, port }: URL): Promise<Server> {
  const front = createServer((asked, answer) => {
    const { method, url: path, headers } = asked;
    const onward = request({ hostname, port, method, path, headers, agent: false }, (answered) => {
      answer.writeHead(answered.statusCode!, answered.rawHeaders);
      answered.pipe(answer);
      // An answer that breaks off breaks off here too.
      answered.on('error', () => answer.destroy());
    });
    onward.on('error', () => answer.destroy());
    asked.pipe(onward);
  });
  front.keepAliveTimeout = 10 * 60_000;
  await new Promise<void>((listening) => void front.listen(0, '127.0.0.1', listening));
  return front;
}
