// A process of its own that runs built Workers: the first of them answers on a port. Started by startBuilt.
import './offline.ts';
import { join } from 'node:path';
import {
  convertV4MiniflareOptions,
  Miniflare,
  type V4MiniflareOptions,
  type V4WorkerOptions,
} from 'miniflare';
import { builtWorker } from './built-workers.ts';

export interface ToServe {
  /** Where buildWorkers put them. */
  built: string;
  configs: string[];
  port: number;
  /** The folder of their databases, laid out as `wrangler dev --persist-to` does. */
  state: string;
  vars: Record<string, string>;
  /** Bindings of the first Worker to others, by their names. */
  services: Record<string, string>;
}

const { built, configs, port, state, vars, services } = JSON.parse(process.argv[2]!) as ToServe;
const workers = configs.map((config, index): V4WorkerOptions => {
  const worker = builtWorker(config, built);
  const serviceBindings = index === 0 ? { ...worker.serviceBindings, ...services } : worker.serviceBindings;
  return { ...worker, serviceBindings, bindings: { ...worker.bindings, ...vars } } as V4WorkerOptions;
});
const miniflare = new Miniflare(
  convertV4MiniflareOptions({
    workers,
    host: '127.0.0.1',
    port,
    resourcePersistencePath: join(state, 'v3'),
    unsafeTriggerHandlers: true,
    logRequests: false,
  } as unknown as V4MiniflareOptions),
);
process.on('SIGTERM', () => void miniflare.dispose().finally(() => process.exit(0)));
await miniflare.ready;
