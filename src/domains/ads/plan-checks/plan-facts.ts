// The records that a plan was checked against, of those whose changes make a brand look at it again.
import { refIn } from '../plan-record/plan-input.ts';
import type { PlanScene } from './plan-scene.ts';

/** The IDs of the campaign, the connections and the permissions. A change of an ad or ad set is one of its campaign. */
export function factsOf({ plan, whole, authorizations, active }: PlanScene): string[] {
  const { steps, target, platforms, operationType } = plan;
  const refs = steps.flatMap((step) =>
    Object.keys(step.input).flatMap((name) => refIn(step, name)?.id ?? []),
  );
  const named = new Set([...refs, target.id]);
  const used = (whole?.platforms ?? []).filter(({ platform }) =>
    (platforms as readonly string[]).includes(platform),
  );
  const uploading = operationType === 'upload_media' ? platforms.flatMap((one) => active.get(one)!) : [];
  const connections = [...used.map(({ connectionId }) => connectionId), ...uploading.map(({ id }) => id)];
  return [
    ...(whole ? [whole.row.id] : []),
    ...new Set(connections),
    ...[...authorizations.keys()].filter((id) => named.has(id)),
  ];
}
