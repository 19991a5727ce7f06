// What became of a plan on each of its platforms: each step's state, what to do where it failed, and the repair.
import type { AdsOperation } from '../../../domains/ads/plan-execution/ads-operation.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Form } from '../../components/form.tsx';
import { plural } from '../../format.tsx';
import { writesAsBrand } from '../../rights.ts';
import type { PlaceVisit } from '../../visit.ts';
import { adPlatformName } from '../campaigns/campaign-parts.tsx';
import { ProgressState } from './plan-words.tsx';

/** What a state means for people who wait. */
const WAITS: Partial<Record<AdsOperation['state'], string>> = {
  queued: 'Starts within a minute.',
  blocked:
    'Waits for a step on another platform, for the ad account to be connected, or for the creator’s permission. After a day, the steps that wait fail.',
  waiting_provider: 'The platform has not answered yet. It is asked again by itself.',
  cancelled: 'The campaign was paused or archived, so the remaining steps were not sent.',
};

/** @param titles of the plan's steps, by their IDs. */
export function Progress({
  at,
  operations,
  titles,
}: {
  at: PlaceVisit;
  operations: readonly AdsOperation[];
  titles: ReadonlyMap<string, string>;
}) {
  return (
    <Card title="Progress">
      {operations.map((one) => (
        <Operation at={at} operation={one} titles={titles} />
      ))}
    </Card>
  );
}

type Step = AdsOperation['steps'][number];

/** Steps that nothing has to be done about are folded, because a plan may have 100 of them. */
const FOLDED: Partial<Record<Step['state'], string>> = {
  queued: 'queued',
  cancelled: 'canceled',
  succeeded: 'done',
};

/** Up to so many of them are listed all the same. */
const MOST_OPEN = 5;

function Operation({
  at,
  operation: { id, platform, state, steps, repair },
  titles,
}: {
  at: PlaceVisit;
  operation: AdsOperation;
  titles: ReadonlyMap<string, string>;
}) {
  const told = steps.filter((one) => one.error !== null || !Object.hasOwn(FOLDED, one.state));
  return (
    <section class="operation" aria-label={adPlatformName(platform)}>
      <div class="operation-head">
        <h3>{adPlatformName(platform)}</h3>
        <ProgressState state={state} />
      </div>
      {WAITS[state] && <p class="quiet">{WAITS[state]}</p>}
      <StepList steps={told} titles={titles} />
      {Object.entries(FOLDED).map(([state, said]) => {
        const alike = steps.filter((one) => one.state === state && !told.includes(one));
        if (alike.length === 0) return null;
        const open = alike.length <= MOST_OPEN && (state !== 'succeeded' || alike.length === steps.length);
        return (
          <details class="more" open={open}>
            <summary>
              {plural(alike.length, 'step')} {said}
            </summary>
            <StepList steps={alike} titles={titles} />
          </details>
        );
      })}
      {repair !== null && writesAsBrand(at.place) && (
        <Form action="repair" id={id} has={[]}>
          <p>
            The repair is a new plan with only the steps that were not done. The brand approves it like any
            other.
          </p>
          <Button of={`on ${adPlatformName(platform)}`}>Create repair plan</Button>
        </Form>
      )}
    </section>
  );
}

function StepList({ steps, titles }: { steps: readonly Step[]; titles: ReadonlyMap<string, string> }) {
  if (steps.length === 0) return null;
  return (
    <ul class="changes">
      {steps.map(({ id, state, error }) => (
        <li class="change">
          <div class="change-what">
            <p class="change-title">
              <span>{titles.get(id) ?? id}</span>
              <ProgressState state={state} />
            </p>
            {error && (
              <p class="change-fact">
                {error.message} {error.fix}
              </p>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Whether something of it still goes on. */
export const isUnderWay = (operations: readonly AdsOperation[]): boolean =>
  operations.some(({ endedAt }) => endedAt === null);

/** Changes whenever what `Progress` shows does. */
export const progressMark = (operations: readonly AdsOperation[]): string =>
  operations.map(({ state, steps }) => [state, ...steps.map((one) => one.state)].join(' ')).join('; ');
