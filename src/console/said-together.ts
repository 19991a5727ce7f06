/** Joins several problems into one line, without repeats. */
export function saidTogether(all: readonly { message: string; fix: string }[]): string {
  return [...new Set(all.map(({ message, fix }) => `${message} ${fix}`.trim()))].join(' ');
}
