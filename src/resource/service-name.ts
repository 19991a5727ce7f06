// Names that people could mistake for the service's own.
import { invalidField } from '../kit/error.ts';
import { holdsName, passesForName } from '../kit/look-alike.ts';

/** Why an account, a person or a creator may not have this name; null when it may. */
export function partyNameProblem(name: string, service: string): string | null {
  return passesForName(name, service)
    ? `Looks like a name of ${service} itself. Choose one that nobody takes for it.`
    : null;
}

/** Why an app may not have this name; null when it may. */
export function appNameProblem(name: string, service: string): string | null {
  return holdsName(name, service)
    ? `An app's name can't hold "${service}" or what looks like it. Choose another one.`
    : null;
}

/**
 * Throws validation_failed for a new name of an account, a person or a creator that looks like the service's.
 * @param before the current name: a form that still contains it can be saved.
 */
export function requirePartyName(name: string, service: string, path = '/name', before?: string): void {
  const problem = name === before ? null : partyNameProblem(name, service);
  if (problem !== null) throw invalidField(path, problem, 'name');
}
