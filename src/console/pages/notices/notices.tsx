// What a person is told in a workspace, and about what they are mailed.
import { getNoticeMails } from '../../../domains/messaging/notices/get-notice-mails.ts';
import { getNotices, type Notice } from '../../../domains/messaging/notices/get-notices.ts';
import { markNoticesSeen } from '../../../domains/messaging/notices/mark-notices-seen.ts';
import { openNotice } from '../../../domains/messaging/notices/open-notice.ts';
import { setNoticeMails } from '../../../domains/messaging/notices/set-notice-mails.ts';
import { MAIL_KINDS, type MailKind } from '../../../events/notices.ts';
import { notFound } from '../../../kit/error.ts';
import { isId } from '../../../kit/ids.ts';
import { Button } from '../../components/button.tsx';
import { Card, PageHead } from '../../components/card.tsx';
import { Checkbox } from '../../components/choices.tsx';
import { Form, Hidden } from '../../components/form.tsx';
import { EmptyState } from '../../components/notice.tsx';
import { Pager } from '../../components/table.tsx';
import { Time } from '../../format.tsx';
import type { FormInput } from '../../forms.ts';
import { placePage } from '../../page.ts';
import type { PlaceVisit } from '../../visit.ts';

const wordsOf = (kind: MailKind): { label: string; hint: string } => {
  if (kind === 'digest')
    return {
      label: 'Mail me what needs my attention',
      hint: 'At 8:00 in your time zone, on mornings after something new came in, and once a week while anything is open.',
    };
  if (kind === 'money')
    return { label: 'Mail me about money', hint: 'Payments, payouts, withdrawals and disputes.' };
  return { label: 'Mail me about work', hint: 'Decisions, requests, plans, and connections that end.' };
};

const readerOf = (at: PlaceVisit) => ({ person: at.person.id, place: at.place.id });

/** The notice that a form or an address names. Throws not_found. */
function idOf(text: string): string {
  if (!isId(text, ['event'])) throw notFound('notice');
  return text;
}

/** Whether the reader may read what is for owners and admins. */
const isAdmin = ({ place }: PlaceVisit) => place.role !== 'member';

/** The kinds that there are for this reader: a member of an account is told of no money, and can act on nothing that waits. */
const kindsAt = (at: PlaceVisit) => MAIL_KINDS.filter((kind) => kind === 'work' || isAdmin(at));

async function shown(at: PlaceVisit) {
  const cursor = at.query('cursor');
  const [{ items, next }, mailed] = await Promise.all([
    getNotices(at.system(), readerOf(at), {
      isAdmin: isAdmin(at),
      before: cursor === undefined ? null : idOf(cursor),
    }),
    getNoticeMails(at.system(), readerOf(at)),
  ]);
  const [newest] = items;
  return {
    title: 'Notices',
    body: (
      <>
        <PageHead
          title="Notices"
          action={
            newest && at.notices > 0 ? (
              <Form action="all" id={newest.id} inline>
                <Button look="secondary">Mark all as seen</Button>
              </Form>
            ) : undefined
          }
        >
          What happened here that is for you. Notices are kept for 90 days.
        </PageHead>
        {newest ? (
          <ul class="notices">
            {items.map((one) => (
              <Line notice={one} />
            ))}
          </ul>
        ) : (
          <EmptyState title="No notices" icon="bell">
            When something needs you, or was decided, you read it here.
          </EmptyState>
        )}
        <Pager next={next} />
        <Card title="Mails">
          <p class="quiet">Mails about security come in any case.</p>
          <Form action="mails">
            {kindsAt(at).map((kind) => (
              <>
                {mailed.includes(kind) && <Hidden name="was" value={kind} />}
                <Checkbox name={kind} {...wordsOf(kind)} checked={mailed.includes(kind)} />
              </>
            ))}
            <Button>Save</Button>
          </Form>
        </Card>
      </>
    ),
  };
}

/** Opening one marks it as seen, so it is a form. */
function Line({ notice: { id, text, page, seen, at: when } }: { notice: Notice }) {
  return (
    <li class={seen ? 'notice-line' : 'notice-line new'}>
      <Form action="open" id={id} inline>
        <button type="submit" class="notice-open">
          {!seen && <span class="only-heard">New: </span>}
          {text}
        </button>
      </Form>
      <span class="quiet">
        <Time at={when} exact />
        {page === null && !seen && ' · choose it to mark it as seen'}
      </span>
    </li>
  );
}

export const noticePages = [
  placePage({
    path: '/notices',
    show: shown,
    actions: {
      open: async (at, form) => {
        const ctx = at.system();
        const notice = { id: idOf(form.text('_id')), isAdmin: isAdmin(at) };
        const page = await openNotice(ctx, readerOf(at), notice);
        await at.commit(ctx);
        return at.go(at.to(page ?? '/notices'));
      },
      all: async (at, form) => {
        const ctx = at.system();
        markNoticesSeen(ctx, readerOf(at), idOf(form.text('_id')));
        await at.commit(ctx);
        return at.go(at.to('/notices'), 'All are marked as seen.');
      },
      mails: async (at: PlaceVisit, form: FormInput) => {
        const ctx = at.system();
        const were = form.all('was');
        for (const kind of kindsAt(at)) {
          const on = form.text(kind) === 'on';
          // What was switched off by a mail while this page was open stays off.
          if (on !== were.includes(kind)) setNoticeMails(ctx, readerOf(at), kind, on);
        }
        await at.commit(ctx);
        return at.go(at.to('/notices'), 'Saved.');
      },
    },
  }),
];
