// One post: its daily views, what speaks for or against them, and the decision.
import type { Post } from '../../../domains/content/posts/post.ts';
import { Button, ButtonLink, Buttons } from '../../components/button.tsx';
import { Card, Cards, Facts, PageHead, Stat } from '../../components/card.tsx';
import { BarChart } from '../../components/chart.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { TextArea } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { count, day, money, platformName, Time } from '../../format.tsx';
import type { FormInput } from '../../forms.ts';
import { placePage } from '../../page.ts';
import { writes, writesAsAccount } from '../../rights.ts';
import type { PlaceVisit } from '../../visit.ts';
import { State } from '../places/states.tsx';
import { CONFIDENCE, viewsOf } from './posts.tsx';

const paramsOf = (at: PlaceVisit) => ({ id: at.params.post ?? '' });

async function change(at: PlaceVisit, form: FormInput, body: object, said: string, to = at.url.pathname) {
  await at.run('PATCH /v1/posts/:id', { params: paramsOf(at), body: { ...body, version: form.version } });
  return at.go(to, said);
}

/** What was said with a decision; an empty field leaves what was said before. */
const noteIn = (form: FormInput) => (form.text('note') === '' ? {} : { note: form.text('note') });

export const postPage = placePage({
  path: '/posts/:post',
  show: async (at) => {
    const one = await at.run('GET /v1/posts/:id', { params: paramsOf(at) });
    const confirms = one.needsConfirmation && at.place.type === 'creator' && writes(at.place);
    const named = confirms
      ? await at.run('GET /v1/submissions/:id', { params: { id: one.submission } })
      : null;
    const title = one.title || 'Untitled';
    return {
      title,
      body: (
        <>
          <PageHead
            title={title}
            back={{ href: at.to('/posts'), label: 'Posts' }}
            action={
              <ButtonLink look="secondary" href={one.url}>
                Open post
              </ButtonLink>
            }
          />
          <Judgement one={one} />
          {named?.url && <Confirmation url={named.url} seen={named.version} />}
          <Cards>
            <Stat label="Eligible views" value={viewsOf(one)} hint={eligibleHint(one)} />
            {one.amount !== null && (
              <Stat label="Pay" value={money(one.amount, one.currency)} hint={payHint(one)} />
            )}
            <Stat label="Engagements" value={count(sumOf(one, 'engagements'))} hint={rateHint(one)} />
          </Cards>
          {one.daily.length > 0 && <Daily one={one} />}
          <Card title="Details">
            <Facts
              facts={[
                ['Status', <State status={one.status} />],
                ['Creator', one.handle ? `${one.creatorName} (@${one.handle})` : one.creatorName],
                ['Program', one.programName],
                ['Submission', <a href={at.to(`/submissions/${one.submission}`)}>Show submission</a>],
                ['Platform', platformName(one.platform)],
                ['Published', one.publishedAt && <Time at={one.publishedAt} exact />],
                ['Views count until', <Time at={one.trackedUntil} exact />],
                ...(one.note ? [['Note', one.note] as const] : []),
              ]}
            />
          </Card>
          {writesAsAccount(at.place) && <Decision one={one} />}
        </>
      ),
    };
  },
  actions: {
    approve: (at, form) => change(at, form, { status: 'approved', ...noteIn(form) }, 'Approved.'),
    reject: (at, form) => change(at, form, { status: 'rejected', ...noteIn(form) }, 'Rejected.'),
    reopen: (at, form) => change(at, form, { status: 'ready_for_review' }, 'Back in review.'),
    unarchive: (at, form) => change(at, form, { archived: false }, 'Shown again.'),
    confirm: async (at, form) => {
      const { submission: id } = await at.run('GET /v1/posts/:id', { params: paramsOf(at) });
      // Not the post's address: the brand may have named another one that is not matched yet.
      const { url } = await at.run('GET /v1/submissions/:id', { params: { id } });
      await at.run('PATCH /v1/submissions/:id', { params: { id }, body: { url, version: form.version } });
      return at.go(at.url.pathname, 'Confirmed. Its numbers appear within a few minutes.');
    },
    archive: (at, form) => change(at, form, { status: 'archived' }, 'Archived.', at.to('/posts')),
  },
});

