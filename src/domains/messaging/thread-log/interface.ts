// What other domains ask of threads' objects.
import type { Env } from '../../../env.ts';
import { objectName, objectNameOfMessage } from './object-name.ts';
import { type ThreadApi, threadOf } from './thread-client.ts';

export { SUPPORT_SIDE } from './record.ts';

/** The object of a thread. */
export function objectOf(env: Env, thread: string): ThreadApi {
  return threadOf(env, objectName(thread));
}

/** The object of the thread that a message is in. */
export function objectWith(env: Env, message: string): ThreadApi {
  return threadOf(env, objectNameOfMessage(message));
}
