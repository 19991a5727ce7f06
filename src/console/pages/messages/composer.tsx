// Where a message is written, or why none can be.
import { Button } from '../../components/button.tsx';
import { FileField, TextArea } from '../../components/fields.tsx';
import { Form, Hidden, useTyped } from '../../components/form.tsx';
import { writes } from '../../rights.ts';
import { hereWith, type Talk } from './thread-messages.tsx';
import { messageWords, otherOf } from './thread-words.ts';

/** A form is in memory as a whole. The API takes larger files. */
export const ATTACHMENT_BYTES = 25 * 1024 ** 2;

export function Composer(talk: Talk) {
  const { thread } = talk;
  const why = whyNot(talk);
  return (
    <div class="talk-composer" id="composer">
      {why ? <p class="talk-why">{why}</p> : thread.canSend && <Write {...talk} />}
    </div>
  );
}

/** Why the reader cannot write here, as far as it may know. */
function whyNot({ at, thread }: Talk): string | null {
  if (at.place.status === 'ended') return 'Everything can be read, nothing written.';
  if (!writes(at.place)) return 'You can read messages here. Owners and admins write them.';
  if (thread.kind === 'program' && at.place.type === 'creator')
    return `${otherOf(thread, at)?.name ?? 'The brand'} writes here. You can read and react.`;
  if (thread.blocked[0] !== undefined) return 'You blocked the other side. Unblock it to write.';
  return thread.canSend ? null : 'Nothing can be written here now.';
}

function Write(talk: Talk) {
  const { at, reply } = talk;
  return (
    <Form action="send" files has={['body', 'file']}>
      {reply && (
        <p class="talk-reply">
          <Hidden name="replyTo" value={reply.id} />
          <span>
            Answers {reply.sender.id === at.place.id ? 'you' : reply.sender.name}: {messageWords(reply)}
          </span>
          <a href={hereWith(at, {})} data-part="composer">
            Don't reply
          </a>
        </p>
      )}
      <Attached />
      <TextArea name="body" label="Message" required rows={2} maxlength={10_000} />
      <div class="talk-send">
        <FileField
          name="file"
          label="File"
          accept="image/png,image/jpeg,image/webp,image/gif,video/mp4,video/quicktime,video/webm,application/pdf"
          hint="A picture, video or PDF, at most 25 MB."
        />
        <Button>Send</Button>
      </div>
    </Form>
  );
}

/** Files that were uploaded with a form that could not be sent yet. */
function Attached() {
  const files = useTyped()?.all('attached') ?? [];
  if (files.length === 0) return null;
  return (
    <p class="talk-reply">
      {files.map((id) => (
        <Hidden name="attached" value={id} />
      ))}
      {files.length > 1 ? 'Your files are attached.' : 'Your file is attached.'}
    </p>
  );
}
