// The component `messages`: the thread with the account, and those of its programs that the creator is in.
import { useEffect, useState } from 'hono/jsx/dom';
import type { ListPage } from './client.ts';
import { OneThread } from './one-thread.tsx';
import { ViewHead, type Workplace, wordsOf } from './parts.tsx';
import { nameOf, type Thread } from './records.ts';
import type { TextName } from './texts.ts';

const behind = (cursor: string | null) => (cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`);

export function Threads({ at }: { at: Workplace }) {
  const { client, language, session } = at;
  const [threads, setThreads] = useState<ListPage<Thread> | null>(null);
  /** A thread, or the account to which the first message is written. */
  const [chosen, setChosen] = useState<{ thread: string } | { account: string } | null>(null);
  const [moved, setMoved] = useState(false);
  const [wrong, setWrong] = useState<TextName | null>(null);
  const attempt = async (what: () => Promise<void>) => {
    setWrong(null);
    try {
      await what();
    } catch (error) {
      if (!at.stop(error)) setWrong(wordsOf(error));
    }
  };
  const load = () => attempt(async () => setThreads(await client.list<Thread>('/v1/threads?limit=25')));
  const loadMore = () =>
    attempt(async () => {
      const next = await client.list<Thread>(`/v1/threads?limit=25${behind(threads!.nextCursor)}`);
      setThreads({ ...next, data: [...threads!.data, ...next.data] });
    });
  useEffect(() => void load(), []);
  const back = () => {
    setChosen(null);
    setMoved(true);
    void load();
  };
  if (chosen && 'thread' in chosen)
    return <OneThread key={chosen.thread} at={at} id={chosen.thread} back={back} />;
  if (!threads) {
    if (!wrong) return <p role="status">{language.text('loading')}</p>;
    return (
      <section class="notice" role="alert">
        <p>{language.text(wrong)}</p>
        <button type="button" onClick={() => void load()}>
          {language.text('again')}
        </button>
      </section>
    );
  }
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
      {nextCursor !== null && (
        <button type="button" class="secondary" onClick={() => void loadMore()}>
          {language.text('more')}
        </button>
      )}
      {wrong && (
        <p role="alert" class="wrong">
          {language.text(wrong)}
        </p>
      )}
    </div>
  );
}

function snippetOf({ language }: Workplace, { lastMessage }: Thread): string {
  if (!lastMessage) return '';
  if (lastMessage.deletedAt !== null) return language.text('deletedMessage');
  return lastMessage.body || language.text('aFile');
}
