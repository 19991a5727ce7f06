// The service in its own process with its own data, and real receivers on this machine.

import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { blankAccount } from '../../src/domains/accounts/accounts/create-brand.ts';
import { insertAccount } from '../../src/domains/accounts/accounts/store.ts';
import { makeKey } from '../../src/domains/accounts/keys/make-key.ts';
import { systemCtx } from '../../src/system-ctx.ts';
import { runCron } from '../../tools/demo/crons.ts';
import { openLocal } from '../../tools/demo/local-databases.ts';
import * as clock from '../harness/clock.ts';
import { startWorkers, type WorkerProcess } from './support/workers.ts';

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export interface Service {
  keys: string[];
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  call(method: string, path: string, key: string, body?: unknown): Promise<{ status: number; body: any }>;
  /** Runs the cron of every minute as if it were `at`. */
  minute(at: number): Promise<void>;
  kill(): Promise<void>;
  start(): Promise<void>;
  end(): Promise<void>;
}

/** Starts the service on a port, with `count` brands of `keysEach` write keys each, brand by brand. */
export async function startService(port: number, count: number, keysEach = 1): Promise<Service> {
  const dir = await mkdtemp(join(tmpdir(), 'webhooks-'));
  const settings = { PUBLIC_URL: `http://127.0.0.1:${port}`, ALLOW_LOCAL_URLS: 'true' };
  const local = await openLocal(dir, settings);
  const ctx = systemCtx(local.env, clock.now());
  const keys: string[] = [];
  for (let n = 0; n < count; n++) {
    const account = await blankAccount(ctx, 'brand', `Brand ${n}`);
    insertAccount(ctx, account);
    for (let k = 0; k < keysEach; k++) {
      keys.push(makeKey(ctx, { accountId: account.id, name: 'test', access: 'write' }).secret);
    }
  }
  await ctx.write.commit();
  await local.dispose();
  const log: string[] = [];
  let worker: WorkerProcess | null = null;
  const baseUrl = `http://127.0.0.1:${port}`;
  const service: Service = {
    keys,
    async call(method, path, key, body) {
      const response = await fetch(baseUrl + path, {
        method,
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: await response.json() };
    },
    minute: (at) => runCron(baseUrl, '* * * * *', at),
    async kill() {
      process.kill(-worker!.child.pid!, 'SIGKILL');
      await worker!.stop();
      worker = null;
    },
    async start() {
      worker = await startWorkers(port, dir, settings, log);
    },
    async end() {
      await worker?.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
  await service.start();
  return service;
}

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  at: number;
}

export interface Receiver {
  received: Received[];
  of(path: string): Received[];
  close(): Promise<void>;
}

/** A server that answers each path as told. */
export async function startReceiver(
  port: number,
  answers: Record<string, (response: ServerResponse, request: Received) => void>,
): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    try {
      for await (const chunk of request.setEncoding('utf8')) body += chunk;
    } catch {
      return; // The service was killed while it sent.
    }
    const one = { path: request.url!, headers: request.headers, body, at: clock.now() };
    received.push(one);
    const answer = answers[one.path];
    if (answer) answer(response, one);
    else response.writeHead(404).end();
  });
  // No connection is used twice: the next delivery on one that a receiver has just closed would be lost.
  server.maxRequestsPerSocket = 1;
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    received,
    of: (path) => received.filter((one) => one.path === path),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Waits until `look` no longer throws. */
export async function until<T>(look: () => Promise<T> | T, patienceMs = 20_000): Promise<T> {
  const end = clock.now() + patienceMs;
  for (;;) {
    try {
      return await look();
    } catch (error) {
      if (clock.now() > end) throw error;
      await pause(50);
    }
  }
}
