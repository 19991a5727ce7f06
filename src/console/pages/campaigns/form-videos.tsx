// The videos that a campaign can use: submissions that this account has approved, or that are live.
import { MAX_CREATIVES } from '../../../domains/ads/campaign-record/campaign-input.ts';
import type { Submission } from '../../../domains/work/submissions/submission.ts';
import { AppError } from '../../../kit/error.ts';
import { Button, ButtonLink, Buttons } from '../../components/button.tsx';
import { Choices } from '../../components/choices.tsx';
import { EmptyState } from '../../components/notice.tsx';
import { platformName, words } from '../../format.tsx';
import { AGAIN_FIELD } from '../../forms.ts';
import type { PlaceVisit } from '../../visit.ts';
import { type Names, namesFor } from '../places/names.ts';

/** The most videos shown at once, besides the selected ones. */
const A_PAGE = '50';

/** The prefix of this list's cursors, because other lists of the form use the same button. */
const OLDER = 'videos:';

export interface Videos {
  items: Submission[];
  /** The cursor of the older videos; null when there are none. */
  older: string | null;
  /** Whether newer videos exist on an earlier page. */
  behind: boolean;
  names: Names;
}

/** A page of videos, and those that were selected on other pages. */
export async function readVideos(at: PlaceVisit): Promise<Videos> {
  const [, cursor] = /^videos:(.+)$/.exec(at.form?.input.text(AGAIN_FIELD) ?? '') ?? [];
  const { items, nextCursor } = await at.run('GET /v1/submissions', {
    query: {
      status: 'approved,live',
      limit: A_PAGE,
      cursor,
    },
  });
  const chosen = at.form?.input.all('creatives').slice(0, MAX_CREATIVES) ?? [];
  const elsewhere = chosen.filter((id) => !items.some((one) => one.id === id));
  const kept = await Promise.all(elsewhere.map((id) => submissionOf(at, id)));
  const shown = [...kept.filter((one) => one !== null), ...items].filter(({ file }) => file !== null);
  return {
    items: shown,
    older: nextCursor,
    behind: cursor !== undefined,
    names: await namesFor(
      at,
      shown.map(({ creator }) => ({ creator })),
    ),
  };
}

/** Null if this account has no such submission. */
async function submissionOf(at: PlaceVisit, id: string): Promise<Submission | null> {
  try {
    return await at.run('GET /v1/submissions/:id', { params: { id } });
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return null;
    throw error;
  }
}

export function VideoChoices({ at, videos }: { at: PlaceVisit; videos: Videos }) {
  if (videos.items.length === 0 && !videos.older && !videos.behind)
    return (
      <EmptyState
        title="No approved videos yet"
        icon="play"
        action={
          <ButtonLink look="secondary" href={at.to('/submissions?status=review')}>
            Review videos
          </ButtonLink>
        }
      >
        Ads use videos that you have approved.
      </EmptyState>
    );
  return (
    <>
      <Choices
        name="creatives"
        label="Videos"
        required
        kind="checkbox"
        chosen={[]}
        hint={`Each video becomes an ad.${videos.older || videos.behind ? ' Your selection is kept while you browse older videos.' : ''}`}
        options={videos.items.map((one) => ({
          value: one.id,
          label: one.caption ?? 'Untitled',
          hint: aboutVideo(one, videos.names),
        }))}
      />
      {(videos.older || videos.behind) && (
        <Buttons>
          {videos.older && (
            <Button look="secondary" small name={AGAIN_FIELD} value={OLDER + videos.older} unchecked>
              Show older videos
            </Button>
          )}
          {videos.behind && (
            <Button look="secondary" small name={AGAIN_FIELD} value={OLDER} unchecked>
              Show the newest videos
            </Button>
          )}
        </Buttons>
      )}
    </>
  );
}

function aboutVideo(one: Submission, names: Names): string {
  return [
    names.creator(one.creator),
    one.platform && platformName(one.platform),
    one.format && words(one.format).toLowerCase(),
    one.duration !== null && `${Math.round(one.duration)} seconds`,
    words(one.status).toLowerCase(),
  ]
    .filter(Boolean)
    .join(', ');
}
