// All threads of a workspace, with the place beside them where one is shown.
import { EmptyState } from '../../components/notice.tsx';
import { placePage } from '../../page.ts';
import { TALK_KEYS, ThreadList, threadsAt } from './thread-list.tsx';

export const messagesPage = placePage({
  path: '/messages',
  show: async (at) => {
    const list = await threadsAt(at);
    return {
      title: 'Messages',
      islands: ['thread'],
      keys: TALK_KEYS,
      body: (
        <div class="talk" data-talk>
          <ThreadList at={at} list={list} open={null} heading="h1" />
          <div class="talk-pane none">
            {list.items.length > 0 && (
              <EmptyState title="No thread is open" icon="message">
                Choose one from the list.
              </EmptyState>
            )}
          </div>
        </div>
      ),
    };
  },
});
