// `wrangler dev` does not run cron triggers by itself, so this does, at the schedules of wrangler.toml.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as clock from '../../src/kit/clock.ts';
import { fetchLocal } from './fetch-local.ts';

const MINUTE_MS = 60_000;

export async function readCrons(): Promise<string[]> {
  const toml = await readFile(join(import.meta.dirname, '../../wrangler.toml'), 'utf8');
  const list = /^crons = (\[.*\])$/m.exec(toml)?.[1];
  if (!list) throw new Error('wrangler.toml has no crons.');
  return JSON.parse(list) as string[];
}

/** Whether a schedule of numbers and asterisks is due in the minute of `at` (UTC, milliseconds). */
function isDue(cron: string, at: number): boolean {
  const date = new Date(at);
  const now = [
    date.getUTCMinutes(),
    date.getUTCHours(),
    date.getUTCDate(),
    date.getUTCMonth() + 1,
    date.getUTCDay(),
  ];
  return cron.split(' ').every((part, index) => part === '*' || Number(part) === now[index]);
}

/**
 * Runs one cron of a local service as if it were `at`: it wakes the lanes, which then work for some moments.
 * Throws when the Worker's handler fails.
 */
export async function runCron(baseUrl: string, cron: string, at: number): Promise<void> {
  const query = new URLSearchParams({ cron, time: String(at) });
  const response = await fetchLocal(`${baseUrl}/cdn-cgi/local/scheduled?${query}`);
  if (!response.ok) throw new Error(`cron "${cron}" failed: ${response.status} ${await response.text()}`);
}

/** Runs the crons at each full minute until the returned function is called. */
export function startCrons(baseUrl: string, crons: string[], warn: (line: string) => void): () => void {
  let timer: NodeJS.Timeout;
  const arm = () => {
    const next = (Math.floor(clock.now() / MINUTE_MS) + 1) * MINUTE_MS;
    timer = setTimeout(async () => {
      arm();
      for (const cron of crons.filter((one) => isDue(one, next))) {
        await runCron(baseUrl, cron, next).catch((error: Error) => warn(error.message));
      }
    }, next - clock.now());
  };
  arm();
  return () => clearTimeout(timer);
}
