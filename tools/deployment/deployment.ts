// One deployment: its URL, its vars, and the IDs of its databases. It is in deployment.json, which git
// ignores, or for CI in the environment variable DEPLOYMENT. Everything else is in the committed
// configurations.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as z from 'zod';
import { type Env, vars as readVars } from '../../src/env.ts';
import { ADDRESSES, SETTINGS } from './settings.ts';

const SET_HERE = new Set(SETTINGS.filter(({ secret, made }) => !secret && !made).map(({ name }) => name));

const Shape = z.strictObject({
  /**
   * `production` uses the committed names. Any other name prefixes them, so that it can share the account.
   */
  name: z
    .string()
    .regex(/^[a-z][a-z0-9]{1,19}$/, 'Must be 2 to 20 small letters and digits, a letter first.')
    .default('production'),
  /** The service's public URL. */
  url: z.string().regex(/^https:\/\/[a-z0-9.-]+$/, 'Must be https:// and a host, without a path.'),
  /** The Cloudflare zone of the URL's host; by default the host itself. */
  zone: z
    .string()
    .regex(/^[a-z0-9.-]+$/)
    .optional(),
  /** A hint for where databases and buckets are created. */
  location: z.enum(['weur', 'eeur', 'apac', 'oc', 'wnam', 'enam']).optional(),
  vars: z.record(z.string(), z.string()).default({}),
  /** IDs by the committed names, written by `npm run provision`. */
  databases: z.record(z.string(), z.string()).default({}),
});

export type Deployment = z.output<typeof Shape>;

/** Its message tells the person who runs the command what is wrong with the deployment. */
export class DeploymentError extends Error {}

/** No deployment has been described yet. */
export class NoDeployment extends DeploymentError {}

export const FILE = 'deployment.json';

/** A first deployment.json, with everything that has to be filled in. */
export const EXAMPLE = {
  url: 'https://service.example',
  zone: 'service.example',
  vars: {
    SERVICE_NAME: 'Your name',
    MAIL_API_URL: 'https://mail.example/send',
    MAIL_FROM: 'no-reply@service.example',
  },
};

/**
 * @param file the value of `--file`; without it DEPLOYMENT is read, or deployment.json if that is not set.
 */
export function readDeployment(file: string | undefined, env = process.env): Deployment {
  const inline = file === undefined ? env.DEPLOYMENT : undefined;
  const path = resolve(file ?? FILE);
  if (inline === undefined && !existsSync(path)) {
    throw new NoDeployment(
      `There is no ${file ?? FILE}. Write it, with your own values:\n\n${JSON.stringify(EXAMPLE, null, 2)}`,
    );
  }
  const source = inline === undefined ? (file ?? FILE) : 'DEPLOYMENT';
  let parsed: unknown;
  try {
    parsed = JSON.parse(inline ?? readFileSync(path, 'utf8'));
  } catch {
    throw new DeploymentError(`${source} is not JSON.`);
  }
  const read = Shape.safeParse(parsed);
  if (read.success) return read.data;
  throw new DeploymentError(`${source} is not valid:\n${z.prettifyError(read.error)}`);
}

/**
 * Writes the IDs of databases into the file. A run that is killed leaves the file either unchanged or
 * complete.
 */
export function saveDatabases(file: string | undefined, databases: Record<string, string>): void {
  const path = resolve(file ?? FILE);
  const known = JSON.parse(readFileSync(path, 'utf8')) as object;
  writeFileSync(`${path}.new`, `${JSON.stringify({ ...known, databases }, null, 2)}\n`);
  renameSync(`${path}.new`, path);
}

/** The name in a deployment of something in the committed configurations. */
export function named({ name }: Pick<Deployment, 'name'>, committed: string): string {
  return name === 'production' ? committed : `${name}-${committed}`;
}

/** The vars of the API's Worker and the pages' Worker. */
export function varsOf({ url, vars }: Deployment): Record<string, string> {
  return { ...vars, PUBLIC_URL: url, ALLOW_LOCAL_URLS: 'false' };
}

/** The placeholders of the committed configurations and of docs/deploying.md. */
const PLACEHOLDER =
  /(^|[./@])example$|\.example[/:]|^Your name$|(^|[./@])your-(?:service|mail)|^Service$|^00000000-0000-4000-8000-/;

/** Sentences about what must be fixed before a release; empty when all is well. */
export function problemsOf(deployment: Deployment, databases: readonly string[]): string[] {
  const { url, zone, vars } = deployment;
  const told: string[] = [];
  const placeholder = (what: string, value: string) => {
    if (PLACEHOLDER.test(value)) told.push(`${what} is a placeholder: ${value}`);
  };
  placeholder('url', url);
  if (zone) placeholder('zone', zone);
  const host = new URL(url).hostname;
  if (zone && host !== zone && !host.endsWith(`.${zone}`)) told.push(`url does not lie in the zone ${zone}.`);
  for (const [name, value] of Object.entries(vars)) {
    if ((ADDRESSES as readonly string[]).includes(name))
      told.push(`vars.${name} replaces an outside platform, which only tests may do.`);
    else if (!SET_HERE.has(name))
      told.push(`vars.${name} is no var of the service${isSecret(name) ? ': it is a secret' : ''}.`);
    else placeholder(`vars.${name}`, value);
  }
  for (const { name, required } of SETTINGS)
    if (required && SET_HERE.has(name) && !vars[name]) told.push(`vars.${name} is missing.`);
  for (const name of databases) {
    const id = deployment.databases[name];
    if (!id) told.push(`The ID of the database ${name} is missing. Run npm run provision.`);
    else placeholder(`databases.${name}`, id);
  }
  return [...told, ...invalid(varsOf(deployment))];
}

const isSecret = (name: string) => SETTINGS.some((one) => one.secret && one.name === name);

/** The settings whose values would keep the service from starting. */
export function invalid(settings: Record<string, string>): string[] {
  try {
    readVars({ PUBLIC_URL: 'https://localhost', ALLOW_LOCAL_URLS: 'false', ...settings } as unknown as Env);
    return [];
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    return [
      ...new Set(error.issues.map(({ path }) => `${path.join('.')} has a form that the service refuses.`)),
    ];
  }
}
