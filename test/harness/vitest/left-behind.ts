// The tasks that a request leaves for after its response. The pool's own context gives up after 30 seconds
// with a warning, and a process that a test kills never finishes them.

export interface LeftBehind {
  execution: ExecutionContext;
  /** Waits for all tasks, and fails when any of them fails. */
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
