// How to make threads and messages.
import { mintProgram } from '../../harness/work/programs.ts';
import { call } from '../../harness/world.ts';
import type { Owner } from './samples.ts';

async function post({ key }: Owner, path: string, body: unknown): Promise<string> {
  const answer = await call('POST', path, { key, body });
  if (answer.status >= 300) throw new Error(JSON.stringify(answer.body));
  return answer.body.data.id;
}

/** Each is for another program, because there is one thread with the staff. */
async function makeThread(owner: Owner): Promise<string> {
  const { id } = await mintProgram(owner.key);
  return await post(owner, '/v1/threads', { kind: 'program', program: id });
}

const makeMessage = async (owner: Owner) =>
  await post(owner, '/v1/messages', { thread: await makeThread(owner), body: 'Welcome' });

export const THREAD_RECORDS = { '/v1/threads/:id': makeThread, '/v1/messages/:id': makeMessage };
export const THREAD_LISTS = { '/v1/threads': makeThread };
