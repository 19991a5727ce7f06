// Messages as the staff reads them, oldest first.
import type { Message } from '../../../domains/messaging/thread-record/message.ts';
import { Avatar, Badge } from '../../components/card.tsx';
import { Time } from '../../format.tsx';

const SENDERS: Record<Message['sender']['type'], string> = {
  organization: 'Account',
  creator: 'Creator',
  support: 'Support',
};

export function Transcript({
  label,
  messages,
  marked,
}: {
  label: string;
  messages: readonly Message[];
  /** The ID of the message that the page is about. */
  marked?: string;
}) {
  const senders = new Map(messages.map(({ id, sender }) => [id, sender.name]));
  return (
    <ol class="transcript" aria-label={label}>
      {messages.map((message) => (
        <One message={message} marked={message.id === marked} answered={senders.get(message.replyTo ?? '')} />
      ))}
    </ol>
  );
}

interface Line {
  message: Message;
  marked: boolean;
  /** Who wrote the message that it answers. */
  answered: string | undefined;
}

function One({ message, marked, answered }: Line) {
  const { sender, automated, body, createdAt, editedAt, deletedAt, files, reactions } = message;
  return (
    <li class={`said${marked ? ' marked' : ''}`}>
      <Avatar name={sender.name} src={sender.avatar} />
      <div class="said-body">
        <p class="said-head">
          <strong>{sender.name}</strong> <span class="quiet">{SENDERS[sender.type]}</span>
          <span class="quiet">
            <Time at={createdAt} exact />
          </span>
          {editedAt !== null && deletedAt === null && <span class="quiet">Edited</span>}
          {automated && <Badge>Automated</Badge>}
          {marked && <Badge tone="danger">Reported</Badge>}
        </p>
        {answered !== undefined && <p class="quiet">In reply to {answered}</p>}
        {deletedAt !== null ? (
          <p class="quiet">Message deleted</p>
        ) : (
          body !== '' && <p class="said-text">{body}</p>
        )}
        {files.length > 0 && (
          <ul class="said-files">
            {files.map((file) => (
              <li>
                <Attachment file={file} />
              </li>
            ))}
          </ul>
        )}
        {reactions.length > 0 && (
          <p class="quiet">{reactions.map(({ emoji, count }) => `${emoji} ${count}`).join('  ')}</p>
        )}
      </div>
    </li>
  );
}

function Attachment({ file: { name, kind, url } }: { file: Message['files'][number] }) {
  if (url === null) return <span class="quiet">{name} (deleted)</span>;
  return (
    <a href={url} rel="noopener">
      {name}
      <span class="only-heard">, {kind}</span>
    </a>
  );
}
