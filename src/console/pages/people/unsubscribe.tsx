// Where mails about unread messages are switched off, by the link at their end or by a mail program's own button
// (RFC 8058). The link proves that we wrote to the person: there is no sign-in.
import { isUnsubscribeSignature } from '../../../domains/messaging/message-digests/unsubscribe-signature.ts';
import { notFound } from '../../../kit/error.ts';
import { isId } from '../../../kit/ids.ts';
import { Button } from '../../components/button.tsx';
import { Form } from '../../components/form.tsx';
import { openPage } from '../../page.ts';
import type { Shown, Visit } from '../../visit.ts';

/** Throws not_found for an address that is not from one of our mails. */
function personOf(at: Visit): string {
  const { person = '', signature = '' } = at.params;
  if (!isId(person, ['person']) || !isUnsubscribeSignature(at.vars, person, signature))
    throw notFound('page');
  return person;
}

async function switchOff(at: Visit): Promise<Shown> {
  const person = personOf(at);
  const { setMessageMails } = await import('../../../domains/messaging/message-digests/set-message-mails.ts');
  const ctx = at.system();
  setMessageMails(ctx, person, false);
  await at.commit(ctx);
  return {
    title: 'No more mails about messages',
    body: (
      <>
        <h1>You get no more mails about messages</h1>
        <p>
          Your messages are still here. You can switch the mails on again on{' '}
          <a href="/app/you">your profile</a>.
        </p>
      </>
    ),
  };
}

export const unsubscribePage = openPage({
  path: '/unsubscribe/:person/:signature',
  // A mail program sends no action.
  byLink: 'off',
  // A mail program may send its POST in parts.
  fileBytes: 0,
  show: (at) => {
    personOf(at);
    return {
      title: 'Mails about messages',
      body: (
        <>
          <h1>Mails about messages</h1>
          <p>Do you want no more mails that tell you about unread messages? Other mails are not affected.</p>
          <Form action="off">
            <Button>Switch them off</Button>
          </Form>
        </>
      ),
    };
  },
  actions: { off: switchOff },
});
