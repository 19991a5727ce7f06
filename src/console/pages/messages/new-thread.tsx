// Writing to somebody: a creator or a brand, everybody in a program, or our staff. A thread that is there already is
// used again.
import { Button } from '../../components/button.tsx';
import { Card, PageHead } from '../../components/card.tsx';
import { Select, TextArea } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import type { FormInput } from '../../forms.ts';
import { type Outcome, placePage } from '../../page.ts';
import { writes } from '../../rights.ts';
import type { PlaceVisit } from '../../visit.ts';
import { agreedCreators } from '../creator-choice.tsx';
import { newestOnly, wholeList } from '../whole-list.ts';

const MOST_TEXT = 10_000;

async function open(at: PlaceVisit, form: FormInput, body: object): Promise<Outcome> {
  const message = { body: form.text('message') };
  const { id } = await at.run('POST /v1/threads', { body: { ...body, message } });
  return at.go(at.to(`/messages/${id}`));
}

export const newThreadPage = placePage({
  path: '/messages/new',
  show: async (at) => {
    const [others, programs] = await Promise.all([
      othersOf(at),
      at.place.type === 'creator' ? null : wholeList(at, 'GET /v1/programs'),
    ]);
    return {
      title: 'New message',
      body: (
        <>
          <PageHead title="New message" back={{ href: at.to('/messages'), label: 'Messages' }} />
          {writes(at.place) ? (
            <>
              <Direct at={at} others={others} />
              {programs && programs.items.length > 0 && (
                <Card title="To everybody in a program">
                  <p>Creators in it read what you write and react. They cannot answer there.</p>
                  <Form action="announce">
                    <Select
                      name="program"
                      label="Program"
                      required
                      hint={newestOnly(programs)}
                      value={at.query('program') ?? ''}
                      options={[
                        { value: '', label: 'Choose a program' },
                        ...programs.items.map(({ id, name }) => ({ value: id, label: name })),
                      ]}
                    />
                    <Message />
                    <Button>Send to program</Button>
                  </Form>
                </Card>
              )}
              <Card title="Ask us for help">
                <Form action="help">
                  <Message label="Question" />
                  <Button>Send question</Button>
                </Form>
              </Card>
            </>
          ) : (
            <Notice>You can read messages here. Owners and admins write them.</Notice>
          )}
        </>
      ),
    };
  },
  actions: {
    start: (at, form) => open(at, form, { kind: 'direct', with: form.text('with') }),
    announce: (at, form) => open(at, form, { kind: 'program', program: form.text('program') }),
    help: (at, form) => open(at, form, { kind: 'support' }),
  },
});

const Message = ({ label = 'Message' }: { label?: string }) => (
  <TextArea name="message" label={label} required rows={4} maxlength={MOST_TEXT} />
);

interface Others {
  options: { value: string; label: string }[];
  hint: string;
}

/** Whom the place works with. */
async function othersOf(at: PlaceVisit): Promise<Others> {
  if (at.place.type === 'creator') {
    const found = await wholeList(at, 'GET /v1/relationships', { status: 'agreed' });
    return {
      options: found.items.map(({ account, accountName }) => ({ value: account, label: accountName })),
      hint: newestOnly(found),
    };
  }
  const found = await agreedCreators(at);
  return {
    options: found.items.map(({ id, name, handle }) => ({ value: id, label: name ?? handle ?? 'A creator' })),
    hint: newestOnly(found),
  };
}

function Direct({ at, others: { options, hint } }: { at: PlaceVisit; others: Others }) {
  const isCreator = at.place.type === 'creator';
  const title = isCreator ? 'To a brand' : 'To a creator';
  if (options.length === 0)
    return (
      <Card title={title}>
        <p>
          {isCreator
            ? 'Brands that you agreed to work with appear here.'
            : 'Creators that agreed to work with you appear here.'}
        </p>
      </Card>
    );
  return (
    <Card title={title}>
      <Form action="start">
        <Select
          name="with"
          label={isCreator ? 'Brand' : 'Creator'}
          required
          hint={hint}
          value={at.query('with') ?? ''}
          options={[{ value: '', label: isCreator ? 'Choose a brand' : 'Choose a creator' }, ...options]}
        />
        <Message />
        <Button>Send message</Button>
      </Form>
    </Card>
  );
}
