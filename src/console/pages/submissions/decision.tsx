// The review of a submission: what an approval pays stands on its button, and who decided is said afterwards.

import { submissionOperations } from '../../../domains/work/submissions/operations.ts';
import type { Submission } from '../../../domains/work/submissions/submission.ts';
import { Button, ButtonLink, Buttons } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { TextArea } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { money, Time } from '../../format.tsx';
import type { FormInput } from '../../forms.ts';
import type { Outcome } from '../../page.ts';
import { whyNot } from '../../rights.ts';
import type { PlaceVisit } from '../../visit.ts';
import { part } from '../part.tsx';
import { State } from '../places/states.tsx';
import { withIssues } from '../with-issues.ts';
import { readComments } from './comment-lines.ts';
import { deciderWords } from './decider.ts';
import { Reopen } from './details.tsx';

/** The filters of the list that the page was opened from: a review goes on in that list. */
const LIST = ['status', 'program', 'creator', 'platform', 'tag', 'sort'] as const;

export interface Adjacent {
  previous: string | null;
  next: string | null;
}

const ALONE: Adjacent = { previous: null, next: null };

/** Without a filter of its own a review goes through what waits for one. Where this can't be read, it leads nowhere. */
export async function adjacentTo(at: PlaceVisit): Promise<Adjacent> {
  if (at.place.type === 'creator') return ALONE;
  const params = { id: at.params.submission ?? '' };
  const query = { status: 'review', ...at.given(...LIST) };
  return (await part(at, at.run(submissionOperations.getAdjacentSubmissions, { params, query }))) ?? ALONE;
}

/** Another page of submissions, with the filters of the list. */
export function inList(at: PlaceVisit, path: string): string {
  const query = new URLSearchParams(at.given(...LIST));
  return at.to(path + (query.size > 0 ? `?${query}` : ''));
}

const refusedBy = whyNot('Owners and admins review submissions.');

/** What `islands/review.ts` acts on, for who may. */
export const reviewKeys = (at: PlaceVisit) =>
  [
    ['j', 'Next submission'],
    ['k', 'Previous submission'],
    ...(refusedBy(at) === null
      ? ([
          ['a', 'Approve'],
          ['r', 'Request changes'],
          ['x', 'Reject'],
        ] as const)
      : []),
    ['Space', 'Play or pause'],
  ] as const;

type Verdict = 'approved' | 'revision' | 'rejected';

async function decide(at: PlaceVisit, form: FormInput, status: Verdict): Promise<Outcome> {
  const comments = readComments(form.text('comments'));
  const body = {
    status,
    version: form.version,
    ...(status !== 'approved' && { note: form.optional('note') }),
    ...(status === 'revision' && { comments }),
  };
  const params = { id: at.params.submission ?? '' };
  const { approvalPay: pay } = await withIssues(
    () => at.run('PATCH /v1/submissions/:id', { params, body }),
    (issue) => {
      const line = /^\/comments\/(\d+)\//.exec(issue.path);
      return line
        ? { ...issue, path: '/comments', message: `Line ${Number(line[1]) + 1}: ${issue.message}` }
        : issue;
    },
  );
  const said = {
    approved: pay ? `Approved for ${money(pay.amount, pay.currency)}.` : 'Approved.',
    revision: 'Changes requested.',
    rejected: 'Rejected.',
  }[status];
  const { previous, next } = await adjacentTo(at);
  const goesOn = next ?? previous;
  return at.go(inList(at, goesOn === null ? '/submissions' : `/submissions/${goesOn}`), said);
}

export const DECISIONS = {
  approve: (at: PlaceVisit, form: FormInput) => decide(at, form, 'approved'),
  revise: (at: PlaceVisit, form: FormInput) => decide(at, form, 'revision'),
  reject: (at: PlaceVisit, form: FormInput) => decide(at, form, 'rejected'),
};

