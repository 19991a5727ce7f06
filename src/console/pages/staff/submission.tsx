// The submission that a record is about: the video, and what both sides wrote about it.
import type { ReviewSubmission } from '../../../domains/operations/staff/review-queue.ts';
import { Card, Facts } from '../../components/card.tsx';
import { Code } from '../../components/code.tsx';
import { platformName, Time } from '../../format.tsx';
import { State } from '../places/states.tsx';

export function SubmissionCard({ submission }: { submission: ReviewSubmission }) {
  const { id, caption, program, status, platform, note, url, videoUrl, stillUrl, submittedAt } = submission;
  return (
    <Card title="Submission">
      <div class="with-video">
        {videoUrl !== null && (
          <video
            class="video"
            controls
            preload="none"
            src={videoUrl}
            {...(stillUrl !== null && { poster: stillUrl })}
            aria-label={caption ?? 'Video'}
          />
        )}
        <Facts
          facts={[
            ['Caption', caption],
            ['Program', program],
            ['Status', <State status={status} />],
            ['Note of the brand', note],
            ['Platform', platform && platformName(platform)],
            [
              'Post',
              url && (
                <a href={url} rel="noopener noreferrer">
                  {url}
                </a>
              ),
            ],
            [
              'Video',
              videoUrl === null ? (
                'No video'
              ) : (
                <a href={videoUrl} rel="noopener">
                  Open the video
                </a>
              ),
            ],
            ['Submitted', <Time at={submittedAt} exact />],
            ['ID', <Code>{id}</Code>],
          ]}
        />
      </div>
    </Card>
  );
}
