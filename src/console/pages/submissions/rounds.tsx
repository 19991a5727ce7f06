// The video of a submission, and its versions with what was to be changed in each. A comment leads to its moment.
import type { Comment } from '../../../domains/work/submissions/review.ts';
import type { Submission } from '../../../domains/work/submissions/submission.ts';
import { MINUTE_MS } from '../../../kit/time.ts';
import { Badge, Card } from '../../components/card.tsx';
import { Time } from '../../format.tsx';
import { momentWords } from '../../moment-words.ts';
import type { PlaceVisit } from '../../visit.ts';
import { deciderWords } from './decider.ts';

type Round = NonNullable<Submission['revisions']>[number];

/** Every version, oldest first: those that were sent back, and the one of now. */
const roundsOf = (one: Submission): Round[] => [...(one.revisions ?? []), one];

/** How many versions there are: the number of the latest. */
export const versionsOf = (one: Submission): number => roundsOf(one).length;

/** The number of the version that the page shows. */
function shownVersion(at: PlaceVisit, one: Submission): number {
  const asked = Number(at.query('version'));
  const rounds = roundsOf(one);
  return Number.isInteger(asked) && asked >= 1 && asked < rounds.length ? asked : rounds.length;
}

/** The page with this version, at this moment of its video (milliseconds). */
export function versionHref(at: PlaceVisit, version: number, moment: number | null): string {
  const query = new URLSearchParams(at.url.search);
  query.set('version', String(version));
  query.delete('at');
  if (moment !== null) query.set('at', String(Math.floor(moment / 1000)));
  return `${at.url.pathname}?${query}#video`;
}

/** How long before its end a link is renewed. */
const BEFORE_END_MS = MINUTE_MS;

/** In how many milliseconds a link should be renewed. */
const renewMs = (url: string, now: number): number =>
  Math.max(0, Number(new URL(url).searchParams.get('expires')) - now - BEFORE_END_MS);

export function Video({ at, one }: { at: PlaceVisit; one: Submission }) {
  const version = shownVersion(at, one);
  const rounds = roundsOf(one);
  const round = rounds[version - 1]!;
  const isNow = version === rounds.length;
  const moment = Number(at.query('at'));
  const from = Number.isInteger(moment) && moment > 0 ? `#t=${moment}` : '';
  return (
    <section class="room-video" id="video" aria-label="Video">
      {round.videoUrl === null ? (
        <p class="room-none">
          {round.url === null ? (
            'There is no video to show.'
          ) : (
            <a href={round.url} rel="noopener noreferrer" target="_blank">
              Watch it where it was posted
            </a>
          )}
        </p>
      ) : (
        // biome-ignore lint/a11y/useMediaCaption: creators submit videos without captions of their own
        <video
          controls
          playsinline
          preload="auto"
          src={round.videoUrl + from}
          data-renew={renewMs(round.videoUrl, at.ctx().now)}
          poster={(isNow && one.thumbnailUrl) || undefined}
        />
      )}
      {!isNow && (
        <p>
          Version {version} of {rounds.length}.{' '}
          <a href={versionHref(at, rounds.length, null)}>Show the latest version</a>
        </p>
      )}
    </section>
  );
}

export function Versions({ at, one }: { at: PlaceVisit; one: Submission }) {
  const rounds = roundsOf(one);
  if (rounds.length === 1 && one.comments.length === 0) return null;
  const shown = shownVersion(at, one);
  return (
    <Card title="Versions">
      <ol class="versions">
        {rounds
          .map((round, index) => ({ round, version: index + 1 }))
          .reverse()
          .map(({ round, version }) => (
            <li>
              <h3>
                <a
                  href={versionHref(at, version, null)}
                  aria-current={version === shown ? 'true' : undefined}
                >
                  Version {version}
                </a>
              </h3>
              <p class="quiet">
                Submitted <Time at={round.submittedAt} exact />
              </p>
              {version < rounds.length && (
                <p class="quiet">
                  {deciderWords(at, round.decidedBy, 'sent back')}{' '}
                  <Badge tone="success">Answered by version {version + 1}</Badge>
                </p>
              )}
              {version < rounds.length && round.note && <p class="brief-text">{round.note}</p>}
              <Comments at={at} version={version} isShown={version === shown} comments={round.comments} />
            </li>
          ))}
      </ol>
    </Card>
  );
}

function Comments({
  at,
  version,
  isShown,
  comments,
}: {
  at: PlaceVisit;
  version: number;
  /** Whether the page shows this version's video. */
  isShown: boolean;
  comments: readonly Comment[];
}) {
  if (comments.length === 0) return null;
  return (
    <ul class="moments">
      {comments.map((comment) => (
        <li>
          {comment.at !== null && (
            <a
              href={versionHref(at, version, comment.at)}
              data-moment={isShown ? comment.at / 1000 : undefined}
            >
              {momentWords(comment.at)}
            </a>
          )}
          <span>{comment.text}</span>
        </li>
      ))}
    </ul>
  );
}