function approveLabel({ approvalPay, retainer }: Submission, seesMoney: boolean): string {
  if (!seesMoney) return 'Approve';
  if (approvalPay) return `Approve for ${money(approvalPay.amount, approvalPay.currency)}`;
  return retainer === null ? 'Approve without pay' : 'Approve under the retainer';
}

export function Decision({ at, one }: { at: PlaceVisit; one: Submission }) {
  if (at.place.type === 'creator') return null;
  const label = approveLabel(one, at.place.role !== 'member');
  const refused = refusedBy(at);
  return (
    <Card title="Review" action={<State status={one.status} />}>
      {one.status !== 'review' ? (
        <Decided at={at} one={one} />
      ) : refused !== null ? (
        <>
          <Buttons>
            {[label, 'Request changes', 'Reject'].map((text) => (
              <Button look="secondary" disabled>
                {text}
              </Button>
            ))}
          </Buttons>
          <p class="quiet">{refused}</p>
        </>
      ) : (
        <>
          <div data-decides>
            <Form action="approve" seen={one.version}>
              <Button>{label}</Button>
            </Form>
          </div>
          {one.approvalPay?.cuts.map(({ message }) => (
            <p class="quiet">{message}</p>
          ))}
          <Buttons>
            <Confirm
              action="revise"
              seen={one.version}
              look="secondary"
              label="Request changes"
              title="Request changes?"
              confirm="Request changes"
              has={['note', 'comments']}
              draft
            >
              <TextArea name="note" label="Note" hint="The creator reads it." maxlength={2000} required />
              <TextArea
                name="comments"
                label="Comments on moments"
                hint="One a line, beginning with its moment: 0:12 The logo comes too late."
              />
            </Confirm>
            <Confirm
              action="reject"
              seen={one.version}
              label="Reject"
              title="Reject this submission?"
              confirm="Reject"
              has={['note']}
            >
              <p>Nothing is paid for it, and the creator cannot submit it again.</p>
              <TextArea name="note" label="Note" hint="The creator reads it." maxlength={2000} />
            </Confirm>
          </Buttons>
        </>
      )}
    </Card>
  );
}

const DID: Readonly<Record<Submission['status'], string>> = {
  review: 'decided this',
  approved: 'approved this',
  live: 'approved this',
  rejected: 'rejected this',
  revision: 'requested changes',
};

function Decided({ at, one }: { at: PlaceVisit; one: Submission }) {
  return (
    <>
      <p>
        {deciderWords(at, one.decidedBy, DID[one.status])}
        {one.reviewedAt && (
          <>
            {' '}
            on <Time at={one.reviewedAt} exact />
          </>
        )}
        .
      </p>
      {one.note && <p class="brief-text">{one.note}</p>}
      <Reopen at={at} one={one} />
    </>
  );
}

/** For whoever decided at the same time as somebody else: who was first, and what was typed. */
export function Overtaken({ at, one }: { at: PlaceVisit; one: Submission }) {
  const { form } = at;
  if (!form?.moved || !(form.action in DECISIONS) || one.status === 'review') return null;
  form.shown = true;
  const typed = [form.input.text('note'), form.input.text('comments')].filter((text) => text !== '');
  return (
    <Notice tone="warning" title={`${deciderWords(at, one.decidedBy, DID[one.status])} first`}>
      <p>Your decision was not saved.{typed.length > 0 && ' You wrote:'}</p>
      {typed.map((text) => (
        <p class="brief-text">{text}</p>
      ))}
    </Notice>
  );
}

export function Moves({ at, adjacent: { previous, next } }: { at: PlaceVisit; adjacent: Adjacent }) {
  const to = (id: string) => inList(at, `/submissions/${id}`);
  return (
    <>
      {previous && (
        <ButtonLink look="secondary" href={to(previous)} move="previous">
          Previous
        </ButtonLink>
      )}
      {next && (
        <ButtonLink look="secondary" href={to(next)} move="next">
          Next
        </ButtonLink>
      )}
    </>
  );
}
