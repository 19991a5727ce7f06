// The interface of the execution of plans for the verbs of plans.
export { beginPlan } from './begin-plan.ts';
export { checkRepair } from './check-repair.ts';
export { presentOperation, presentOperations } from './get-ads-operation.ts';
export { listOfPlan, requireOnlyRepair } from './store.ts';
