// What the demo's sides say to each other: a brand and a creator, a brand to all creators of a program, and a question to the
// staff. Each message has an Idempotency-Key of its step, and a reaction that is there is none the second time.
import { type Caller, callApi, uploadMedia } from './api.ts';
import type { Demo } from './demo-file.ts';
import type { Steps } from './steps.ts';

type Talks = Pick<Demo, 'baseUrl' | 'keys' | 'creators' | 'program'>;

export async function addMessages(
  { baseUrl, keys, creators, program }: Talks,
  { once }: Steps,
): Promise<void> {
  const brand = { key: keys.brand };
  const mia = { ...brand, as: creators.added };
  const open = (step: string, caller: Caller, body: object) =>
    once(step, async (key) => (await callApi(`${baseUrl}/v1/threads`, 'POST', caller, body, key)).id);
  const say = (step: string, caller: Caller, body: object) =>
    once(step, async (key) => (await callApi(`${baseUrl}/v1/messages`, 'POST', caller, body, key)).id);
  const react = (caller: Caller, message: string, emoji: string) =>
    callApi(`${baseUrl}/v1/messages/${message}`, 'PATCH', caller, { emoji, reacted: true });

  const [thread, announced] = await Promise.all([
    open('thread-added', brand, { kind: 'direct', with: creators.added }),
    open('thread-program', brand, { kind: 'program', program }),
    open('thread-help', brand, {
      kind: 'support',
      message: { body: 'Which countries can payouts go to?' },
    }),
  ]);
  await say('message-program', brand, {
    thread: announced,
    body: 'New in the brief: please show the label of the bottle in the first three seconds.',
  });
  const first = await say('message-1', brand, { thread, body: 'Hi Mia, could you show the pour once more?' });
  const file = await once('message-file', () => uploadMedia(baseUrl, mia, 'chat_attachment', 'clip.mp4'));
  const cut = await say('message-2', mia, {
    thread,
    body: 'Here is another take, from above.',
    files: [file],
    replyTo: first,
  });
  await react(brand, cut, '👏');
  await react(mia, first, '👍');
  await say('message-3', mia, { thread, body: 'Shall I hand it in today?' });
}
