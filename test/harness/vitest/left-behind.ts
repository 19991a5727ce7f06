// What a request leaves to be done behind its answer. The pool's own context gives up after 30 seconds, with a warning: a
// process that a test kills never does it.

export interface LeftBehind {
  execution: ExecutionContext;
  /** Waits for all of it, and fails when any of it does. */
  done(): Promise<void>;
}

export function leftBehind(): LeftBehind {
  const tasks: Promise<unknown>[] = [];
  const execution = {
    waitUntil: (task: Promise<unknown>) => void tasks.push(task),
    passThroughOnException: () => {},
    props: {},
  } as unknown as ExecutionContext;
  return {
    execution,
    async done() {
      while (tasks.length > 0) await Promise.all(tasks.splice(0));
    },
  };
}
