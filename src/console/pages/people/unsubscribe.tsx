// Where mails about unread messages and notices are switched off, by the link at their end or by a mail program's own button
// (RFC 8058). The link proves that we wrote to the person: there is no sign-in.
import { isUnsubscribeSignature } from '../../../domains/messaging/message-digests/unsubscribe-signature.ts';
import { isMailsSignature } from '../../../domains/messaging/notices/mails-signature.ts';
import { NOTICE_KINDS, type NoticeKind } from '../../../events/notices.ts';
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

/** Throws not_found for an address that is not from one of our mails. */
function mailsOf(at: Visit): { person: string; place: string; kind: NoticeKind } {
  const { person = '', place = '', signature = '' } = at.params;
  const kind = NOTICE_KINDS.find((one) => one === at.params.kind);
  const isOurs =
    kind && isId(person, ['person']) && isMailsSignature(at.vars, { person, place, kind }, signature);
  if (!isOurs) throw notFound('page');
  return { person, place, kind };
}

async function switchNoticesOff(at: Visit): Promise<Shown> {
  const { person, place, kind } = mailsOf(at);
  const { setNoticeMails } = await import('../../../domains/messaging/notices/set-notice-mails.ts');
  const ctx = at.system();
  setNoticeMails(ctx, { person, place }, kind, false);
  await at.commit(ctx);
  return {
    title: `No more mails about ${kind}`,
    body: (
      <>
        <h1>You get no more mails about {kind}</h1>
        <p>
          Your notices are still <a href={`/app/${place}/notices`}>in that workspace</a>, where you can switch
          the mails on again.
        </p>
      </>
    ),
  };
}

export const noticeMailsPage = openPage({
  path: '/unsubscribe/:person/:place/:kind/:signature',
  byLink: 'off',
  fileBytes: 0,
  show: (at) => {
    const { kind } = mailsOf(at);
    return {
      title: `Mails about ${kind}`,
      body: (
        <>
          <h1>Mails about {kind}</h1>
          <p>Do you want no more mails about {kind} in this workspace? Other mails are not affected.</p>
          <Form action="off">
            <Button>Switch them off</Button>
          </Form>
        </>
      ),
    };
  },
  actions: { off: switchNoticesOff },
});
