// The service in its own process with its own databases, which contain the demo's accounts.
import { rm } from 'node:fs/promises';
import type { Env } from '../../../src/env.ts';
import { type Demo, readDemo } from '../../../tools/demo/demo-file.ts';
import { openLocal } from '../../../tools/demo/local-databases.ts';
import { demoFolder, startWorkers } from './workers.ts';

export interface RunningService {
  baseUrl: string;
  demo: Demo;
  /** Calls the API as the demo's brand. Throws for any status except 2xx. */
  api(method: string, path: string, body?: unknown): Promise<Envelope>;
  /** The Workers' output, line by line. */
  log: readonly string[];
  /** The folder of its databases. */
  dir: string;
  stop(): Promise<void>;
}

export interface Envelope {
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  data: any;
  nextCursor?: string | null;
}

/**
 * `more` are further vars.
 * @param prepare adds more to the databases before the service opens them.
 */
export async function startService(
  port: number,
  more: Record<string, string> = {},
  prepare?: (env: Env, demo: Demo) => Promise<void>,
): Promise<RunningService> {
  const dir = await demoFolder('journey-');
  const baseUrl = `http://127.0.0.1:${port}`;
  const vars = { PUBLIC_URL: baseUrl, ALLOW_LOCAL_URLS: 'true', ...more };
  const demo = (await readDemo(dir))!;
  if (prepare) {
    const local = await openLocal(dir, vars);
    await prepare(local.env, demo).finally(() => local.dispose());
  }
  const log: string[] = [];
  const worker = await startWorkers(port, dir, vars, log);
  const api = async (method: string, path: string, body?: unknown): Promise<Envelope> => {
    const response = await fetch(baseUrl + path, {
      method,
      headers: { Authorization: `Bearer ${demo.keys.brand}`, 'Content-Type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok)
      throw new Error(`${method} ${path} answered ${response.status} ${text}\n${log.join('\n')}`);
    return JSON.parse(text) as Envelope;
  };
  const stop = async () => {
    await worker.stop();
    await rm(dir, { recursive: true, force: true });
  };
  return { baseUrl, demo, api, log, dir, stop };
}
