// The records that a plan was checked against.
import { refIn } from '../plan-record/plan-input.ts';
import type { PlanScene } from './plan-scene.ts';

export interface PlanFact {
  kind: 'campaign' | 'connection' | 'ad_authorization' | 'submission' | 'resource';
  id: string;
}

export function factsOf(scene: PlanScene): PlanFact[] {
  const { plan, whole, resources, submissions, authorizations, active } = scene;
  const refs = plan.steps.flatMap((step) =>
    Object.keys(step.input).flatMap((name) => refIn(step, name)?.id ?? []),
  );
  const locals = plan.steps.flatMap(({ localResourceId }) => localResourceId ?? []);
  const named = new Set([...refs, ...locals, plan.target.id]);
  const all = (kind: PlanFact['kind'], ids: Iterable<string>): PlanFact[] =>
    [...ids].map((id) => ({ kind, id }));
  const among = (records: ReadonlyMap<string, unknown>) => [...records.keys()].filter((id) => named.has(id));
  const used = (whole?.platforms ?? []).filter(({ platform }) =>
    (plan.platforms as readonly string[]).includes(platform),
  );
  const isUpload = plan.operationType === 'upload_media';
  const uploading = isUpload ? plan.platforms.flatMap((one) => active.get(one)!.map(({ id }) => id)) : [];
  return [
    ...all('campaign', whole ? [whole.row.id] : []),
    ...all('connection', new Set([...used.map(({ connectionId }) => connectionId), ...uploading])),
    ...all('ad_authorization', among(authorizations)),
    ...all('submission', among(submissions)),
    ...all('resource', among(resources)),
  ];
}
