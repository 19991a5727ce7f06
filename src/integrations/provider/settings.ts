// A deployment may lack the settings of an outside platform. The log names the setting and the Worker, so that nobody
// suspects the platform.
import type { Vars } from '../../env.ts';
import { AppError } from '../../kit/error.ts';
import { type LogLevel, log } from '../../kit/log.ts';

/** The error for a missing setting, which only a new deployment can fix. */
export class NotConfigured extends AppError {
  constructor(message: string) {
    super('unavailable', message);
  }
}

/**
 * Whether a feature has all its settings. Missing ones are logged: as a warning if all are missing, because a
 * deployment may do without the feature, unless it is `begun` already.
 */
export function hasSettings(
  vars: Partial<Vars>,
  names: readonly (keyof Vars & string)[],
  begun = false,
): boolean {
  const missing = names.filter((name) => !vars[name]);
  const level = missing.length === names.length && !begun ? 'warn' : 'error';
  for (const name of missing) logMissing(vars, name, level);
  return missing.length === 0;
}

/** Logs that a request failed because a setting is missing. */
export function logMissing(
  { WORKER_NAME = 'this Worker' }: Partial<Vars>,
  name: string,
  level: LogLevel = 'error',
): void {
  log(level, { message: `${name} is not set on ${WORKER_NAME}` });
}
