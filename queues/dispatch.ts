// Queue name -> consumer. A consumer parses, calls a verb, and acknowledges or retries.
import type { Env } from '../src/env.ts';

export async function dispatch(batch: MessageBatch<unknown>, env: Env, ctx: ExecutionContext): Promise<void> {
  void env;
  void ctx;
  throw new Error(`no consumer for queue ${batch.queue}`);
}
