// The work that a campaign can show: what this account has approved, or has live.
import type { Submission } from '../../../domains/work/submissions/submission.ts';
import { ButtonLink } from '../../components/button.tsx';
import { Choices } from '../../components/form.tsx';
import { EmptyState } from '../../components/notice.tsx';
import { platformName, words } from '../../format.tsx';
import type { PlaceVisit } from '../../visit.ts';

/** As many as one list holds. */
const MOST = '100';

export interface Work {
  items: Submission[];
  more: boolean;
  creators: ReadonlyMap<string, string>;
}

export async function readWork(at: PlaceVisit): Promise<Work> {
  const [{ items, nextCursor }, creators] = await Promise.all([
    at.list<Submission>('/v1/submissions', { status: 'approved,live', limit: MOST }),
    at.list<{ id: string; name: string }>('/v1/creators', { limit: MOST }),
  ]);
  return {
    items: items.filter(({ file }) => file !== null),
    more: nextCursor !== null,
    creators: new Map(creators.items.map(({ id, name }) => [id, name])),
  };
}

export function WorkChoices({ at, work }: { at: PlaceVisit; work: Work }) {
  if (work.items.length === 0)
    return (
      <EmptyState
        title="No work to show yet"
        icon="play"
        action={
          <ButtonLink look="secondary" href={at.to('/submissions?status=review')}>
            Work to review
          </ButtonLink>
        }
      >
        Ads show videos that you approved. Approve one first.
      </EmptyState>
    );
  return (
    <Choices
      name="creatives"
      label="Work to show"
      required
      kind="checkbox"
      chosen={[]}
      hint={work.more ? 'Each becomes an ad. The newest 100 of your work stand here.' : 'Each becomes an ad.'}
      options={work.items.map((one) => ({
        value: one.id,
        label: one.caption ?? 'Without a caption',
        hint: aboutWork(one, work.creators),
      }))}
    />
  );
}

function aboutWork(one: Submission, creators: ReadonlyMap<string, string>): string {
  return [
    creators.get(one.creator),
    one.platform && platformName(one.platform),
    one.format && words(one.format).toLowerCase(),
    one.duration !== null && `${Math.round(one.duration)} seconds`,
    words(one.status).toLowerCase(),
  ]
    .filter(Boolean)
    .join(', ');
}
