// `npm run deploy`: releases the service to Cloudflare. It refuses placeholders and missing secrets before it
// changes anything, applies the migrations, and uploads the four Workers. Cloudflare compares routes with the
// whole URL, so the front page with a query reaches the API's Worker, which forwards it to the pages' Worker
// by a binding that only deployments have. The pages' Worker in turn needs the API's ledgers: so in a first
// release the API's Worker is uploaded without the binding, and again at the end.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, parseEnv } from 'node:util';
import { buildAssets } from './build-assets.ts';
import { checkSecrets } from './deployment/check-secrets.ts';
import { resources, writeConfigs } from './deployment/configs.ts';
import {
  type Deployment,
  DeploymentError,
  invalid,
  named,
  problemsOf,
  readDeployment,
} from './deployment/deployment.ts';
import { secretsOf } from './deployment/settings.ts';
import { NAMES, WORKERS, type Worker } from './deployment/workers.ts';
import { run, secretsAt } from './deployment/wrangler.ts';

const { values, positionals } = parseArgs({
  options: {
    file: { type: 'string' },
    /** A file of NAME=value lines, or JSON. Each Worker gets those that it reads. */
    secrets: { type: 'string' },
    only: { type: 'string' },
    /**
     * A folder for the deployment's configurations, which other wrangler commands need. Then nothing else is
     * done.
     */
    configs: { type: 'string' },
    'dry-run': { type: 'boolean' },
  },
  allowPositionals: true,
});

interface Release {
  deployment: Deployment;
  dir: string;
  configs: Record<Worker, string>;
  names: Record<Worker, string>;
  secrets: Record<string, string>;
  /** Workers that exist at Cloudflare before the release. */
  there: Set<Worker>;
}

function readSecrets(file: string | undefined): Record<string, string> {
  if (file === undefined) return {};
  const text = readFileSync(file, 'utf8');
  const read = text.trimStart().startsWith('{') ? JSON.parse(text) : parseEnv(text);
  return read as Record<string, string>;
}

function refuse(problems: string[]): void {
  if (problems.length > 0) throw new DeploymentError(`Nothing was changed.\n- ${problems.join('\n- ')}`);
}

function prepare(dir: string): Release {
  const deployment = readDeployment(values.file);
  const secrets = readSecrets(values.secrets);
  const told = problemsOf(deployment, resources().databases);
  refuse([...told, ...invalid({ ...secrets })]);
  const configs = writeConfigs(deployment, join(dir, 'configs'));
  const names = Object.fromEntries(WORKERS.map((one) => [one, named(deployment, NAMES[one])]));
  const release = { deployment, dir, configs, names: names as Record<Worker, string>, secrets };
  if (values['dry-run']) return { ...release, there: new Set(WORKERS) };
  const listed = Object.fromEntries(
    WORKERS.map((one) => [one, secretsAt(configs[one], release.names[one])]),
  ) as Record<Worker, Set<string> | null>;
  const checked = checkSecrets(listed, secrets, release.names, deployment);
  for (const note of checked.notes) console.log(`note: ${note}`);
  refuse(checked.problems);
  return { ...release, there: new Set(WORKERS.filter((one) => listed[one] !== null)) };
}

/** The running code keeps working with the new schema until its Worker is uploaded: see docs/deploying.md. */
function migrate({ configs, deployment }: Release): void {
  for (const name of resources().databases) {
    const database = named(deployment, name);
    const apply = ['d1', 'migrations', 'apply', database, '--remote', '--config', configs.api];
    if (run(apply, { silent: true })) continue;
    throw new DeploymentError(
      `The migrations of ${database} were not applied. No Worker was uploaded: the release before goes on.`,
    );
  }
}

function upload(
  { configs, dir, names, secrets, there }: Release,
  worker: Worker,
  config = configs[worker],
): void {
  const mine = secretsOf(worker).filter(({ name }) => name in secrets);
  const args = ['deploy', '--config', config];
  if (mine.length > 0) {
    const file = join(dir, `${worker}.json`);
    writeFileSync(file, JSON.stringify(Object.fromEntries(mine.map(({ name }) => [name, secrets[name]]))), {
      mode: 0o600,
    });
    args.push('--secrets-file', file);
  }
  if (values['dry-run']) args.push('--dry-run');
  console.log(`\n${there.has(worker) ? 'Uploading' : 'Uploading for the first time:'} ${names[worker]}`);
  if (!run(args)) throw new Failed(worker);
}

/** Wrangler failed to upload. Its message is in the terminal already. */
class Failed extends Error {
  readonly worker: Worker;
  constructor(worker: Worker) {
    super();
    this.worker = worker;
  }
}

/** The Workers to upload, in order; the API's twice if the pages' does not exist yet. */
function uploads({ there, deployment, dir, configs }: Release): [Worker, string][] {
  const only = chosen();
  if (only) return [[only, configs[only]]];
  const all = WORKERS.map((worker): [Worker, string] => [worker, configs[worker]]);
  if (there.has('pages')) return all;
  const alone = writeConfigs(deployment, join(dir, 'without-pages'), { withPages: false });
  return [['api', alone.api], ...all.slice(1), all[0]!];
}

function chosen(): Worker | undefined {
  const { only } = values;
  if (only === undefined) return undefined;
  if (!(WORKERS as readonly string[]).includes(only))
    throw new DeploymentError(`--only takes ${WORKERS.join(', ')}.`);
  return only as Worker;
}

function release(all: Release): void {
  const order = uploads(all);
  if (!values['dry-run']) migrate(all);
  const done: string[] = [];
  for (const [worker, config] of order) {
    try {
      upload(all, worker, config);
    } catch (error) {
      if (!(error instanceof Failed)) throw error;
      const stands = done.length > 0 ? `Uploaded before it: ${done.join(', ')}.` : 'No Worker was uploaded.';
      throw new DeploymentError(
        `${all.names[worker]} was not uploaded: wrangler says why above. ${stands} The migrations are applied. Run it again, or roll back what was uploaded: see docs/deploying.md.`,
      );
    }
    done.push(all.names[worker]);
  }
}

const dir = mkdtempSync(join(tmpdir(), 'deploy-'));
// Ctrl-C ends wrangler, and then this cleans up as usual: the folder may contain secrets.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
try {
  if (positionals.length > 0) throw new DeploymentError(`Unknown: ${positionals.join(' ')}`);
  chosen();
  if (values.configs) {
    const deployment = readDeployment(values.file);
    refuse(problemsOf(deployment, resources().databases));
    for (const path of Object.values(writeConfigs(deployment, values.configs))) console.log(path);
  } else {
    const all = prepare(dir);
    await buildAssets();
    release(all);
    if (!values['dry-run']) console.log(`\nReleased. Check ${all.deployment.url}/healthz`);
  }
} catch (error) {
  if (error instanceof DeploymentError) console.error(error.message);
  else console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(dir, { recursive: true, force: true });
}
