// One message of a thread, and what a reader does about it.
import { useState } from 'hono/jsx/dom';
import { Outside, type Workplace } from './parts.tsx';
import type { Message } from './records.ts';
import type { TextName } from './texts.ts';

const EMOJI = ['👍', '❤️', '😂', '🎉', '👀', '🙏'];
const REASONS = ['spam', 'harassment', 'fraud', 'explicit', 'other'] as const;
const SHORT = 80;

interface MessageProps {
  at: Workplace;
  message: Message;
  /** The one that it answers, if that is shown. */
  answered: Message | null;
  canSend: boolean;
  canReact: boolean;
  may: boolean;
  change: (body: object) => Promise<boolean>;
  answer: () => void;
  edit: () => void;
  said: (name: TextName) => void;
}

export function OneMessage({
  at: { language, session },
  message,
  answered,
  canSend,
  canReact,
  may,
  change,
  answer,
  edit,
  said,
}: MessageProps) {
  const [open, setOpen] = useState(false);
  const [asks, setAsks] = useState<'report' | 'delete' | null>(null);
  const { id, sender, version, deletedAt } = message;
  const own = sender.id === session.creator;
  const gone = deletedAt !== null;
  const close = () => {
    setOpen(false);
    setAsks(null);
  };
  const react = (emoji: string, reacted: boolean) => {
    close();
    void change({ emoji, reacted });
  };
  const shortOf = ({ body }: Message) => (body.length > SHORT ? `${body.slice(0, SHORT)}…` : body);
  const button = (name: TextName, act: () => void, look = 'secondary') => (
    <button type="button" class={`small ${look}`} onClick={act}>
      {language.text(name)}
    </button>
  );
  return (
    <li class={own ? 'message own' : 'message'} id={id}>
      <p class="quiet">
        <strong>{own ? language.text('you') : sender.name}</strong> · {language.moment(message.createdAt)}
        {message.editedAt !== null && !gone && ` · ${language.text('editedMessage')}`}
        {message.automated && ` · ${language.text('automatic')}`}
      </p>
      {answered && !gone && (
        <p class="quiet">
          {language.text('inReplyTo', { text: shortOf(answered) || language.text('aFile') })}
        </p>
      )}
      {gone ? (
        <p class="quiet">{language.text('deletedMessage')}</p>
      ) : (
        message.body && <p class="lines">{message.body}</p>
      )}
      {!gone && message.files.map((file) => <Attached key={file.id} file={file} at={language} />)}
      <p class="row tight">
        {message.reactions.map(({ emoji, count, reacted }) => (
          <button
            key={emoji}
            type="button"
            class="small secondary reaction"
            aria-pressed={reacted ? 'true' : 'false'}
            disabled={!may || (!canReact && !reacted)}
            onClick={() => react(emoji, !reacted)}
          >
            {language.text('reactions', { emoji, count: language.count(count) })}
          </button>
        ))}
        {may && !gone && (
          <button
            type="button"
            class="small secondary"
            aria-expanded={open ? 'true' : 'false'}
            aria-label={language.text('moreFor')}
            onClick={() => (open ? close() : setOpen(true))}
          >
            …
          </button>
        )}
      </p>
      {open && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
        <div
          role="group"
          aria-label={language.text('moreFor')}
          onKeyDown={(event: KeyboardEvent) => {
            if (event.key === 'Escape') close();
          }}
        >
          {canReact && (
            <p class="row tight">
              {EMOJI.map((emoji) => (
                <button
                  type="button"
                  class="small secondary"
                  aria-label={language.text('reactWith', { emoji })}
                  onClick={() => react(emoji, true)}
                >
                  {emoji}
                </button>
              ))}
            </p>
          )}
          <p class="row tight">
            {canSend &&
              button('reply', () => {
                close();
                answer();
              })}
            {own &&
              canSend &&
              !message.automated &&
              message.body !== '' &&
              button('edit', () => {
                close();
                edit();
              })}
            {own && !message.automated && button('delete', () => setAsks('delete'), 'danger')}
            {!own && button('report', () => setAsks('report'), 'danger')}
          </p>
          {asks === 'delete' && (
            <p class="row tight">
              {language.text('sure')}
              {button('delete', () => void change({ deleted: true, version }), 'danger')}
              {button('no', close)}
            </p>
          )}
          {asks === 'report' && (
            <form
              onSubmit={(event: Event) => {
                event.preventDefault();
                const reason = new FormData(event.target as HTMLFormElement).get('reason');
                void change({ report: { reason } }).then((done) => {
                  if (!done) return;
                  close();
                  said('done_report');
                });
              }}
            >
              <label for={`why-${id}`}>{language.text('reportWhy')}</label>
              <select id={`why-${id}`} name="reason">
                {REASONS.map((reason) => (
                  <option value={reason}>{language.text(`reason_${reason}`)}</option>
                ))}
              </select>
              <p class="row tight">
                <button type="submit" class="small danger">
                  {language.text('sendReport')}
                </button>
                {button('no', close)}
              </p>
            </form>
          )}
        </div>
      )}
    </li>
  );
}

function Attached({ file, at: language }: { file: Message['files'][number]; at: Workplace['language'] }) {
  const { url, name, kind, width, height, thumbnailUrl } = file;
  if (url === null) return <p class="quiet">{name}</p>;
  if (kind === 'image')
    return (
      <p>
        <a href={url} target="_blank" rel="noopener noreferrer">
          <img src={url} alt={name} width={width ?? undefined} height={height ?? undefined} loading="lazy" />
        </a>
      </p>
    );
  if (kind === 'video')
    return (
      // biome-ignore lint/a11y/useMediaCaption: what people send each other has no captions
      <video controls preload="none" src={url} poster={thumbnailUrl ?? undefined} aria-label={name} />
    );
  return (
    <p>
      <Outside href={url} language={language}>
        {name}
      </Outside>
    </p>
  );
}
