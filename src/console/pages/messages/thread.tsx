// One thread: its messages, and a place to write. With scripts its parts are fetched anew when something changed
// (islands/thread.ts), so each part says by its ID what it replaces.
import type { Message } from '../../../domains/messaging/thread-record/message.ts';
import type { Thread } from '../../../domains/messaging/thread-record/thread.ts';
import { idTime, isId } from '../../../kit/ids.ts';
import { Button } from '../../components/button.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { Form, Hidden } from '../../components/form.tsx';
import { Toast } from '../../components/notice.tsx';
import { type Outcome, placePage } from '../../page.ts';
import { writes } from '../../rights.ts';
import type { PlaceVisit } from '../../visit.ts';
import { ATTACHMENT_BYTES, Composer } from './composer.tsx';
import { MessageDialog, OF_ONE_MESSAGE } from './message-dialog.tsx';
import { THREAD_ACTIONS, threadParams } from './thread-actions.ts';
import { Row, TALK_KEYS, ThreadList, threadsAt } from './thread-list.tsx';
import { Messages, type Talk } from './thread-messages.tsx';
import { kindOf, nameOf, otherOf } from './thread-words.ts';

export const threadPage = placePage({
  path: '/messages/:thread',
  fileBytes: ATTACHMENT_BYTES,
  show,
  actions: THREAD_ACTIONS,
});

async function show(at: PlaceVisit): Promise<Outcome> {
  const params = threadParams(at);
  const isPart = at.query('part') !== undefined;
  const only = isPart ? at.query('only') : undefined;
  const [thread, page, list] = await Promise.all([
    at.run('GET /v1/threads/:id', { params }),
    at.run('GET /v1/messages', {
      query: { thread: params.id, ...(only ? momentOf(only) : { limit: '30', cursor: at.query('cursor') }) },
    }),
    isPart ? null : threadsAt(at),
  ]);
  const messages = page.items.filter(({ id }) => !only || id === only).toReversed();
  const asked = await askedAbout(at, messages);
  const talk: Talk = { at, thread, messages, older: page.nextCursor, ...asked };
  const title = nameOf(thread, at);
  if (!list)
    return {
      title,
      part: true,
      body: (
        <>
          <ol>
            <Row at={at} thread={thread} isOpen />
          </ol>
          <Pane {...talk} />
          <Toast text={at.notice} />
        </>
      ),
    };
  return {
    title,
    islands: ['thread'],
    keys: TALK_KEYS,
    body: (
      <div class="talk open" data-talk>
        <ThreadList at={at} list={list} open={thread.id} heading="h2" />
        <Pane {...talk} />
      </div>
    ),
  };
}

/** The moment of one message, as the bounds of a list. */
function momentOf(id: string) {
  const at = isId(id, ['message']) ? idTime(id) : 0;
  const [createdAfter, createdBefore] = [at - 1, at + 1].map((ms) => new Date(ms).toISOString());
  return { limit: '100', createdAfter, createdBefore };
}

/** The messages that the dialog is about, and that is answered. They may be older than those on the page. */
async function askedAbout(
  at: PlaceVisit,
  messages: readonly Message[],
): Promise<Pick<Talk, 'about' | 'reply'>> {
  const find = async (id: string | undefined): Promise<Message | null> => {
    if (!id) return null;
    const shown = messages.find((one) => one.id === id);
    if (shown) return shown;
    const query = { thread: threadParams(at).id, ...momentOf(id) };
    const { items } = await at.run('GET /v1/messages', { query });
    return items.find((one) => one.id === id) ?? null;
  };
  const { form } = at;
  const refused = form && OF_ONE_MESSAGE.includes(form.action) ? form.input.raw('_id') : undefined;
  const [about, reply] = await Promise.all([find(refused ?? at.query('message')), find(at.query('reply'))]);
  return { about, reply };
}

function Pane(talk: Talk) {
  const { at, thread } = talk;
  return (
    <section
      class="talk-pane"
      aria-labelledby="thread-name"
      data-thread={thread.id}
      data-seq={thread.version - 1}
      data-unread={thread.unreadCount}
      data-other={otherOf(thread, at)?.name ?? 'Somebody'}
      data-now={at.query('cursor') === undefined ? '' : undefined}
    >
      <Head {...talk} />
      <Messages {...talk} />
      <div class="talk-status">
        <p class="talk-live" id="typing" />
        <Mark {...talk} />
      </div>
      <p class="only-heard" id="announced" aria-live="polite" />
      <Composer {...talk} />
      <MessageDialog {...talk} />
      {at.place.status === 'active' && (
        <div hidden>
          <Form action="ticket" />
        </div>
      )}
    </section>
  );
}

function Head({ at, thread }: Talk) {
  const isOurs = writes(at.place);
  return (
    <header class="talk-head" id="thread-head">
      <a class="back-link" href={at.to('/messages')}>
        <span aria-hidden="true">← </span>Messages
      </a>
      <div class="talk-title">
        <h1 id="thread-name">{nameOf(thread, at)}</h1>
        <p class="quiet">{kindOf(thread, at)}</p>
      </div>
      {isOurs && (
        <div class="talk-head-acts">
          <Form action={thread.muted ? 'unmute' : 'mute'} inline>
            <Button look="quiet" small>
              {thread.muted ? 'Unmute' : 'Mute'}
            </Button>
          </Form>
          <Blocking at={at} thread={thread} />
        </div>
      )}
    </header>
  );
}

/** For pages without scripts: with them, what is looked at is read. Its place stays, so that nothing moves then. */
function Mark({ at, thread }: Talk) {
  if (!writes(at.place) || !thread.lastMessage) return null;
  return (
    <div id="mark" hidden={thread.unreadCount === 0}>
      <Form action="mark" inline>
        <Hidden name="read" value={thread.lastMessage.id} />
        <Button look="secondary" small>
          Mark as read
        </Button>
      </Form>
    </div>
  );
}

function Blocking({ at, thread }: { at: PlaceVisit; thread: Thread }) {
  if (thread.kind !== 'direct') return null;
  if (thread.blocked[0] !== undefined)
    return (
      <Form action="unblock" inline>
        <Button look="quiet" small>
          Unblock
        </Button>
      </Form>
    );
  const name = otherOf(thread, at)?.name ?? 'the other side';
  return (
    <Confirm action="block" label="Block" title={`Block ${name}?`} confirm={`Block ${name}`} small>
      <p>Neither of you can write here until you unblock. They are not told.</p>
    </Confirm>
  );
}
