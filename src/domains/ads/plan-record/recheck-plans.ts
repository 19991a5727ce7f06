import type { RecordsChanged } from '../../accounts/connections/interface.ts';
import { saveRecheck } from './store.ts';

/** Makes the open plans that were checked against records wait for approval again, in the batch of their change. */
export const recheckPlans: RecordsChanged = (ctx, ids) => saveRecheck(ctx, ids);
