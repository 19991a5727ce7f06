// What is known of a submission, and what can be changed about it beside its review: tags, the post, and the decision itself.
import type { Submission } from '../../../domains/work/submissions/submission.ts';
import { type Action, submissionMachine } from '../../../domains/work/submissions/transitions.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { TextField } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import type { FormInput } from '../../forms.ts';
import type { Outcome } from '../../page.ts';
import { writes } from '../../rights.ts';
import type { PlaceVisit } from '../../visit.ts';
import { TagsField, tagsOf } from '../tags-field.tsx';

async function change(at: PlaceVisit, form: FormInput, body: object, said: string): Promise<Outcome> {
  await at.run('PATCH /v1/submissions/:id', {
    params: { id: at.params.submission ?? '' },
    body: { ...body, version: form.version },
  });
  return at.go(at.url.pathname + at.url.search, said);
}

export const CHANGES = {
  tag: (at: PlaceVisit, form: FormInput) => change(at, form, { tags: tagsOf(form) }, 'Saved.'),
  publish: (at: PlaceVisit, form: FormInput) =>
    change(at, form, { status: 'live', url: form.optional('url') }, 'Live.'),
  link: (at: PlaceVisit, form: FormInput) => change(at, form, { url: form.text('url') }, 'Saved.'),
  reopen: (at: PlaceVisit, form: FormInput) => change(at, form, { status: 'review' }, 'Reopened.'),
};

/** Whether the reader may do it to the submission as it is now. */
function may(at: PlaceVisit, { status, paid, url }: Submission, action: Action): boolean {
  const by = at.place.type === 'creator' ? 'creator' : 'brand';
  const facts = { paid: paid !== null, linked: url !== null };
  return writes(at.place) && 'move' in submissionMachine.decide(status, action, by, facts);
}

export function Tags({ at, one }: { at: PlaceVisit; one: Submission }) {
  if (!may(at, one, 'annotate')) return null;
  return (
    <Card title="Tags">
      <Form action="tag" seen={one.version} has={['tags']}>
        <TagsField tags={one.tags} />
        <Button>Save tags</Button>
      </Form>
    </Card>
  );
}

/** Where approved work was published. A brand may say that it is live before the address is known. */
export function Post({ at, one }: { at: PlaceVisit; one: Submission }) {
  const action = (['publish', 'link'] as const).find((each) => may(at, one, each));
  if (action === undefined) return null;
  const publishes = action === 'publish';
  return (
    <Card title="Post">
      <Form action={action} seen={one.version} has={['url']}>
        <TextField
          name="url"
          label="URL of the post"
          type="url"
          value={one.url}
          required={!publishes || at.place.type === 'creator'}
          {...(publishes && { hint: 'The submission is live from then on.' })}
        />
        <Button>{publishes ? 'Mark as live' : 'Save URL'}</Button>
      </Form>
    </Card>
  );
}

/** Takes a decision back, as long as nothing was paid for it. */
export function Reopen({ at, one }: { at: PlaceVisit; one: Submission }) {
  if (!may(at, one, 'reopen')) return null;
  return (
    <Confirm
      action="reopen"
      seen={one.version}
      look="secondary"
      label="Reopen review"
      title="Reopen the review?"
      confirm="Reopen review"
    >
      <p>
        {one.status === 'approved'
          ? 'The approval is taken back, and pays nothing unless you approve the submission again.'
          : 'The submission needs a review again.'}
      </p>
    </Confirm>
  );
}
