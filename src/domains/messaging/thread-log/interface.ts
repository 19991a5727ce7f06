// What other domains ask of threads' objects.
import type { Env } from '../../../env.ts';
import type { Opening } from './live-socket.ts';
import { objectName, objectNameOfMessage } from './object-name.ts';
import { type ThreadApi, threadOf } from './thread-client.ts';

export { isNamedBy } from './object-name.ts';
export { SUPPORT_SIDE } from './record.ts';

/** The object of a thread. */
export function objectOf(env: Env, thread: string): ThreadApi {
  return threadOf(env, objectName(thread));
}

/** The object of the thread that a message is in. */
export function objectWith(env: Env, message: string): ThreadApi {
  return threadOf(env, objectNameOfMessage(message));
}

/** Asks a thread's object for a socket: 101, 401 for a ticket that was used, 429 for one too many. */
export async function openSocket({ THREAD }: Env, opening: Opening): Promise<Response> {
  return await THREAD.get(THREAD.idFromName(objectName(opening.head.id))).fetch('https://thread/live', {
    headers: { Upgrade: 'websocket', 'Live-Opening': JSON.stringify(opening) },
  });
}
