// What a submission's status means to its creator, and what the creator does next: a new version with the brand's comments as
// a checklist, other details, or the URL of the post.
import type { Product } from '../../../domains/catalog/products/product.ts';
import type { Program } from '../../../domains/work/program-terms/program.ts';
import type { Submission } from '../../../domains/work/submissions/submission.ts';
import { invalidField } from '../../../kit/error.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Code } from '../../components/code.tsx';
import { Form } from '../../components/form.tsx';
import { money } from '../../format.tsx';
import type { FormInput } from '../../forms.ts';
import { momentWords } from '../../moment-words.ts';
import type { Outcome } from '../../page.ts';
import { writes } from '../../rights.ts';
import type { PlaceVisit } from '../../visit.ts';
import { State } from '../places/states.tsx';
import { wholeList } from '../whole-list.ts';
import { Post } from './details.tsx';
import { versionHref, versionsOf } from './rounds.tsx';
import { DetailFields, detailsIn, VideoFields, videoIn } from './video-fields.tsx';

interface TurnProps {
  at: PlaceVisit;
  one: Submission;
  program: Program | null;
  products: readonly Product[];
}

/** What the form of a creator's submission offers to choose from; nothing for accounts. */
export async function productsFor(at: PlaceVisit, one: Submission): Promise<readonly Product[]> {
  if (at.place.type !== 'creator' || !['review', 'revision'].includes(one.status)) return [];
  return (await wholeList(at, 'GET /v1/products', { program: one.program })).items;
}

export function CreatorsTurn({ at, one, program, products }: TurnProps) {
  if (at.place.type !== 'creator') return null;
  const mayWrite = writes(at.place);
  return (
    <>
      <Card title="Status" action={<State status={one.status} />}>
        <p>{wordsOf(one)}</p>
        {one.note && <p class="brief-text">{one.note}</p>}
        {one.status === 'approved' && (
          <p class="quiet">
            With <Code>{one.postCode}</Code> in its caption, a post on your connected account is found by
            itself.
          </p>
        )}
      </Card>
      {mayWrite && one.status === 'revision' && (
        <NewVersion at={at} one={one} program={program} products={products} />
      )}
      <Post at={at} one={one} />
      {mayWrite && one.status === 'review' && (
        <Card title="Details">
          <Form action="details" seen={one.version} has={['platform', 'product', 'caption']}>
            <DetailFields program={program} products={products} before={one} />
            <Button look="secondary">Save details</Button>
          </Form>
        </Card>
      )}
    </>
  );
}

function wordsOf({ status, paid, url }: Submission): string {
  const paidWords = paid === null ? '' : ` ${money(paid.amount, paid.currency)} for the approval.`;
  switch (status) {
    case 'review':
      return 'The brand reviews it next. You get a notice when it decides.';
    case 'revision':
      return 'The brand asks for changes. Submit a new version below.';
    case 'approved':
      return `Approved.${paidWords} Publish it, then ${url === null ? 'give the URL of the post' : 'mark it as live'}.`;
    case 'live':
      return `It is live.${paidWords}${url === null ? ' Give the URL of the post, so that it counts.' : ''}`;
    case 'rejected':
      return 'The brand rejected it. Nothing is paid for it.';
  }
}

function NewVersion({ at, one, program, products }: TurnProps) {
  const version = versionsOf(one);
  return (
    <Card title="New version">
      <Form
        action="resubmit"
        files
        draft
        seen={one.version}
        has={['file', 'still', 'platform', 'product', 'caption']}
      >
        {one.comments.length > 0 && (
          <ul class="checklist" aria-label="What to change">
            {one.comments.map((comment, index) => (
              <li>
                <input type="checkbox" name="done" value={index} id={`done-${index}`} />
                <span>
                  {comment.at !== null && (
                    <>
                      <a href={versionHref(at, version, comment.at)} data-moment={comment.at / 1000}>
                        {momentWords(comment.at)}
                      </a>{' '}
                    </>
                  )}
                  <label for={`done-${index}`}>{comment.text}</label>
                </span>
              </li>
            ))}
          </ul>
        )}
        <VideoFields />
        <DetailFields program={program} products={products} before={one} />
        <Button>Submit new version</Button>
      </Form>
    </Card>
  );
}

const params = (at: PlaceVisit) => ({ id: at.params.submission ?? '' });

export const CREATORS_CHANGES = {
  resubmit: async (at: PlaceVisit, form: FormInput): Promise<Outcome> => {
    const before = await at.run('GET /v1/submissions/:id', { params: params(at) });
    const file = await videoIn(at, form);
    if (file === undefined) throw invalidField('/file', 'Choose the new video.');
    const body = { status: 'review', file, ...detailsIn(form, before), version: form.version };
    await at.run('PATCH /v1/submissions/:id', { params: params(at), body });
    return at.go(at.url.pathname, 'New version submitted.');
  },
  details: async (at: PlaceVisit, form: FormInput): Promise<Outcome> => {
    const before = await at.run('GET /v1/submissions/:id', { params: params(at) });
    const body = { ...detailsIn(form, before), version: form.version };
    await at.run('PATCH /v1/submissions/:id', { params: params(at), body });
    return at.go(at.url.pathname, 'Saved.');
  },
};
