import { AppError } from '../../../kit/error.ts';
import { Button } from '../../components/button.tsx';
import { PageHead } from '../../components/card.tsx';
import { Form } from '../../components/form.tsx';
import { placePage } from '../../page.ts';
import { writesAsAccount } from '../../rights.ts';
import { withRows } from './pay-fields.tsx';
import { ProgramFields, programInput, readGround } from './program-fields.tsx';

export const editProgramPage = placePage({
  path: '/programs/:program/edit',
  show: async (at) => {
    if (!writesAsAccount(at.place))
      throw new AppError('permission_denied', 'Owners and admins of the account edit programs.');
    const id = at.params.program!;
    const [program, ground] = await Promise.all([
      at.run('GET /v1/programs/:id', { params: { id } }),
      readGround(at),
    ]);
    if (program.status === 'archived')
      throw new AppError('conflict', 'An archived program can no longer be changed. Duplicate it instead.');
    return {
      title: `Edit ${program.name}`,
      body: (
        <>
          <PageHead title="Edit program" back={{ href: at.to(`/programs/${id}`), label: program.name }}>
            A change of the pay counts for videos that are submitted after it.
          </PageHead>
          <Form action="save" seen={program.version} enters="Save program" draft>
            <ProgramFields program={program} ground={ground} fixed={program.status !== 'draft'} />
            <Button>Save program</Button>
          </Form>
        </>
      ),
    };
  },
  actions: {
    save: async (at, form) => {
      const params = { id: at.params.program! };
      const before = await at.run('GET /v1/programs/:id', { params });
      const body = { ...programInput(form, before), version: form.version };
      await withRows(form, () => at.run('PATCH /v1/programs/:id', { params, body }));
      return at.go(at.to(`/programs/${params.id}`), 'Program saved.');
    },
  },
});
