// The harness replaces private parts of vitest's pool. Each of these tests fails when another version no
// longer has the part.
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import * as clock from '../clock.ts';
import { brandHolder, ledger } from '../money/ledger.ts';
import { asBegun } from './as-begun.ts';
import { sparedProxies } from './flat-prototypes.ts';
import { forget, known, PATIENCE_MS, setPatience } from './known-modules.ts';
import { unawaitedLogs } from './unawaited-logs.ts';

describe("what is replaced of the pool's", () => {
  it('spares a Proxy for each object after the first of its class', async () => {
    await ledger(brandHolder()).balances();
    const before = sparedProxies();
    for (let made = 0; made < 3; made++) await ledger(brandHolder()).balances();
    expect(sparedProxies()).toBeGreaterThanOrEqual(before + 3);
  });

  it('has a module that was evaluated without asking for it', async () => {
    const again = () => import('../../../src/kit/money.ts');
    const module = await again();
    const before = known().modules;
    expect(await again()).toBe(module);
    expect(known().modules).toBeGreaterThan(before);
  });

  it('loads a module again that could not be loaded before', async () => {
    const once = () => import('./fails-once.ts');
    await expect(once()).rejects.toThrow('not this time');
    expect((await once()).loaded).toBe(true);
  });

  it('loads a module anew whose loading another request has left', async () => {
    const again = () => import('./hangs-once.ts');
    void again();
    await scheduler.wait(500);
    setPatience(200);
    try {
      expect((await again()).loaded).toBe(true);
      expect((await again()).loaded).toBe(true);
    } finally {
      setPatience(PATIENCE_MS);
    }
  });

  it('evaluates anew what is forgotten between two files', async () => {
    const again = () => import('./evaluated-often.ts');
    const { evaluated, here } = await again();
    expect((await again()).evaluated).toBe(evaluated);
    forget(fileURLToPath(here));
    expect((await again()).evaluated).toBe(evaluated + 1);
  });

  it('looks the name of an entry point up once', async () => {
    await ledger(brandHolder()).balances();
    const before = known().names;
    await ledger(brandHolder()).balances();
    expect(known().names).toBeGreaterThan(before);
  });

  it('sends a line of the console without waiting for an answer', async () => {
    const before = unawaitedLogs();
    console.log('a line that no file waits for');
    await scheduler.wait(0);
    expect(unawaitedLogs()).toBe(before + 1);
  });

  it('begins each file with the clock and the fetch of its process, whatever the one before it left', async () => {
    const own = globalThis.fetch;
    vi.stubGlobal('fetch', async () => new Response('left by an earlier file'));
    globalThis.fetch = async () => new Response('left without a stub');
    vi.spyOn(console, 'log').mockImplementation(() => undefined);
    clock.hold(clock.now() + 3_600_000);
    asBegun();
    expect(globalThis.fetch).toBe(own);
    expect(vi.isMockFunction(console.log)).toBe(false);
    expect(clock.now() - clock.unheld()).toBeLessThan(60_000);
    vi.unstubAllGlobals();
    expect(globalThis.fetch).toBe(own);
  });

  it('lets nothing leave the machine', async () => {
    await expect(fetch('https://outside.example/')).rejects.toThrow('Network connection lost.');
  });
});
