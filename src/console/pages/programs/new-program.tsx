// A program is written as a draft, and published on its own page.
import { AppError } from '../../../kit/error.ts';
import { Button } from '../../components/button.tsx';
import { PageHead } from '../../components/card.tsx';
import { Form } from '../../components/form.tsx';
import { placePage } from '../../page.ts';
import { writesAsAccount } from '../../rights.ts';
import { withRows } from './pay-fields.tsx';
import { BLANK, ProgramFields, programInput, readGround } from './program-fields.tsx';

export const WHO_CREATES_PROGRAMS = 'Owners and admins of the account create programs.';

export const newProgramPage = placePage({
  path: '/programs/new',
  show: async (at) => {
    if (!writesAsAccount(at.place)) throw new AppError('permission_denied', WHO_CREATES_PROGRAMS);
    const ground = await readGround(at);
    return {
      title: 'Create program',
      body: (
        <>
          <PageHead title="Create program" back={{ href: at.to('/programs'), label: 'Programs' }}>
            It is a draft until you publish it. Creators do not see drafts.
          </PageHead>
          <Form action="create" enters="Create draft" draft>
            <ProgramFields program={BLANK} ground={ground} fixed={false} />
            <Button>Create draft</Button>
          </Form>
        </>
      ),
    };
  },
  actions: {
    create: async (at, form) => {
      const body = programInput(form);
      const { id } = await withRows(form, () => at.run('POST /v1/programs', { body }));
      return at.go(at.to(`/programs/${id}`), 'Draft created.');
    },
  },
});
