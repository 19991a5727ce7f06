// What the pages run besides the routes.
import { defineOperation } from '../../../http/define-operation.ts';
import { access, ok } from '../../../http/define-route.ts';
import { pathId } from '../../../resource/fields.ts';
import { listAgreementsOfProgram } from './list-agreements-of-program.ts';

export const agreementOperations = {
  /** Titles alone: without the counts, which walk the account's roster. */
  listAgreementsOfProgram: defineOperation({
    operationId: 'listAgreementsOfProgram',
    access: access.reads(),
    params: pathId,
    handle: async (ctx, { params }) => ok(await listAgreementsOfProgram(ctx, params.id)),
  }),
};
