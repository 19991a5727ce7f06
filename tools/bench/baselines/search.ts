// Answers a search of messages straight from the search database: the case in `message-search.ts` gives it its data.
import { searchMessages } from '../../../src/domains/messaging/message-search/search-messages.ts';
import type { Env } from '../../../src/env.ts';

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    const asked = new URL(request.url).searchParams;
    const found = await searchMessages(env, { side: asked.get('side')!, words: asked.get('q')!, limit: 25 });
    return Response.json({ data: found });
  },
};
