// The component `messages`: the thread with the account, and those of its programs that the creator is in.
import { useEffect, useState } from 'hono/jsx/dom';
import { Loading, More, useAttempt, Wrong } from './attempt.tsx';
import { type ListPage, withNext } from './client.ts';
import { OneThread } from './one-thread.tsx';
import { ViewHead, type Workplace } from './parts.tsx';
import { nameOf, type Thread } from './records.ts';

const THREADS = '/v1/threads?limit=25';

export function Threads({ at }: { at: Workplace }) {
  const { client, language, session } = at;
  const [threads, setThreads] = useState<ListPage<Thread> | null>(null);
  /** A thread, or the account to which the first message is written. */
  const [chosen, setChosen] = useState<{ thread: string } | { account: string } | null>(null);
  const [moved, setMoved] = useState(false);
  const { wrong, attempt } = useAttempt(at);
  const load = () => attempt(async () => setThreads(await client.list<Thread>(THREADS)));
  const loadMore = () => attempt(async () => setThreads(await withNext(client, THREADS, threads!)));
  useEffect(() => void load(), []);
  const back = () => {
    setChosen(null);
    setMoved(true);
    void load();
  };
  if (chosen && 'thread' in chosen)
    return <OneThread key={chosen.thread} at={at} id={chosen.thread} back={back} />;
  if (!threads) return <Loading language={language} wrong={wrong} again={() => void load()} />;
  const { data, nextCursor } = threads;
  const { account } = session;
  const may = session.features.includes('send');
  const hasDirect = data.some(({ kind }) => kind === 'direct');
  const begin = (to: string) =>
    attempt(async () => {
      const { id } = await client.send<Thread>('POST', '/v1/threads', { kind: 'direct', with: to });
      setChosen({ thread: id });
    });
  return (
    <div key="all">
      {!at.hidden.has('title') && <ViewHead focus={moved}>{language.text('title_messages')}</ViewHead>}
      {may && account !== null && !hasDirect && nextCursor === null && (
        <p class="row">
          <button type="button" onClick={() => void begin(account)}>
            {language.text('writeTo', { name: session.accountName })}
          </button>
        </p>
      )}
      {data.length === 0 && <p class="quiet">{language.text('threadsNone')}</p>}
      <ul class="cards">
        {data.map((thread) => (
          <li key={thread.id}>
            <h2 class="plain">{nameOf(thread)}</h2>
            {thread.kind === 'program' && <p class="quiet">{language.text('toAll')}</p>}
            <p class="cut">{snippetOf(at, thread)}</p>
            <p class="row">
              <span class="state">
                {thread.unreadCount > 0 &&
                  language.text('unread', { count: language.count(thread.unreadCount) })}
              </span>
              <button
                type="button"
                class="secondary"
                aria-label={language.text('openThreadOf', { name: nameOf(thread) })}
                onClick={() => setChosen({ thread: thread.id })}
              >
                {language.text('openThread')}
              </button>
            </p>
          </li>
        ))}
      </ul>
      <More language={language} cursor={nextCursor} more={() => void loadMore()} />
      <Wrong language={language} wrong={wrong} />
    </div>
  );
}

function snippetOf({ language, session }: Workplace, { lastMessage }: Thread): string {
  if (!lastMessage) return '';
  if (lastMessage.deletedAt !== null) return language.text('deletedMessage');
  const text = lastMessage.body || language.text('aFile');
  return lastMessage.sender.id === session.creator ? `${language.text('you')}: ${text}` : text;
}
