// Threads in pages: a brand with its people, and a creator who is a person.
import * as clock from '../clock.ts';
import { type Browser, signedIn } from '../pages/pages.ts';
import { personOf } from '../people/person.ts';
import { testEnv } from '../world.ts';
import { mintTalk, openDirect, type Talk, told } from './talks.ts';

export interface TalkPages extends Talk {
  thread: string;
  owner: Browser;
  member: Browser;
  person: Browser;
  /** The thread's page for the brand, and for the creator. */
  ours: string;
  theirs: string;
}

/** A brand and a creator with a thread in which the creator's account wrote first. */
export async function talkPages(): Promise<TalkPages> {
  const talk = await mintTalk();
  const { brand, creator, brandMinted } = talk;
  const { body } = await openDirect(creator, brand, 'May I have the <brief>?');
  const thread = body.data.id as string;
  await told(thread);
  const actor = await takenOver(creator.id, brandMinted);
  return {
    ...talk,
    thread,
    owner: await signedIn(await personOf(brandMinted, 'owner')),
    member: await signedIn(await personOf(brandMinted, 'member')),
    person: await signedIn(actor),
    ours: `/app/${brand.id}/messages/${thread}`,
    theirs: `/app/${creator.id}/messages/${thread}`,
  };
}

async function takenOver(creator: string, account: { id: string }) {
  const actor = await personOf(account);
  await testEnv.DB.batch([
    testEnv.DB.prepare('DELETE FROM memberships WHERE person_id = ?').bind(actor.callerId),
    testEnv.DB.prepare('UPDATE creators SET person_id = ?2, claimed_at = ?3 WHERE id = ?1').bind(
      creator,
      actor.callerId,
      clock.now(),
    ),
  ]);
  return actor;
}
