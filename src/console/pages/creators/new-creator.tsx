// An account adds a creator to its roster by the email address.
import { VISIBILITIES } from '../../../domains/work/creator-consent/creator.ts';
import { AppError } from '../../../kit/error.ts';
import { Button } from '../../components/button.tsx';
import { Card, PageHead } from '../../components/card.tsx';
import { Select, TextField } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { placePage } from '../../page.ts';
import { writesAsAccount } from '../../rights.ts';
import { WRITES_NONE } from './creator-words.ts';
import { VISIBLE_TO } from './profile.tsx';

const TITLE = 'Add creator';

export const newCreatorPage = placePage({
  path: '/creators/new',
  show: (at) => {
    if (!writesAsAccount(at.place)) throw new AppError('permission_denied', WRITES_NONE);
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
      const { id, name, status } = await at.run('POST /v1/creators', {
        body: {
          email: form.text('email'),
          name: form.optional('name'),
          phone: form.optional('phone'),
          visibility: VISIBILITIES.find((one) => one === form.text('visibility')),
        },
      });
      const said = status === 'invited' ? `${name} is invited.` : `${name} is on your roster.`;
      return at.go(at.to(`/creators/${id}`), said);
    },
  },
});
