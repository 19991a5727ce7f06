// Where mails about unread messages and notices, and invitations, are switched off, by the link at their end or by a mail
// program's own button (RFC 8058). The link proves that we wrote to the person: there is no sign-in.
import type { Child } from 'hono/jsx';
import type { SystemCtx } from '../../../context.ts';
import { addressOff } from '../../../domains/accounts/mails/invitations-off.ts';
import { isUnsubscribeSignature } from '../../../domains/messaging/message-digests/unsubscribe-signature.ts';
import { isMailsSignature } from '../../../domains/messaging/notices/mails-signature.ts';
import { MAIL_KINDS } from '../../../events/notices.ts';
import { notFound } from '../../../kit/error.ts';
import { isId } from '../../../kit/ids.ts';
import { Button } from '../../components/button.tsx';
import { Form } from '../../components/form.tsx';
import { openPage } from '../../page.ts';
import type { Visit } from '../../visit.ts';

/** The mails that an address switches off. */
interface Mails {
  /** "Mails about messages". */
  title: string;
  /** "mails about messages", in "Turn off mails about messages" and "You get no more mails about messages". */
  no: string;
  question: string;
  off: (ctx: SystemCtx) => Promise<void>;
  /** What stays, and where they are switched on again. */
  afterwards: Child;
}

const about = (what: string) => ({ title: `Mails about ${what}`, no: `mails about ${what}` });

/** @param mailsAt throws not_found for an address that is not from one of our mails. */
const mailsPage = (path: string, mailsAt: (at: Visit) => Mails | Promise<Mails>) =>
  openPage({
    path,
    // A mail program sends no action.
    byLink: 'off',
    // A mail program may send its POST in parts.
    fileBytes: 0,
    show: async (at) => {
      const { title, no, question } = await mailsAt(at);
      return {
        title,
        body: (
          <>
            <h1>{title}</h1>
            <p>{question} You still get all other mails.</p>
            <Form action="off">
              <Button>Turn off {no}</Button>
            </Form>
          </>
        ),
      };
    },
    actions: {
      off: async (at) => {
        const { no, off, afterwards } = await mailsAt(at);
        const ctx = at.system();
        await off(ctx);
        await at.commit(ctx);
        return {
          title: `No more ${no}`,
          body: (
            <>
              <h1>You get no more {no}</h1>
              <p>{afterwards}</p>
            </>
          ),
        };
      },
    },
  });

export const unsubscribePage = mailsPage('/unsubscribe/:person/:signature', ({ params, vars }) => {
  const { person = '', signature = '' } = params;
  if (!isId(person, ['person']) || !isUnsubscribeSignature(vars, person, signature)) throw notFound('page');
  return {
    ...about('messages'),
    question: 'Turn off mails about unread messages?',
    off: async (ctx) => {
      const { setMessageMails } = await import(
        '../../../domains/messaging/message-digests/set-message-mails.ts'
      );
      setMessageMails(ctx, person, false);
    },
    afterwards: (
      <>
        Your messages are still here. You can switch the mails on again on <a href="/app/you">your profile</a>
        .
      </>
    ),
  };
});

export const noticeMailsPage = mailsPage(
  '/unsubscribe/:person/:place/:kind/:signature',
  ({ params, vars }) => {
    const { person = '', place = '', signature = '' } = params;
    const kind = MAIL_KINDS.find((one) => one === params.kind);
    if (!kind || !isId(person, ['person']) || !isMailsSignature(vars, { person, place, kind }, signature))
      throw notFound('page');
    const what = kind === 'digest' ? 'what needs your attention' : kind;
    return {
      ...about(what),
      question: `Turn off mails about ${what} in this workspace?`,
      off: async (ctx) => {
        const { setNoticeMails } = await import('../../../domains/messaging/notices/set-notice-mails.ts');
        setNoticeMails(ctx, { person, place }, kind, false);
      },
      afterwards: (
        <>
          Your notices are still <a href={`/app/${place}/notices`}>in that workspace</a>, where you can switch
          the mails on again.
        </>
      ),
    };
  },
);

/** Invitations to teams and from accounts that add creators, at one address. */
export const invitationMailsPage = mailsPage('/unsubscribe/:address', async ({ params, vars }) => {
  const { address: link = '' } = params;
  const address = await addressOff(vars, link);
  if (address === null) throw notFound('page');
  return {
    title: 'Invitations by mail',
    no: 'invitations by mail',
    question: `Turn off invitations to ${address} from all teams, brands and agencies?`,
    off: async (ctx) => {
      const { refuseInvitations } = await import('../../../domains/accounts/mails/refuse-invitations.ts');
      await refuseInvitations(ctx, link);
    },
    afterwards: (
      <>
        Accounts can still invite you: you see their invitations once you{' '}
        <a href="/sign-up?to=/claims">sign up</a> with {address}, and then get mails again.
      </>
    ),
  };
});
