// One thread: its messages, live, and what one does about them.
import { useEffect, useRef, useState } from 'hono/jsx/dom';
import { useAttempt, Wrong } from './attempt.tsx';
import { OneMessage } from './one-message.tsx';
import { Back, ViewHead, type Workplace } from './parts.tsx';
import { type Message, nameOf } from './records.ts';
import { type Answering, SendBox } from './send-box.tsx';
import { openTalk, type Talk, type Talking } from './talk.ts';

export function OneThread({ at, id, back }: { at: Workplace; id: string; back: () => void }) {
  const { client, language, session } = at;
  const [talk, setTalk] = useState<Talk | null>(null);
  const [said, setSaid] = useState('');
  const { wrong, attempt, failed } = useAttempt(at);
  const [answering, setAnswering] = useState<Answering>(null);
  const talking = useRef<Talking | null>(null);
  const list = useRef<HTMLOListElement>(null);
  /** Whether the newest message is in view, so that the next one is, too. */
  const atEnd = useRef(true);
  const may = session.features.includes('send');

  useEffect(() => {
    let over = false;
    const came = ({ sender, body }: Message) =>
      setSaid(language.text('newMessage', { name: sender.name, text: body || language.text('aFile') }));
    openTalk(client, id, session.creator, may, { told: setTalk, came, over: failed }).then((opened) => {
      talking.current = opened;
      if (over) opened.stop();
    }, failed);
    return () => {
      over = true;
      talking.current?.stop();
    };
  }, []);
  const look = () => {
    const box = list.current;
    if (!box) return;
    if (atEnd.current) box.scrollTop = box.scrollHeight;
    // Read is what somebody can see: the newest, on a page that is shown.
    if (atEnd.current && document.visibilityState === 'visible') talking.current?.markRead();
  };
  useEffect(look, [talk?.messages]);
  useEffect(() => {
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);

  const ways = <Back back={back}>{language.text('allThreads')}</Back>;
  if (!talk) {
    return (
      <>
        {ways}
        {wrong ? (
          <Wrong language={language} wrong={wrong} />
        ) : (
          <p role="status">{language.text('loading')}</p>
        )}
      </>
    );
  }
  const { thread, messages, earlier, typing, live } = talk;
  const change = (message: Message, body: object) =>
    attempt(async () =>
      talking.current?.take(await client.send<Message>('PATCH', `/v1/messages/${message.id}`, body)),
    );
  const loadEarlier = async () => {
    const box = list.current;
    const below = box ? box.scrollHeight - box.scrollTop : 0;
    await talking.current?.loadEarlier().catch(failed);
    // What was in view stays there.
    if (box) setTimeout(() => (box.scrollTop = box.scrollHeight - below));
  };
  return (
    <>
      {ways}
      <ViewHead focus>{nameOf(thread)}</ViewHead>
      {thread.kind === 'program' && <p class="quiet">{language.text('toAll')}</p>}
      {earlier !== null && (
        <p class="row">
          <button type="button" class="secondary" onClick={() => void loadEarlier()}>
            {language.text('earlierMessages')}
          </button>
        </p>
      )}
      {messages.length === 0 && <p class="quiet">{language.text('threadsNone')}</p>}
      <ol
        ref={list}
        class="talk"
        tabindex={0}
        aria-label={nameOf(thread)}
        onScroll={(event: Event) => {
          const { scrollHeight, scrollTop, clientHeight } = event.target as HTMLElement;
          atEnd.current = scrollHeight - scrollTop - clientHeight < 40;
          if (atEnd.current && document.visibilityState === 'visible') talking.current?.markRead();
        }}
      >
        {messages.map((message) => (
          <OneMessage
            key={message.id}
            at={at}
            message={message}
            answered={messages.find(({ id: one }) => one === message.replyTo) ?? null}
            canSend={may && thread.canSend}
            canReact={may && (thread.canSend || thread.kind === 'program')}
            may={may}
            change={(body) => change(message, body)}
            answer={() => setAnswering({ to: message })}
            edit={() => setAnswering({ edit: message })}
            said={(name) => setSaid(language.text(name))}
          />
        ))}
      </ol>
      {!live && (
        <p role="status" class="quiet">
          {language.text('notLive')}
        </p>
      )}
      <p class="quiet typing">{typing !== null && language.text('typing', { name: typing })}</p>
      <p role="status" class="only-heard">
        {said}
      </p>
      <Wrong language={language} wrong={wrong} />
      {may && thread.canSend ? (
        <SendBox
          at={at}
          thread={thread.id}
          answering={answering}
          over={() => setAnswering(null)}
          typed={() => talking.current?.typing()}
          sent={(message) => {
            atEnd.current = true;
            talking.current?.take(message);
          }}
        />
      ) : (
        <p class="quiet">{language.text(thread.kind === 'program' || !may ? 'justRead' : 'cannotSend')}</p>
      )}
    </>
  );
}
