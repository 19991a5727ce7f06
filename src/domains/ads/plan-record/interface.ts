// The interface of a plan's record for the domains above.
import { homeId } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import type { PlanRow } from './plan.ts';
import type { PlanParty } from './transitions.ts';

export { formProblems } from './form-problems.ts';
export { APPROVAL_STATES, EXECUTION_STATES } from './plan.ts';
export { canonicalPlan } from './semantic-hash.ts';
export {
  findPlan,
  findPlanOfRequest,
  findSuccessor,
  insertPlan,
  listPlans,
  listToRemind,
  type PlanFilter,
  requireFewOpen,
  saveChangedFrom,
  saveExpired,
  savePlan,
  saveReminded,
  saveSuperseded,
} from './store.ts';
export { columnsOf, movePlan, type PlanAction, stateAt } from './transitions.ts';

/** As what the caller acts on a plan of the account that it reaches. */
export const partyOf = ({ actor }: Ctx, { accountId }: PlanRow): PlanParty =>
  homeId(actor) === accountId ? 'brand' : 'partner';
