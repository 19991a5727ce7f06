// The messages of a thread, oldest first, as the reader sees them now.
import type { Message } from '../../../domains/messaging/thread-record/message.ts';
import type { Thread } from '../../../domains/messaging/thread-record/thread.ts';
import { Avatar } from '../../components/card.tsx';
import { Form } from '../../components/form.tsx';
import { Icon } from '../../components/icon.tsx';
import { Time } from '../../format.tsx';
import { writes } from '../../rights.ts';
import type { PlaceVisit } from '../../visit.ts';
import { messageWords, otherOf } from './thread-words.ts';

export interface Talk {
  at: PlaceVisit;
  thread: Thread;
  /** One page of messages, oldest first. */
  messages: readonly Message[];
  /** The page before it. */
  older: string | null;
  /** The message that the dialog is about. */
  about: Message | null;
  /** The message that is answered. */
  reply: Message | null;
}

/** The page's URL with other values. */
export function hereWith(at: PlaceVisit, values: Record<string, string | null>): string {
  const query = new URLSearchParams(at.given('q', 'kind', 'cursor'));
  for (const [name, value] of Object.entries(values)) {
    if (value === null) query.delete(name);
    else query.set(name, value);
  }
  return at.url.pathname + (query.size > 0 ? `?${query}` : '');
}

/** Whether the reader may react: who only reads a program's thread may, who may not write here may not. */
export const reacts = ({ at, thread }: Talk): boolean =>
  writes(at.place) && (thread.canSend || (thread.kind === 'program' && at.place.type === 'creator'));

export function Messages(talk: Talk) {
  const { at, messages, older } = talk;
  const read = lastRead(talk);
  return (
    <section class="talk-scroll" data-scroll tabindex={0} aria-label="Messages">
      {older && (
        <p class="talk-older" data-older>
          <a href={hereWith(at, { cursor: older })}>Older messages</a>
        </p>
      )}
      {messages.length === 0 && <p class="talk-none">Nothing was written yet.</p>}
      <ol class="talk-messages" id="messages">
        {messages.map((message) => (
          <One talk={talk} message={message} isRead={message.id === read} />
        ))}
      </ol>
      {at.query('cursor') && (
        <p class="talk-older">
          <a href={hereWith(at, { cursor: null })}>Newest messages</a>
        </p>
      )}
    </section>
  );
}

/** The newest message of one's own that the other side has read. */
function lastRead({ at, thread, messages }: Talk): string | null {
  const mark = thread.participants.find(({ actor }) => actor.id === otherOf(thread, at)?.id)?.lastRead;
  if (thread.kind === 'program' || !mark) return null;
  return messages.findLast(({ id, sender }) => sender.id === at.place.id && id <= mark)?.id ?? null;
}

/** What changes when a message has to be shown anew. Links of files change each time, and don't count. */
const stateOf = ({ version, sender, reactions, deletedAt }: Message): string =>
  JSON.stringify([
    version,
    sender.name,
    deletedAt !== null,
    reactions.map(({ emoji, count, reacted }) => [emoji, count, reacted]),
  ]);

function One({ talk, message, isRead }: { talk: Talk; message: Message; isRead: boolean }) {
  const { at, messages } = talk;
  const { id, sender, body, files, replyTo, createdAt, editedAt, deletedAt, automated } = message;
  const isOwn = sender.id === at.place.id;
  const answered = replyTo && messages.find((one) => one.id === replyTo);
  return (
    <li
      id={id}
      class={`talk-message${isOwn ? ' own' : ''}${automated ? ' automated' : ''}`}
      data-state={stateOf(message)}
      data-from={sender.name}
      data-own={isOwn ? '' : undefined}
    >
      {!isOwn && <Avatar name={sender.name} src={sender.avatar} />}
      <div class="talk-bubble">
        <p class="talk-by">
          <span class="talk-from">{isOwn ? 'You' : sender.name}</span>
          <Time at={createdAt} exact />
          {automated && <span>Automatic</span>}
          {editedAt && !deletedAt && <span>Edited</span>}
        </p>
        {replyTo && (
          <p class="talk-quote">
            {answered ? (
              <a href={`#${replyTo}`}>
                {answered.sender.id === at.place.id ? 'You' : answered.sender.name}: {messageWords(answered)}
              </a>
            ) : (
              'Answers an earlier message'
            )}
          </p>
        )}
        {deletedAt ? (
          <p class="talk-deleted">Message deleted</p>
        ) : (
          <>
            {body && <p class="talk-text">{body}</p>}
            {files.map((file) => (
              <Attachment file={file} />
            ))}
          </>
        )}
        <Reactions talk={talk} message={message} />
        {!deletedAt && writes(at.place) && (
          <p class="talk-acts">
            {talk.thread.canSend && (
              <a href={hereWith(at, { reply: id })} data-part="composer">
                Reply
                <span class="only-heard"> to {messageWords(message)}</span>
              </a>
            )}
            <a href={hereWith(at, { message: id })} data-part="message-dialog">
              More
              <span class="only-heard"> about {messageWords(message)}</span>
            </a>
          </p>
        )}
        <p class="talk-read" hidden={!isRead}>
          Read
        </p>
      </div>
    </li>
  );
}

function Reactions({ talk, message }: { talk: Talk; message: Message }) {
  const { id, reactions } = message;
  if (reactions.length === 0) return null;
  return (
    <div class="talk-reactions">
      {reactions.map(({ emoji, count, reacted, actors }) => {
        const label = `${emoji} ${count}`;
        const who = actors.map(({ name }) => name).join(', ');
        if (!reacts(talk) && !(reacted && writes(talk.at.place)))
          return (
            <span class={reacted ? 'reaction own' : 'reaction'} title={who}>
              {label}
            </span>
          );
        return (
          <Form action={reacted ? 'unreact' : 'react'} id={`${id} ${emoji}`} inline>
            <button type="submit" class={reacted ? 'reaction own' : 'reaction'} title={who}>
              {label}
              <span class="only-heard">{reacted ? ', take it back' : ', react with it too'}</span>
            </button>
          </Form>
        );
      })}
    </div>
  );
}

function Attachment({ file }: { file: Message['files'][number] }) {
  const { name, kind, url, thumbnailUrl, width, height } = file;
  if (url === null) return <p class="talk-file">{name} is no longer there</p>;
  const size = { width: width ?? undefined, height: height ?? undefined };
  if (kind === 'image')
    return (
      <a class="talk-media" href={url}>
        <img src={url} alt={name} loading="lazy" {...size} />
      </a>
    );
  if (kind === 'video')
    return (
      <video
        class="talk-media"
        src={url}
        poster={thumbnailUrl ?? undefined}
        controls
        preload="none"
        aria-label={name}
        {...size}
      />
    );
  return (
    <a class="talk-file" href={url}>
      <Icon name="log" size={16} /> {name}
    </a>
  );
}
