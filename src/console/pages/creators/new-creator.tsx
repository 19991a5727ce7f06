// An account adds a creator to its roster by the email address.
import { VISIBILITIES } from '../../../domains/work/creator-consent/creator.ts';
import type { Creator } from '../../../domains/work/creators/creator-record.ts';
import { AppError } from '../../../kit/error.ts';
import { Button } from '../../components/button.tsx';
import { Card, PageHead } from '../../components/card.tsx';
import { Select, TextField } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { placePage } from '../../page.ts';
import { writesAsAccount } from '../../rights.ts';
import type { PlaceVisit } from '../../visit.ts';
import { part, Unread } from '../part.tsx';
import { ProgramChoice } from '../program-choice.tsx';
import { wholeList } from '../whole-list.ts';
import { WRITES_NONE } from './creator-words.ts';
import { VISIBLE_TO } from './profile.tsx';

const TITLE = 'Add creator';

/** The creator stays added where the program can take nobody. @returns what to tell the person. */
async function invited(at: PlaceVisit, creator: Creator, program: string, added: string): Promise<string> {
  try {
    const body = { creator: creator.id, program };
    const { status } = await at.run('POST /v1/applications', { body });
    return status === 'approved' ? `${creator.name} is in the program.` : 'Invitation sent.';
  } catch (error) {
    if (error instanceof AppError) return `${added} Not invited to the program: ${error.message}`;
    throw error;
  }
}

export const newCreatorPage = placePage({
  path: '/creators/new',
  show: async (at) => {
    if (!writesAsAccount(at.place)) throw new AppError('permission_denied', WRITES_NONE);
    const programs = await part(at, wholeList(at, 'GET /v1/programs', { status: 'live' }));
    return {
      title: TITLE,
      body: (
        <>
          <PageHead title={TITLE} back={{ href: at.to('/creators'), label: 'Creators' }}>
            A creator who has a profile here is invited, and has to accept. Otherwise you keep the profile
            until its creator claims it. We tell the creator by mail either way.
          </PageHead>
          <Card>
            <Form action="add">
              <TextField name="email" label="Email address" type="email" maxlength={254} required />
              <TextField name="name" label="Name" maxlength={160} />
              {programs === null ? (
                <Unread at={at} title="Programs" />
              ) : (
                <ProgramChoice
                  programs={programs}
                  none="No program yet"
                  chosen={at.query('program')}
                  hint="Live programs. The creator is invited to it in the same mail."
                />
              )}
              <TextField name="phone" label="Phone" hint="With country code, such as +1 415 555 0132." />
              <Select
                name="visibility"
                label="Visible to"
                hint="For a new profile. Creators decide about their own."
                value="private"
                options={VISIBLE_TO}
              />
              <Button>{TITLE}</Button>
            </Form>
          </Card>
        </>
      ),
    };
  },
  actions: {
    add: async (at, form) => {
      const creator = await at.run('POST /v1/creators', {
        body: {
          email: form.text('email'),
          name: form.optional('name'),
          phone: form.optional('phone'),
          visibility: VISIBILITIES.find((one) => one === form.text('visibility')),
        },
      });
      const { id, name, status } = creator;
      const added = status === 'invited' ? `${name} is invited.` : `${name} is on your roster.`;
      const program = form.optional('program');
      const said = program === undefined ? added : await invited(at, creator, program, added);
      return at.go(at.to(`/creators/${id}`), said);
    },
  },
});
