// Logs one line of JSON for each thing that somebody may have to look into.

/** `alert` needs a person to act soon; it is printed like an error. */
export type LogLevel = 'warn' | 'error' | 'alert';

export function log(level: LogLevel, fields: Record<string, unknown>): void {
  const line = JSON.stringify({ level, ...fields }, (_, value) =>
    typeof value === 'string' ? withoutParameters(value) : value,
  );
  if (level === 'warn') console.warn(line);
  else console.error(line);
}

/** An error's message, with its stack if it has one. */
export function describeError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/**
 * drizzle puts a failed query's parameters into its message: people's names and addresses, which must not be
 * logged.
 */
function withoutParameters(text: string): string {
  return text.replace(/\nparams: [\s\S]*?(?=\n {4}at |\ncaused by |$)/g, '\nparams: (left out)');
}
