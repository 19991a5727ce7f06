// One line of JSON for each thing that somebody may have to look into.

/** `alert` is what a person must act on soon; it is printed as an error is. */
export type LogLevel = 'warn' | 'error' | 'alert';

export function log(level: LogLevel, fields: Record<string, unknown>): void {
  const line = JSON.stringify({ level, ...fields });
  if (level === 'warn') console.warn(line);
  else console.error(line);
}

/** What an error says, with its stack where it has one. */
export function describeError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
