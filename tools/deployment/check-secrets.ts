// Compares the secrets that a Worker has, or gets with this release, with those that its code reads.
import type { Deployment } from './deployment.ts';
import { SETTINGS, secretsOf } from './settings.ts';
import { WORKERS, type Worker } from './workers.ts';

export interface Checked {
  /** Each of these prevents the release. */
  problems: string[];
  /** Notes for the person who releases. */
  notes: string[];
}

/**
 * @param there the names of each Worker's secrets; null for a Worker that does not exist yet.
 * @param given the secrets that this release sets.
 * @param names the Workers' names.
 */
export function checkSecrets(
  there: Record<Worker, ReadonlySet<string> | null>,
  given: Readonly<Record<string, string>>,
  names: Record<Worker, string>,
  { vars }: Pick<Deployment, 'vars'>,
): Checked {
  const problems: string[] = [];
  const notes = new Set<string>();
  for (const name of Object.keys(given)) {
    if (!SETTINGS.some((one) => one.secret && one.name === name))
      problems.push(`${name} is no secret of the service.`);
    else if (given[name] === '') problems.push(`${name} is empty.`);
  }
  for (const worker of WORKERS) {
    const read = secretsOf(worker);
    const has = (name: string) => name in given || there[worker]?.has(name) === true;
    for (const { name, required } of read)
      if (required && !has(name)) problems.push(`${name} is missing on ${names[worker]}.`);
    for (const feature of features()) {
      const mine = read.filter((one) => one.feature === feature);
      const missing = mine.filter(({ name }) => !has(name));
      if (missing.length === 0) continue;
      // A feature whose secrets only one Worker has would start there and never finish.
      if (isOn(feature, there, given))
        for (const { name } of missing)
          problems.push(`${name} is missing on ${names[worker]}: ${feature} needs it.`);
      else notes.add(`${feature} is off: it has no secrets.`);
    }
    for (const name of there[worker] ?? []) {
      if (name in vars)
        problems.push(`${name} is a secret of ${names[worker]} and a var of the deployment as well.`);
      else if (!read.some((one) => one.name === name))
        notes.add(`${names[worker]} does not read its secret ${name}. Delete it.`);
    }
  }
  if (!WORKERS.some((worker) => there[worker]?.has('STAFF_TOKENS')) && !('STAFF_TOKENS' in given))
    notes.add('STAFF_TOKENS is not set: nobody may call the internal routes or set up a second factor.');
  if (problems.some((one) => one.includes(' is missing on ')))
    problems.push('Give what is missing with --secrets FILE.');
  return { problems, notes: [...notes] };
}

function features(): string[] {
  return [...new Set(SETTINGS.flatMap(({ feature }) => (feature ? [feature] : [])))];
}

/** Whether any Worker has, or gets, any secret of a feature. */
function isOn(
  feature: string,
  there: Record<Worker, ReadonlySet<string> | null>,
  given: Readonly<Record<string, string>>,
): boolean {
  return SETTINGS.some(
    (one) =>
      one.feature === feature &&
      (one.name in given || WORKERS.some((worker) => there[worker]?.has(one.name))),
  );
}
