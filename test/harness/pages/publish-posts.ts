import { matchPosts } from '../../../src/domains/content/posts/match-posts.ts';
import { systemCtx } from '../../../src/system-ctx.ts';
import * as clock from '../clock.ts';
import { mintSubmission, type Pair } from '../work/submissions.ts';
import { call, testEnv } from '../world.ts';

/** A post in each state that has something to do. */
export async function publishPosts(pair: Pair): Promise<void> {
  const states = ['tracking', 'ready_for_review', 'rejected', 'tracking'];
  for (const [n, state] of states.entries()) {
    const { id } = await mintSubmission(pair);
    const url = `https://www.tiktok.com/@nia/video/${n + 1}`;
    for (const body of [{ status: 'approved' }, { status: 'live', url }])
      await call('PATCH', `/v1/submissions/${id}`, { ...pair.brand, body });
    await matchPosts(systemCtx(testEnv, clock.now()));
    await testEnv.DB.prepare('UPDATE posts SET state = ?2, shown = ?3 WHERE submission_id = ?1')
      .bind(id, state, n === 3 ? 'archived' : state)
      .run();
  }
}
