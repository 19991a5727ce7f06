import { Agent, request } from 'node:http';
import { cpuMicros, type Instance } from './instances.ts';

export interface Shot {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

function fire(url: URL, shot: Shot): Promise<number> {
  return new Promise((resolve, reject) => {
    const req = request(
      {
        host: url.hostname,
        port: url.port,
        path: shot.path,
        method: shot.method,
        agent,
        headers: shot.headers ?? {},
      },
      (res) => {
        res.resume();
        res.on('end', () => resolve(res.statusCode ?? 0));
        res.on('error', reject);
      },
    );
    req.on('error', reject);
    req.end(shot.body);
  });
}

/**
 * Sends `count` requests with the given concurrency. Throws when a response has another status than expected.
 */
export async function send(
  instance: Instance,
  count: number,
  concurrency: number,
  expected: number,
  make: (i: number) => Shot,
): Promise<void> {
  const url = new URL(instance.url);
  let next = 0;
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (next < count) {
        const shot = make(next++);
        const status = await fire(url, shot);
        if (status !== expected)
          throw new Error(`${shot.method} ${shot.path} answered ${status}, not ${expected}`);
      }
    }),
  );
}

/** CPU microseconds of the Worker's process per request, in one round. */
export async function cpuPerRequest(
  instance: Instance,
  count: number,
  concurrency: number,
  expected: number,
  make: (i: number) => Shot,
): Promise<number> {
  const before = cpuMicros(instance.pid);
  await send(instance, count, concurrency, expected, make);
  return (cpuMicros(instance.pid) - before) / count;
}

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Runs two measurements alternately, A B A B …, after a warm-up round of each. */
export async function interleave(
  rounds: number,
  a: () => Promise<number>,
  b: () => Promise<number>,
): Promise<{ a: number; b: number; ratio: number }> {
  await a();
  await b();
  const as: number[] = [];
  const bs: number[] = [];
  for (let i = 0; i < rounds; i++) {
    as.push(await a());
    bs.push(await b());
  }
  return { a: median(as), b: median(bs), ratio: median(as.map((value, i) => value / bs[i]!)) };
}
