// What a plan means, as a hash: bodies that ask for the same have the same.
import canonicalize from 'canonicalize';
import { longSha256Hex } from '../../../kit/long-digest.ts';
import { inSequence, type PlanInput, type PlanStep } from './plan-input.ts';

/** Sorted by UTF-16 code units, as members are in the canonical form. */
const sorted = (texts: readonly string[]): string[] => texts.toSorted();

const meaningOfStep = ({ idempotencyKey: _, ...step }: PlanStep) => ({
  ...step,
  fieldPaths: sorted(step.fieldPaths),
  dependsOnStepIds: sorted(step.dependsOnStepIds),
});

/** The canonical text (RFC 8785) of what an account would change. */
export function canonicalPlan(account: string, plan: PlanInput): string {
  const { fieldCatalogVersion, operationType, platforms, settingsSchemaVersion, steps, target } = plan;
  return canonicalize({
    account,
    fieldCatalogVersion,
    operationType,
    platforms: sorted(platforms),
    settingsSchemaVersion,
    steps: inSequence(steps).map(meaningOfStep),
    target,
  })!;
}

/** @param account the ID of the account acted as. @returns `sha256:` and 64 hexadecimal digits. */
export function semanticHash(account: string, plan: PlanInput): string {
  return `sha256:${longSha256Hex(canonicalPlan(account, plan))}`;
}
