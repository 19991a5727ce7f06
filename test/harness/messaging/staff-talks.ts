// Shared by tests of what the staff reads and decides about messages.
import { expect } from 'vitest';
import { mintStaff, type Staff } from '../people/staff.ts';
import { mintFile } from '../work/creators.ts';
import { call, mintAccount } from '../world.ts';
import { as, mintTalk, openDirect, patch, read, type Side, said, sideOf, told } from './talks.ts';

/** A support thread with a question. */
export async function question(body = 'Where is my money?') {
  const brand = sideOf(await mintAccount());
  const opened = await call('POST', '/v1/threads', {
    ...as(brand),
    body: { kind: 'support', message: { body } },
  });
  const thread = opened.body.data.id as string;
  await told(thread);
  return { brand, thread };
}

export async function begunReading(staff: Staff, subject: string): Promise<void> {
  expect((await staff.post('/readings', { subject })).status).toBe(200);
}

/** The support threads or reports of one side that wait, oldest first. */
export async function waiting(staff: Staff, kind: 'supportThreads' | 'messageReports', side: Side) {
  const { body } = await staff.get(`/review-queue?account=${side.id}`);
  return body.data[kind].oldest as { id: string; waitingSince: string }[];
}

export const newestOf = async (side: Side, thread: string) =>
  (await read(side, `/v1/messages?thread=${thread}`))[0];
export const supportOf = async (side: Side, thread: string) =>
  (await read(side, `/v1/threads/${thread}`)).support;
/** An environment whose threads cannot be reached. */
export const cutOff = (staff: Staff): Staff => {
  const THREAD = { idFromName: () => null, get: () => new Proxy({}, { get: () => unreachable }) };
  const env = { ...staff.env, THREAD } as unknown as typeof staff.env;
  return { ...mintStaffIn(env, staff) };
};
export const unreachable = async () => {
  throw new Error('unreachable');
};
export function mintStaffIn(env: Staff['env'], { token, ...staff }: Staff): Staff {
  const post = (path: string, body = {}) =>
    call('POST', `/internal/v1${path}`, { key: token, env, body: { reason: 'Needed.', ...body } });
  return { ...staff, token, env, post };
}

/** A message with a file that the other side reported, and then changed by its sender. */
export async function reported() {
  const talk = await mintTalk();
  const { brand, creator } = talk;
  const thread = (await openDirect(brand, creator, 'Hello')).body.data.id as string;
  const file = await mintFile(creator.id, 'chat_attachment', { type: 'image/png' });
  const message = await said(creator, thread, 'Send me your password', { files: [file] });
  await said(brand, thread, 'No');
  await told(thread);
  const note = 'Looks like fraud.';
  const answer = await patch(brand, `/v1/messages/${message}`, { report: { reason: 'fraud', note } });
  expect(answer.status).toBe(200);
  await patch(creator, `/v1/messages/${message}`, { version: 1, body: 'Nice weather' });
  const staff = mintStaff();
  const [report] = await waiting(staff, 'messageReports', brand);
  return { ...talk, thread, file, message, report: report!.id, staff };
}
