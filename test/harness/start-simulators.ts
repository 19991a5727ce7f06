// Starts the simulators once for the whole run, on a port of their own, before the workers' tests.
import { build } from 'esbuild';
import { convertV4MiniflareOptions, Miniflare, type V4MiniflareOptions } from 'miniflare';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the simulators answer. */
    simulators: string;
  }
}

export default async function startSimulators(project: TestProject): Promise<() => Promise<void>> {
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
    durableObjects: { STRIPE: { className: 'StripeSimulator', useSQLite: true } },
  } as V4MiniflareOptions;
  const simulators = new Miniflare(convertV4MiniflareOptions(options));
  project.provide('simulators', (await simulators.ready).origin);
  return () => simulators.dispose();
}
