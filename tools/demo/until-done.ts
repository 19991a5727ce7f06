// What fails while `npm run dev` comes up, or makes its demo, is told in a line and tried again: it never ends the run.
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/** Takes a step until it succeeds, with longer and longer pauses. */
export async function untilDone<T>(
  name: string,
  step: () => Promise<T>,
  print: (line: string) => void,
): Promise<T> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    try {
      return await step();
    } catch (error) {
      print(`${name}: ${firstLine(error)} Trying again in ${pause / 1000} s.`);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

/** What went wrong, in a line that is a sentence. */
export function firstLine(error: unknown): string {
  const { message, cause } = error as Error;
  // `fetch failed` says why only there.
  const why = cause instanceof Error && cause.message ? `${message} (${cause.message})` : message;
  const line = why.trim().split('\n')[0]!.trim();
  return /[.!?:]$/.test(line) ? line : `${line}.`;
}
