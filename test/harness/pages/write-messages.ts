// Threads of a brand in which there is something to read, to take back and to end.
import { openDirect, patch, type Side, said, told } from '../messaging/talks.ts';
import { mintCreator } from '../work/creators.ts';

/** Each side has something unread, and has reacted; another thread is muted and blocked. */
export async function writeMessages(brand: Side, creator: Side): Promise<void> {
  const { body } = await openDirect(creator, brand, 'May I have the brief?');
  const thread = body.data.id as string;
  const asked = body.data.lastMessage.id as string;
  const answer = await said(brand, thread, 'Here it is.');
  await said(creator, thread, 'Thank you.');
  await patch(brand, `/v1/messages/${asked}`, { emoji: '👏', reacted: true });
  await patch(creator, `/v1/messages/${answer}`, { emoji: '👍', reacted: true });
  await told(thread);
  const other = await openDirect(brand, { id: (await mintCreator(brand.key)).id, key: brand.key }, 'Hello');
  for (const change of [{ muted: true }, { blocked: true }])
    await patch(brand, `/v1/threads/${other.body.data.id}`, change);
  await told(other.body.data.id);
}
