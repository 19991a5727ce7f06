// What `npm run dev` does with a step that fails: it reports it in one line and tries again, whatever was
// done before.
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, rmdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Demo, readDemo } from '../../tools/demo/demo-file.ts';
import { type Kept, keepRunning } from '../../tools/demo/keep-running.ts';
import { demoParts } from '../../tools/demo/parts.ts';
import { openSteps } from '../../tools/demo/steps.ts';
import { untilDone } from '../../tools/demo/until-done.ts';
import type { WorkerProcess } from '../../tools/demo/worker-process.ts';

/** Long enough for any machine: it only detects what never comes. */
const PATIENCE_MS = 300_000;

let dir: string;
let lines: string[];
const print = (line: string) => void lines.push(line);

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'demo-steps-'));
  lines = [];
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(dir, { recursive: true, force: true });
});

const later = () => vi.useFakeTimers({ toFake: ['setTimeout'] });

describe('a step that fails', () => {
  it('is told in a line and taken again, after longer and longer pauses', async () => {
    later();
    const fails = [
      new Error('503 Snapchat does not answer'),
      new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED 127.0.0.1:8790') }),
      new Error('The Workers ended with 1.\n  at somewhere\n'),
      ...Array.from({ length: 5 }, () => new Error('again.')),
    ];
    const done = untilDone(
      'Campaigns',
      async () => {
        const problem = fails.shift();
        if (problem) throw problem;
        return 'made';
      },
      print,
    );
    await vi.runAllTimersAsync();
    expect(await done).toBe('made');
    expect(lines).toEqual([
      'Campaigns: 503 Snapchat does not answer. Trying again in 1 s.',
      'Campaigns: fetch failed (connect ECONNREFUSED 127.0.0.1:8790). Trying again in 2 s.',
      'Campaigns: The Workers ended with 1. Trying again in 4 s.',
      ...[8, 16, 30, 30, 30].map((pause) => `Campaigns: again. Trying again in ${pause} s.`),
    ]);
  });

  it('is a part of the demo too: platforms that do not answer for a moment end nothing', async () => {
    const asked: string[] = [];
    const platforms = createServer((request, response) => {
      asked.push(request.url!);
      response.writeHead(503).end('{"error":"busy"}');
    });
    await new Promise<void>((resolve) => platforms.listen(0, '127.0.0.1', resolve));
    later();
    const url = `http://127.0.0.1:${(platforms.address() as AddressInfo).port}`;
    const demo = { accounts: { brand: 'acct_1' }, keys: {}, work: {}, ads: null } as unknown as Demo;
    const parts = demoParts(dir, url, { STRIPE_API_URL: url, STRIPE_SECRET_KEY: 'sk_test_x' }, print);
    let ended = false;
    void parts.campaigns({ ...demo, work: demo.work! }).finally(() => {
      ended = true;
    });
    try {
      for (const [told, pause] of [1, 2].entries()) {
        await vi.waitUntil(() => lines.length > told + 1, { timeout: PATIENCE_MS });
        expect(lines[told + 1]).toBe(
          `Campaigns: settings answered 503 {"error":"busy"}. Trying again in ${pause} s.`,
        );
      }
    } finally {
      platforms.close();
    }
    expect([lines[0], ended, await readDemo(dir)]).toEqual(['Campaigns …', false, null]);
    // All four at once, and again: a failing step does not delay steps that do not depend on it.
    expect(asked.length).toBeGreaterThan(4);
  });
});

describe('the steps of a part', () => {
  it('go on where they were, but for the one that failed', async () => {
    const taken: string[] = [];
    const step =
      (name: string, fails = false) =>
      ({ once }: Awaited<ReturnType<typeof openSteps>>) =>
        once(name, async (key) => {
          taken.push(key);
          if (fails) throw new Error('no');
          return name;
        });
    const first = await openSteps(dir, 'acct_1');
    expect(await step('one')(first)).toBe('one');
    await expect(step('two', true)(first)).rejects.toThrow('no');
    for (const open of [async () => first, () => openSteps(dir, 'acct_1')])
      for (const name of ['one', 'two']) expect(await step(name)(await open())).toBe(name);
    expect(taken).toEqual(['demo-one', 'demo-two', 'demo-two']);
    await step('one')(await openSteps(dir, 'acct_2'));
    expect(taken).toHaveLength(4);
  });

  it('are not begun beside themselves, by an attempt that follows another', async () => {
    const { once } = await openSteps(dir, 'acct_1');
    let begun = 0;
    let finish: (value: string) => void = () => undefined;
    const make = () => {
      begun += 1;
      return new Promise<string>((resolve) => {
        finish = resolve;
      });
    };
    const both = [once('upload', make), once('upload', make)];
    finish('file_1');
    expect(await Promise.all(both)).toEqual(['file_1', 'file_1']);
    expect(begun).toBe(1);
  });

  it('are all noted by the next one, where one could not be', async () => {
    const { once } = await openSteps(dir, 'acct_1');
    const inTheWay = join(dir, 'demo-steps.json.new');
    await mkdir(inTheWay);
    await expect(once('one', async () => 1)).rejects.toThrow(/EISDIR/);
    await rmdir(inTheWay);
    await once('two', async () => 2);
    expect(JSON.parse(await readFile(join(dir, 'demo-steps.json'), 'utf8')).made).toEqual({ one: 1, two: 2 });
  });
});

describe('Workers that do not come up', () => {
  let kept: Kept | undefined;
  let starts: 'fail' | 'run';
  let running: WorkerProcess[];
  afterEach(async () => {
    await kept?.stop();
  });

  const start = async (): Promise<WorkerProcess> => {
    if (starts === 'fail') throw new Error('The Workers ended with 1.\nError: too early');
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'ignore' });
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    const stop = async () => {
      child.kill('SIGKILL');
      await ended;
    };
    running.push({ child, stop });
    return running.at(-1)!;
  };

  beforeEach(() => {
    running = [];
    starts = 'fail';
    later();
    kept = keepRunning('The process of the service', start, print);
  });

  it('the first time are tried again, and a mended source is not kept waiting', async () => {
    await vi.waitUntil(() => lines.length > 0, { timeout: PATIENCE_MS });
    expect(lines).toEqual(['The process of the service: The Workers ended with 1. Trying again in 1 s.']);
    await expect(kept!.restart()).rejects.toThrow('too early');
    starts = 'run';
    await kept!.restart();
    await vi.advanceTimersByTimeAsync(5_000);
    await kept!.up;
    expect(running).toHaveLength(1);
    expect(lines).toHaveLength(1);
  });

  it('after they ended by themselves, or after a restart, are tried until they do', async () => {
    starts = 'run';
    await vi.advanceTimersByTimeAsync(1_000);
    await kept!.up;
    starts = 'fail';
    running[0]!.child.kill('SIGKILL');
    await vi.waitUntil(() => lines.some((line) => line.includes('ended by itself')), {
      timeout: PATIENCE_MS,
    });
    await vi.advanceTimersByTimeAsync(10_000);
    starts = 'run';
    await vi.advanceTimersByTimeAsync(30_000);
    expect(running).toHaveLength(2);
    expect(lines.at(-1)).toBe('The process of the service is back.');
    starts = 'fail';
    await expect(kept!.restart()).rejects.toThrow('too early');
    starts = 'run';
    await vi.advanceTimersByTimeAsync(30_000);
    expect(running).toHaveLength(3);
    expect(lines.at(-1)).toBe('The process of the service is back.');
  });
});