const TONES = { looks_good: 'success', needs_review: 'warning', not_enough_data: 'info' } as const;

function Judgement({ one }: { one: Post }) {
  const { evidence = [] } = one;
  return (
    <Notice tone={TONES[one.confidence]} title={CONFIDENCE[one.confidence]}>
      {evidence.length === 0 ? (
        <p>{one.reason}</p>
      ) : (
        <ul>
          {evidence.map(({ text }) => (
            <li>{text}</li>
          ))}
        </ul>
      )}
    </Notice>
  );
}

/** The brand named the post: nobody looks at a creator's numbers before the creator has agreed that it is its post. */
function Confirmation({ url, seen }: { url: string; seen: number }) {
  return (
    <Card title="Confirm your post">
      <p>
        The brand says that <a href={url}>this post</a> shows your work. If you confirm it, the brand sees its
        views, and they are paid by the rules of the program.
      </p>
      <Form action="confirm" seen={seen}>
        <Button>Confirm post</Button>
      </Form>
    </Card>
  );
}

const sumOf = ({ daily }: Post, of: 'views' | 'engagements') => daily.reduce((sum, one) => sum + one[of], 0);

function eligibleHint(one: Post): string {
  const views = sumOf(one, 'views');
  if (one.eligibleViews === null) return 'not known without a connected account';
  return views === one.eligibleViews ? 'while it was tracked' : `of ${count(views)} while it was tracked`;
}

const isPaid = ({ status }: Post) => status === 'paid' || status === 'payment_approved';

const payHint = (one: Post): string =>
  isPaid(one) ? 'to the creator' : 'to the creator, as the limits stand now';

function rateHint(one: Post): string {
  const views = sumOf(one, 'views');
  return views === 0
    ? 'likes, comments and shares'
    : `${((sumOf(one, 'engagements') / views) * 100).toFixed(1)}% of views`;
}

function Daily({ one }: { one: Post }) {
  const points = one.daily.map(({ date, views }) => ({
    label: day(date).replace(/ \d{4}$/, ''),
    value: views,
  }));
  return (
    <Card>
      <BarChart title="Views a day" points={points} say={count} />
      <p class="quiet">
        Days are in UTC.
        {one.daily.some(({ estimated }) => estimated) &&
          ' On some days the platform told nothing: what came until it did is spread over them.'}
      </p>
    </Card>
  );
}

function Decision({ one }: { one: Post }) {
  return (
    <>
      {one.status === 'ready_for_review' && (
        <Card title="Decide">
          <Form action="approve" seen={one.version}>
            <TextArea name="note" label="Note to the creator" rows={2} />
            <Button>Approve post</Button>
          </Form>
          <Buttons>
            <Confirm
              action="reject"
              label="Reject post"
              title="Reject this post?"
              confirm="Reject post"
              seen={one.version}
            >
              <p>Its views are not paid. You can take this back.</p>
            </Confirm>
          </Buttons>
        </Card>
      )}
      {one.status === 'rejected' && (
        <Card>
          <Form action="reopen" seen={one.version}>
            <Button look="secondary">Review again</Button>
          </Form>
        </Card>
      )}
      {one.status === 'archived' && (
        <Card>
          <Form action="unarchive" seen={one.version}>
            <Button look="secondary">Unarchive post</Button>
          </Form>
          <p class="quiet">It returns to your list, with the status that it has by now.</p>
        </Card>
      )}
      {one.status !== 'archived' && (
        <Card>
          <Form action="archive" seen={one.version}>
            <Button look="secondary">Archive post</Button>
          </Form>
          <p class="quiet">It leaves your list. Its decision and pay go on.</p>
        </Card>
      )}
    </>
  );
}
