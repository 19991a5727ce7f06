// One line of JSON for each thing that somebody may have to look into.

/** `alert` is what a person must act on soon; it is printed as an error is. */
export type LogLevel = 'warn' | 'error' | 'alert';

export function log(level: LogLevel, fields: Record<string, unknown>): void {
  const line = JSON.stringify({ level, ...fields }, (_, value) =>
    typeof value === 'string' ? withoutParameters(value) : value,
  );
  if (level === 'warn') console.warn(line);
  else console.error(line);
}

/** What an error says, with its stack where it has one. */
export function describeError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** drizzle puts the parameters of a failed query into its message: people's names and addresses, which no log may hold. */
function withoutParameters(text: string): string {
  return text.replace(/\nparams: [\s\S]*?(?=\n {4}at |\ncaused by |$)/g, '\nparams: (left out)');
}
