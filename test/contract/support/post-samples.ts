// Tracked posts, for samples.ts: of live work whose post is on no connected account.
import { matchPosts } from '../../../src/domains/content/posts/match-posts.ts';
import { call, type Minted, systemCtx } from '../../harness/world.ts';
import { CREATOR_RECORDS } from './creator-samples.ts';

let videos = 0;

async function makePost(owner: Minted): Promise<string> {
  const id = await CREATOR_RECORDS['/v1/submissions/:id'](owner);
  const url = `https://www.tiktok.com/@sample/video/${7_000_000 + ++videos}`;
  for (const body of [{ status: 'approved' }, { status: 'live', url }]) {
    const answer = await call('PATCH', `/v1/submissions/${id}`, { key: owner.key, body });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  }
  await matchPosts(systemCtx());
  return (await call('GET', `/v1/submissions/${id}`, { key: owner.key })).body.data.post;
}

export const POST_RECORDS = { '/v1/posts/:id': makePost };

export const POST_LISTS = { '/v1/posts': makePost };
