// `npm run provision`: creates the missing databases, buckets and queues of a deployment, and writes the
// databases' IDs into deployment.json. Without CLOUDFLARE_API_TOKEN it only prints what it would do.
import { parseArgs } from 'node:util';
import { resources } from './deployment/configs.ts';
import {
  type Deployment,
  DeploymentError,
  EXAMPLE,
  FILE,
  NoDeployment,
  named,
  readDeployment,
  saveDatabases,
} from './deployment/deployment.ts';
import { ask } from './deployment/wrangler.ts';

const { values } = parseArgs({
  options: {
    file: { type: 'string' },
    'dry-run': { type: 'boolean' },
    /** For people who signed in with `wrangler login` and so have no token. */
    apply: { type: 'boolean' },
  },
});
const dry = values['dry-run'] || !(values.apply || process.env.CLOUDFLARE_API_TOKEN);

/** A bucket or queue: the commands that create and find it, and wrangler's words for a missing one. */
interface Thing {
  kind: string;
  name: string;
  create: string[];
  find: string[];
  missing: string;
}

function thingsOf(deployment: Deployment): Thing[] {
  const { buckets, queues } = resources();
  const place = deployment.location ? ['--location', deployment.location] : [];
  return [
    ...buckets.map((committed) => {
      const name = named(deployment, committed);
      return {
        kind: 'bucket',
        name,
        missing: 'does not exist',
        create: ['r2', 'bucket', 'create', name, ...place],
        find: ['r2', 'bucket', 'info', name, '--json'],
      };
    }),
    ...queues.map((committed) => {
      const name = named(deployment, committed);
      return {
        kind: 'queue',
        name,
        missing: 'does not exist',
        create: ['queues', 'create', name],
        find: ['queues', 'info', name],
      };
    }),
  ];
}

function must(args: string[]): string {
  const ran = ask(args);
  if (!ran.ok) throw new DeploymentError(`wrangler ${args.join(' ')} failed:\n${ran.said}`);
  return ran.out;
}

const databasesAt = () => JSON.parse(must(['d1', 'list', '--json'])) as { name: string; uuid: string }[];

/** The ID of each database, by its committed name. Creates those that the account lacks. */
function provideDatabases(deployment: Deployment): Record<string, string> {
  const place = deployment.location ? ['--location', deployment.location] : [];
  const wanted = resources().databases;
  const there = new Set(databasesAt().map(({ name }) => name));
  for (const committed of wanted) {
    const name = named(deployment, committed);
    if (there.has(name)) console.log(`database ${name}: there`);
    else {
      must(['d1', 'create', name, ...place]);
      console.log(`database ${name}: made`);
    }
  }
  const ids = new Map(databasesAt().map(({ name, uuid }) => [name, uuid]));
  return Object.fromEntries(
    wanted.map((committed) => {
      const id = ids.get(named(deployment, committed));
      if (!id) throw new DeploymentError(`The database ${named(deployment, committed)} has no ID.`);
      return [committed, id];
    }),
  );
}

function provide({ kind, name, create, find, missing }: Thing): void {
  const found = ask(find);
  if (!found.ok && !found.said.includes(missing))
    throw new DeploymentError(`wrangler ${find.join(' ')} failed:\n${found.said}`);
  if (!found.ok) must(create);
  console.log(`${kind} ${name}: ${found.ok ? 'there' : 'made'}`);
}

function printPlan(deployment: Deployment): void {
  const place = deployment.location ? ['--location', deployment.location] : [];
  for (const name of resources().databases)
    console.log(`wrangler ${['d1', 'create', named(deployment, name), ...place].join(' ')}`);
  for (const { create } of thingsOf(deployment)) console.log(`wrangler ${create.join(' ')}`);
}

function forPlan(): Deployment {
  try {
    return readDeployment(values.file);
  } catch (error) {
    if (!(error instanceof NoDeployment)) throw error;
    console.log(`${error.message}\n`);
    return { ...EXAMPLE, name: 'production', databases: {} };
  }
}

try {
  if (dry) {
    const deployment = forPlan();
    console.log(
      'Nothing is made without CLOUDFLARE_API_TOKEN (or --apply after wrangler login). This would be, unless it is there:\n',
    );
    printPlan(deployment);
    console.log(`\nThe IDs of the databases would be written into ${values.file ?? FILE}.`);
  } else {
    const deployment = readDeployment(values.file);
    const databases = provideDatabases(deployment);
    if (process.env.DEPLOYMENT && !values.file) console.log(`"databases": ${JSON.stringify(databases)}`);
    else saveDatabases(values.file, databases);
    for (const thing of thingsOf(deployment)) provide(thing);
    console.log('\nEverything is there. Next: npm run deploy -- --secrets FILE');
  }
} catch (error) {
  if (!(error instanceof DeploymentError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
