// A deployment may lack settings of an outside platform. The log names the setting and the Worker, so that nobody takes it for a
// platform that does not answer.
import type { Vars } from '../../env.ts';
import { AppError } from '../../kit/error.ts';
import { type LogLevel, log } from '../../kit/log.ts';

/** A refusal for want of a setting, which only a release brings. */
export class NotConfigured extends AppError {
  constructor(message: string) {
    super('unavailable', message);
  }
}

/**
 * Whether a feature has all its settings. Logs those that are missing: as a warning where there is none of them, since a
 * deployment may do without the feature.
 */
export function hasSettings(vars: Partial<Vars>, names: readonly (keyof Vars & string)[]): boolean {
  const missing = names.filter((name) => vars[name] === undefined);
  for (const name of missing) logMissing(vars, name, missing.length === names.length ? 'warn' : 'error');
  return missing.length === 0;
}

/** Says that what was begun cannot go on for want of a setting. */
export function logMissing(
  { WORKER_NAME = 'this Worker' }: Partial<Vars>,
  name: string,
  level: LogLevel = 'error',
): void {
  log(level, { message: `${name} is not set on ${WORKER_NAME}` });
}
