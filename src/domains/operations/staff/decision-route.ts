// What the routes of the staff have in common.
import * as z from 'zod';
import { access } from '../../../http/define-route.ts';
import { bodyExample } from '../../../resource/example.ts';
import { Reason } from './staff-action.ts';

const staff = access.internal('What only people of the service decide.');
export const shared = { tag: 'Staff', access: staff, status: [200] } as const;
/** A second decision is refused by what the first one left. */
export const idempotency = { none: 'The state of the record admits one.' };

/** A decision that is nothing but taken. */
export const WhyOnly = z.object({ reason: Reason });
bodyExample(WhyOnly, null, { reason: 'Talked to both sides.' });
