// One video that was sent in: what became of it, what the brand says, and what the creator does next.
import { useEffect, useRef, useState } from 'hono/jsx/dom';
import { momentWords } from '../../moment-words.ts';
import { Refused } from '../refused.ts';
import { useAttempt, Wrong, wordsOf } from './attempt.tsx';
import { Back, Outside, ViewHead, type Workplace } from './parts.tsx';
import type { Comment, Program, Submission } from './records.ts';
import { SubmitForm } from './submit-form.tsx';
import type { TextName } from './texts.ts';

interface OneProps {
  at: Workplace;
  submission: Submission;
  back: (said?: TextName | null) => void;
}

export function OneSubmission({ at, submission: first, back }: OneProps) {
  const { client, language } = at;
  const [one, setOne] = useState(first);
  const [program, setProgram] = useState<Program | null>(null);
  const [resubmits, setResubmits] = useState(false);
  const video = useRef<HTMLVideoElement>(null);
  const { wrong, attempt } = useAttempt(at);
  const load = () =>
    attempt(async () => {
      const [fresh, of] = await Promise.all([
        client.get<Submission>(`/v1/submissions/${first.id}`),
        client.get<Program>(`/v1/programs/${first.program}`),
      ]);
      setOne(fresh);
      setProgram(of);
    });
  useEffect(() => void load(), []);
  const may = at.session.features.includes('submit');
  if (resubmits && program) {
    return <SubmitForm key="form" at={at} program={program} before={one} back={back} />;
  }
  const date = language.date(one.submittedAt);
  const earlier = one.revisions ?? [];
  const showMoment = (moment: number) => {
    const player = video.current;
    if (!player) return;
    player.currentTime = moment / 1000;
    player.scrollIntoView({ block: 'nearest' });
    player.focus();
  };
  return (
    <>
      <Back back={() => back()}>{language.text('allVideos')}</Back>
      <ViewHead focus>{language.text('videoOf', { date })}</ViewHead>
      {program && <p class="quiet">{program.name}</p>}
      <section class="panel" aria-labelledby="state">
        <h2 id="state" class="state">
          {language.text(`sub_${one.status}`)}
        </h2>
        <p>{language.text(`aboutSub_${one.status}`)}</p>
        {one.paid && (
          <p>{language.text('paidFor', { amount: language.money(one.paid.amount, one.paid.currency) })}</p>
        )}
        {one.note && (
          <>
            <h3>{language.text('noteOfBrand')}</h3>
            <blockquote>{one.note}</blockquote>
          </>
        )}
        {one.comments.length > 0 && (
          <>
            <h3>{language.text('comments')}</h3>
            <Comments
              comments={one.comments}
              language={language}
              show={one.videoUrl === null ? null : showMoment}
            />
          </>
        )}
        {one.url !== null && (
          <p>
            <Outside href={one.url} language={language}>
              {language.text('openPost')}
            </Outside>
          </p>
        )}
        {may && one.status === 'revision' && program && (
          <p class="row">
            <button type="button" onClick={() => setResubmits(true)}>
              {language.text('newVersion')}
            </button>
          </p>
        )}
        {may && (one.status === 'approved' || (one.status === 'live' && one.url === null)) && (
          <PostUrl at={at} submission={one} done={() => back('done_url')} />
        )}
        <Wrong language={language} wrong={wrong} />
      </section>
      {one.videoUrl !== null && (
        // biome-ignore lint/a11y/useMediaCaption: the creator's own video, which has no captions of its own
        <video
          ref={video}
          controls
          playsinline
          preload="metadata"
          src={one.videoUrl}
          poster={one.thumbnailUrl ?? undefined}
        />
      )}
      {one.caption && (
        <section aria-labelledby="caption">
          <h2 id="caption">{language.text('caption')}</h2>
          <p class="lines">{one.caption}</p>
        </section>
      )}
      {earlier.length > 0 && (
        <section aria-labelledby="earlier">
          <h2 id="earlier">{language.text('earlier')}</h2>
          <ul class="cards">
            {earlier.map((round) => (
              <li>
                <h3>{language.text('videoOf', { date: language.date(round.submittedAt) })}</h3>
                {round.note && <blockquote>{round.note}</blockquote>}
                <Comments comments={round.comments} language={language} show={null} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

interface CommentsProps {
  comments: Comment[];
  language: Workplace['language'];
  /** Shows a moment (milliseconds) of the video that they are on; null where there is no video to show. */
  show: ((moment: number) => void) | null;
}

function Comments({ comments, language, show }: CommentsProps) {
  if (comments.length === 0) return null;
  return (
    <ul class="moments">
      {comments.map(({ at: moment, text }) => {
        const words = moment === null ? '' : momentWords(moment);
        return (
          <li>
            {moment !== null && show ? (
              <button
                type="button"
                class="link"
                aria-label={language.text('showMoment', { moment: words })}
                onClick={() => show(moment)}
              >
                {words}
              </button>
            ) : (
              words
            )}{' '}
            {text}
          </li>
        );
      })}
    </ul>
  );
}

/** The address of the post, which makes accepted work live. */
function PostUrl({ at, submission, done }: { at: Workplace; submission: Submission; done: () => void }) {
  const { client, language } = at;
  const { wrong, busy, attempt } = useAttempt(at, (error) =>
    error instanceof Refused && error.code === 'validation_failed' ? 'wrongUrl' : wordsOf(error),
  );
  const save = (event: Event) => {
    event.preventDefault();
    const url = String(new FormData(event.target as HTMLFormElement).get('url')).trim();
    return attempt(async () => {
      const { id, version } = submission;
      await client.send('PATCH', `/v1/submissions/${id}`, { url, version });
      at.tell({ type: 'completed', kind: 'submission', id });
      done();
    });
  };
  return (
    <form onSubmit={(event: Event) => void save(event)}>
      <label for="url">{language.text('postUrl')}</label>
      <p id="url-hint" class="quiet">
        {language.text('postUrlHint')}
      </p>
      <input
        id="url"
        name="url"
        type="url"
        required
        maxlength={2000}
        aria-describedby={wrong ? 'url-wrong url-hint' : 'url-hint'}
        aria-invalid={wrong ? 'true' : undefined}
      />
      <Wrong language={language} wrong={wrong} id="url-wrong" />
      <p class="row">
        <button type="submit" disabled={busy}>
          {language.text('savePost')}
        </button>
      </p>
    </form>
  );
}
