// A process that runs built Workers; the first one answers on a port. startBuilt starts it.
import './offline.ts';
import { basename, join } from 'node:path';
import {
  convertV4MiniflareOptions,
  Miniflare,
  type V4MiniflareOptions,
  type V4WorkerOptions,
} from 'miniflare';
import { builtWorker, mainOf } from './built-workers.ts';
import { withOurPositions } from './source-positions.ts';

/** Messages of workerd itself: a client that hung up, an alarm that is late. Neither is a fault of ours. */
const NOISE =
  /^(?:NOSENTRY |kj::getCaughtExceptionAsKj\(\) = .*disconnected: |stack: \S*workerd@|.*; (?:stack|error): .*disconnected: )/;

export interface ToServe {
  /** The folder into which buildWorkers built them. */
  built: string;
  configs: string[];
  port: number;
  /** The folder of their databases, in the layout of `wrangler dev --persist-to`. Queues are in memory. */
  state: string;
  vars: Record<string, string>;
  /** Service bindings of the first Worker, by their names. */
  services: Record<string, string>;
}

const { built, configs, port, state, vars, services } = JSON.parse(process.argv[2]!) as ToServe;
const workers = configs.map((config, index): V4WorkerOptions => {
  const worker = builtWorker(config, built);
  const serviceBindings = index === 0 ? { ...worker.serviceBindings, ...services } : worker.serviceBindings;
  return { ...worker, serviceBindings, bindings: { ...worker.bindings, ...vars } } as V4WorkerOptions;
});
const bundles = new Map(
  configs.map((config) => mainOf(config, built)).map((path) => [basename(path), path] as const),
);
const miniflare = new Miniflare(
  convertV4MiniflareOptions({
    workers,
    host: '127.0.0.1',
    port,
    resourcePersistencePath: join(state, 'v3'),
    unsafeTriggerHandlers: true,
    logRequests: false,
    handleStructuredLogs: ({ level, message }: { level: string; message: string }) => {
      if (NOISE.test(message)) return;
      const line = withOurPositions(message, bundles);
      if (level === 'error' || level === 'warn') console.error(line);
      else console.log(line);
    },
  } as unknown as V4MiniflareOptions),
);
const end = () => void miniflare.dispose().finally(() => process.exit(0));
process.on('SIGTERM', end);
// Its starter was killed, so it must not keep the port.
process.on('disconnect', end);
try {
  await miniflare.ready;
  process.send?.('ready');
} catch (error) {
  // Errors that a Worker threw are printed already.
  if ((error as { code?: string }).code !== 'ERR_RUNTIME_FAILURE') console.error(error);
  await miniflare.dispose().catch(() => undefined);
  process.exit(1);
}
