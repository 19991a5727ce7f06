// A deployment's configurations: the four committed ones with its names, IDs, URLs and vars filled in.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type Deployment, named, varsOf } from './deployment.ts';
import { CONFIGS, NAMES, WORKERS, type Worker } from './workers.ts';

const ROOT = join(import.meta.dirname, '../..');
/** The committed configurations' placeholder for the host. */
const COMMITTED_HOST = 'service.example';
/** The committed IDs of rate limiters are below this; those of other deployments in the account are above. */
const LIMITER_SPAN = 10_000;

/** Everything that must exist at Cloudflare before a release, by the committed names. */
export interface Resources {
  databases: string[];
  buckets: string[];
  queues: string[];
}

function committed(worker: Worker): string {
  return readFileSync(join(ROOT, CONFIGS[worker]), 'utf8');
}

/** All resources that the four configurations name. */
export function resources(): Resources {
  const all = WORKERS.map(committed).join('\n');
  const values = (key: string) => [
    ...new Set([...all.matchAll(new RegExp(`^${key} = "(.+)"$`, 'gm'))].map(([, value]) => value!)),
  ];
  return {
    databases: values('database_name'),
    buckets: values('bucket_name'),
    queues: [...new Set([...values('queue'), ...values('dead_letter_queue')])],
  };
}

/**
 * Writes a deployment's four configurations into a folder.
 * @param withPages whether the API's Worker gets its binding to the pages' Worker, which must then exist.
 * @returns their paths.
 */
export function writeConfigs(
  deployment: Deployment,
  dir: string,
  { withPages = true } = {},
): Record<Worker, string> {
  mkdirSync(dir, { recursive: true });
  const paths = WORKERS.map((worker) => {
    const path = join(dir, CONFIGS[worker]);
    writeFileSync(path, configOf(deployment, worker, withPages));
    return [worker, path] as const;
  });
  return Object.fromEntries(paths) as Record<Worker, string>;
}

/** One configuration of a deployment. It works from any folder, and builds nothing. */
function configOf(deployment: Deployment, worker: Worker, withPages: boolean): string {
  const { host } = new URL(deployment.url);
  const name = (value: string) => JSON.stringify(named(deployment, value));
  const path = (value: string) => JSON.stringify(resolve(ROOT, dirname(CONFIGS[worker]), value));
  const toml = committed(worker)
    .replace(/^\[build\]\n(?:.+\n)+/m, '')
    .replace(/^(main|directory|migrations_dir) = "(.+)"$/gm, (_, key, value) => `${key} = ${path(value)}`)
    .replace(
      /^(name|database_name|bucket_name|queue|dead_letter_queue|script_name) = "([a-z].*)"$/gm,
      (_, key, value) => `${key} = ${name(value)}`,
    )
    .replace(
      /^(database_name = .*\ndatabase_id = )".*"$/gm,
      (block, head) =>
        `${head}${JSON.stringify(deployment.databases[committedName(block, deployment)] ?? '')}`,
    )
    .replace(
      /^namespace_id = "(\d+)"$/gm,
      (_, id) => `namespace_id = "${Number(id) + limiterBase(deployment)}"`,
    )
    .replaceAll(`"${COMMITTED_HOST}/`, `"${host}/`)
    .replaceAll(`zone_name = "${COMMITTED_HOST}"`, `zone_name = "${deployment.zone ?? host}"`)
    .replace(/^\[vars\]\n(?:.+\n)+/m, (block) => varsBlock(deployment, worker, block));
  const head = [
    '# Made by npm run deploy. Change deployment.json or the committed configuration instead.',
    // Only the public host: on workers.dev, requests would bypass the routes of the pixel and the pages.
    'workers_dev = false',
    'preview_urls = false',
    ...(worker === 'api' ? [domains(deployment)] : []),
  ];
  const pages = `\n[[services]]\nbinding = "PAGES"\nservice = ${name(NAMES.pages)}\n`;
  return `${head.join('\n')}\n${toml}${worker === 'api' && withPages ? pages : ''}`;
}

function committedName(block: string, deployment: Deployment): string {
  const value = /^database_name = "(.+)"$/m.exec(block)![1]!;
  return deployment.name === 'production' ? value : value.slice(deployment.name.length + 1);
}

/** The whole host belongs to the API's Worker. The routes of the other Workers take precedence. */
function domains(deployment: Deployment): string {
  const hosts = [deployment.url, deployment.vars.FILES_URL].flatMap((url) =>
    url ? [new URL(url).host] : [],
  );
  const all = hosts.map((host) => `{ pattern = ${JSON.stringify(host)}, custom_domain = true }`);
  return `routes = [${all.join(', ')}]`;
}

/** The media Worker has only its own few vars. */
function varsBlock(deployment: Deployment, worker: Worker, block: string): string {
  const all: Record<string, string> = {
    WORKER_NAME: named(deployment, NAMES[worker]),
    ...varsOf(deployment),
  };
  const kept = [...block.matchAll(/^([A-Z_]+) = /gm)].map(([, key]) => key!);
  const mine =
    worker === 'media' ? Object.entries(all).filter(([key]) => kept.includes(key)) : Object.entries(all);
  return `[vars]\n${mine.map(([key, value]) => `${key} = ${JSON.stringify(value)}\n`).join('')}`;
}

/** Deployments in one account must not share rate limiters. */
function limiterBase({ name }: Deployment): number {
  if (name === 'production') return 0;
  let sum = 0;
  for (const char of name) sum = (sum * 31 + char.charCodeAt(0)) % 99_991;
  return (sum + 1) * LIMITER_SPAN;
}
