import * as z from 'zod';
import { access, defineInternalRoute, ok } from '../../../http/define-route.ts';
import { bodyExample } from '../../../resource/example.ts';
import { audited } from '../staff/audited.ts';
import { Reason } from '../staff/staff-action.ts';
import { listStaffPeople } from './list-staff-people.ts';
import { removeFactorLater } from './remove-factor-later.ts';
import { FactorRemoval, presentRemoval, presentStaffPerson, StaffPeople } from './staff-person.ts';

const staff = access.internal('What only people of the service see and decide of each other.');
const shared = { tag: 'Staff', access: staff, status: [200] } as const;

const FactorRemovalInput = z.object({
  email: z.string().min(1).max(254).describe('The address that the person signs in with.'),
  reason: Reason,
});
bodyExample(FactorRemovalInput, null, {
  email: 'lena@example.com',
  reason: 'She lost her phone, and showed her passport.',
});

export const secondFactorRoutes = [
  defineInternalRoute({
    ...shared,
    operationId: 'listStaffPeople',
    method: 'GET',
    path: '/internal/v1/people',
    summary: 'Who opens the pages of the staff',
    output: StaffPeople,
    errors: [],
    handle: async (ctx) => ok({ people: (await listStaffPeople(ctx)).map(presentStaffPerson) }),
  }),
  defineInternalRoute({
    ...shared,
    operationId: 'removeFactorLater',
    method: 'POST',
    path: '/internal/v1/second-factor-removals',
    summary: 'Remove a lost second factor in 72 hours',
    body: FactorRemovalInput,
    output: FactorRemoval,
    errors: ['not_found', 'permission_denied', 'conflict', 'unavailable'],
    idempotency: { none: 'What is being removed is not removed again.' },
    handle: async (ctx, { body: { email, reason } }) => {
      const subject = email.trim().toLowerCase();
      const what = { action: 'second-factor.remove', subject, reason };
      return ok(await audited(ctx, what, () => removeFactorLater(ctx, email), presentRemoval));
    },
  }),
];
