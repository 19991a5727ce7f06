// Reports and retries steps that fail while `npm run dev` starts or makes its demo, so that they never end
// the run.
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/** Runs a step until it succeeds, with growing pauses. */
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

/** The error's first line, as a sentence. */
export function firstLine(error: unknown): string {
  const { message, cause } = error as Error;
  // For `fetch failed`, only the cause says why.
  const why = cause instanceof Error && cause.message ? `${message} (${cause.message})` : message;
  const line = why.trim().split('\n')[0]!.trim();
  return /[.!?:]$/.test(line) ? line : `${line}.`;
}
