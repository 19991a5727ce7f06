// What can be done with one message: react, edit, delete, report.
import { Button, ButtonLink } from '../../components/button.tsx';
import { Select, TextArea } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { hereWith, reacts, type Talk } from './thread-messages.tsx';
import { messageWords } from './thread-words.ts';

const EMOJIS = ['👍', '❤️', '😂', '🎉', '👏', '👀'] as const;
const REASONS = [
  { value: 'spam', label: 'Spam' },
  { value: 'harassment', label: 'Harassment' },
  { value: 'fraud', label: 'Fraud' },
  { value: 'explicit', label: 'Explicit' },
  { value: 'other', label: 'Something else' },
];
/** The forms of the dialog. */
export const OF_ONE_MESSAGE = ['edit', 'delete', 'report'];

export function MessageDialog(talk: Talk) {
  const { at, thread, about: message } = talk;
  if (!message || message.deletedAt !== null) return <div id="message-dialog" />;
  const { id, sender, automated, reactions } = message;
  const isOwn = sender.id === at.place.id && !automated;
  const close = hereWith(at, {});
  const has = (emoji: string) => reactions.some((one) => one.emoji === emoji && one.reacted);
  return (
    <div id="message-dialog">
      <dialog class="dialog" open aria-labelledby="message-dialog-title">
        <h2 id="message-dialog-title">{isOwn ? 'Your message' : `Message from ${sender.name}`}</h2>
        <p class="talk-quote">{messageWords(message)}</p>
        {reacts(talk) && (
          <div class="talk-reactions">
            {EMOJIS.map((emoji) => (
              <Form action={has(emoji) ? 'unreact' : 'react'} id={`${id} ${emoji}`} inline>
                <button type="submit" class={has(emoji) ? 'reaction own' : 'reaction'}>
                  {emoji}
                  <span class="only-heard">{has(emoji) ? ', take it back' : ', react with it'}</span>
                </button>
              </Form>
            ))}
          </div>
        )}
        {isOwn && thread.canSend && message.body !== '' && (
          <Form action="edit" id={id} seen={message.version}>
            <TextArea name="body" label="Text" required rows={4} maxlength={10_000} value={message.body} />
            <Button>Save</Button>
          </Form>
        )}
        {isOwn && (
          <Form action="delete" id={id} seen={message.version}>
            <p>Deleting takes the message and its files away for everybody.</p>
            <Button look="danger">Delete message</Button>
          </Form>
        )}
        {sender.id !== at.place.id && (
          <Form action="report" id={id}>
            <Select name="reason" label="Reason" options={REASONS} />
            <TextArea name="note" label="What should we know?" rows={2} maxlength={2_000} />
            <Button look="danger">Report message</Button>
          </Form>
        )}
        <div class="buttons end">
          <ButtonLink look="secondary" href={close}>
            Cancel
          </ButtonLink>
        </div>
      </dialog>
    </div>
  );
}
