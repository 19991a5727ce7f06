// Sends lines of the console to the main process without waiting for an answer. What another request or object
// logs cannot be sent from there, so the pool keeps the line until the file sends something itself. But it
// also ends no file before each of its lines is answered: one that was logged after the file's last message
// would be kept for ever, and the file would never end.

type Send = (line: unknown) => Promise<unknown>;

interface Rpc {
  onUserConsoleLog: Send & { asEvent: Send };
}

interface Process {
  /** Vitest's. Made anew for each file, except in a run that has one process. */
  __vitest_worker__: { rpc: Rpc; unawaited?: true };
  unawaitedLogs?: number;
}

const process = globalThis as unknown as Process;

const unawaited =
  (rpc: Rpc): Send =>
  (line) => {
    process.unawaitedLogs = unawaitedLogs() + 1;
    return rpc.onUserConsoleLog.asEvent(line);
  };

/** Holds for the files of vitest's worker. */
export function sendLogsUnawaited(): void {
  const file = process.__vitest_worker__;
  if (file.unawaited) return;
  file.unawaited = true;
  file.rpc = new Proxy(file.rpc, {
    get: (rpc, name) => (name === 'onUserConsoleLog' ? unawaited(rpc) : Reflect.get(rpc, name)),
  });
}

/** How many lines were sent that way in this process. */
export const unawaitedLogs = (): number => process.unawaitedLogs ?? 0;
