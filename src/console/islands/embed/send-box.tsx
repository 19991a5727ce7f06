// Writes a message, with files, or another text for one that is there.
import { useRef, useState } from 'hono/jsx/dom';
import { ATTACHMENT_TYPES, MOST_ATTACHMENTS, wrongAttachment } from '../uploads/file-rules.ts';
import { isCancelled, startUpload, type Upload } from '../uploads/upload.ts';
import { useAttempt, Wrong } from './attempt.tsx';
import { useFocus, type Workplace } from './parts.tsx';
import type { Message } from './records.ts';
import { uploadCalls } from './upload-calls.ts';

/** The message that is answered, or edited. */
export type Answering = { to: Message } | { edit: Message } | null;

interface Attachment {
  key: string;
  name: string;
  percent: number;
  /** The file's ID once it has arrived. */
  id: string | null;
  upload: Upload;
}

interface BoxProps {
  at: Workplace;
  thread: string;
  answering: Answering;
  over: () => void;
  typed: () => void;
  sent: (message: Message) => void;
}

export function SendBox({ at, thread, answering, over, typed, sent }: BoxProps) {
  const { client, language } = at;
  const [files, setFiles] = useState<readonly Attachment[]>([]);
  const { wrong, setWrong, busy, attempt, failed } = useAttempt(at);
  const text = useRef<HTMLTextAreaElement>(null);
  /** The same for each try of one message: it is written once. */
  const once = useRef(crypto.randomUUID());
  /** What is there now, for what is heard later. */
  const there = useRef<readonly Attachment[]>([]);
  const keep = (next: readonly Attachment[]) => {
    there.current = next;
    setFiles(next);
  };
  const edited = answering && 'edit' in answering ? answering.edit : null;
  useFocus(() => {
    if (!answering || !text.current) return;
    if (edited) text.current.value = edited.body;
    text.current.focus();
  }, [answering]);
  const leave = () => {
    if (edited && text.current) text.current.value = '';
    over();
  };

  const attach = (chosen: readonly File[]) => {
    setWrong(null);
    for (const file of chosen) {
      const refused = wrongAttachment(file);
      if (refused || there.current.length >= MOST_ATTACHMENTS) {
        setWrong(refused ?? 'tooManyFiles');
        continue;
      }
      const key = crypto.randomUUID();
      const update = (more: Partial<Attachment>) =>
        keep(there.current.map((one) => (one.key === key ? { ...one, ...more } : one)));
      const upload = startUpload(uploadCalls(client, 'chat_attachment'), file, ({ sent: bytes, size }) =>
        update({ percent: Math.floor((bytes / size) * 100) }),
      );
      keep([...there.current, { key, name: file.name, percent: 0, id: null, upload }]);
      upload.done.then(
        (id) => update({ id }),
        (error: unknown) => {
          keep(there.current.filter((one) => one.key !== key));
          if (!isCancelled(error)) failed(error);
        },
      );
    }
  };
  const send = async () => {
    const body = text.current?.value.trim() ?? '';
    if (busy) return;
    if (body === '' && files.length === 0) return setWrong('needsText');
    await attempt(async () => {
      if (edited) {
        const path = `/v1/messages/${edited.id}`;
        sent(await client.send<Message>('PATCH', path, { body, version: edited.version }));
      } else {
        const ids = await Promise.all(files.map(({ upload }) => upload.done));
        const message = await client.send<Message>('POST', '/v1/messages', {
          ...{ thread, body, clientMessageId: once.current },
          ...(ids.length > 0 && { files: ids }),
          ...(answering && 'to' in answering && { replyTo: answering.to.id }),
        });
        sent(message);
        at.tell({ type: 'submitted', kind: 'message', id: message.id });
        once.current = crypto.randomUUID();
        keep([]);
      }
      if (text.current) text.current.value = '';
      over();
    });
    text.current?.focus();
  };
  return (
    <form
      class="send-box"
      onSubmit={(event: Event) => {
        event.preventDefault();
        void send();
      }}
    >
      {answering && 'to' in answering && (
        <p class="quiet">
          {language.text('inReplyTo', { text: answering.to.body.slice(0, 80) || language.text('aFile') })}
        </p>
      )}
      <label for="text">{language.text('yourMessage')}</label>
      <textarea
        id="text"
        ref={text}
        rows={3}
        maxlength={10_000}
        onInput={() => typed()}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key === 'Escape' && answering) leave();
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send();
        }}
      />
      {files.length > 0 && (
        <ul class="points">
          {files.map(({ key, name, percent, id, upload }) => (
            <li key={key}>
              {id === null ? language.text('uploading', { name, percent: language.percent(percent) }) : name}{' '}
              <button
                type="button"
                class="link"
                onClick={() => {
                  keep(there.current.filter((one) => one.key !== key));
                  void upload.cancel().catch(() => {});
                }}
              >
                {language.text('remove', { name })}
              </button>
            </li>
          ))}
        </ul>
      )}
      {!edited && (
        <>
          <label for="files">{language.text('attach')}</label>
          <p id="files-hint" class="quiet">
            {language.text('attachHint')}
          </p>
          <input
            id="files"
            type="file"
            multiple
            accept={ATTACHMENT_TYPES.join(',')}
            aria-describedby="files-hint"
            onChange={(event: Event) => {
              const input = event.target as HTMLInputElement;
              attach([...(input.files ?? [])]);
              input.value = '';
            }}
          />
        </>
      )}
      <Wrong language={language} wrong={wrong} />
      <p class="row">
        <button type="submit" disabled={busy}>
          {language.text(edited ? 'saveEdit' : 'sendMessage')}
        </button>
        {answering && (
          <button type="button" class="secondary" onClick={leave}>
            {language.text('no')}
          </button>
        )}
      </p>
    </form>
  );
}
