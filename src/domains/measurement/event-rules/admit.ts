// Decides which events of a batch are accepted: those of a network over its daily limit are refused.
import { day } from '../../../kit/time.ts';
import { NetworkCounter } from '../pixels/interface.ts';
import type { Plan, PlanInput, ShardState } from './plan-types.ts';

export interface Admission extends Pick<Plan, 'networks' | 'refused'> {
  /** In order and without repeats. */
  taken: PlanInput['incoming'];
}

export function admit(state: Pick<ShardState, 'events' | 'networkEvents'>, input: PlanInput): Admission {
  const counter = new NetworkCounter(input.networkLimit, state.networkEvents);
  const taken: PlanInput['incoming'] = [];
  const refused: Plan['refused'] = [];
  for (const item of inOrder(input.incoming)) {
    const { accountId, network, event } = item;
    // A stored event was counted for its network when it was stored.
    const isTaken =
      network === undefined ||
      state.events.has(event.id) ||
      counter.take({ accountId, day: day(event.receivedAt), network }, event.id);
    if (isTaken) taken.push(item);
    else refused.push(event);
  }
  return { taken, networks: counter.counts, refused };
}

/** Sorted by time, then ID, so that the same set of events always gives the same plan, whatever their order. */
function inOrder(incoming: PlanInput['incoming']): PlanInput['incoming'] {
  const byId = new Map(incoming.map((item) => [item.event.id, item]));
  return [...byId.values()].sort(
    ({ event: a }, { event: b }) => a.occurredAt - b.occurredAt || (a.id < b.id ? -1 : 1),
  );
}
