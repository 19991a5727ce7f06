// One submission: where it stands and, for readers who may see money, what it earned and what waits.
import { findConversionsHome } from '../../../domains/money/earnings/interface.ts';
import type { Submission } from '../../../domains/work/submissions/submission.ts';
import { isId } from '../../../kit/ids.ts';
import { ButtonLink, Buttons } from '../../components/button.tsx';
import { Card, Facts, PageHead } from '../../components/card.tsx';
import { Code } from '../../components/code.tsx';
import { Notice } from '../../components/notice.tsx';
import { platformName, Time } from '../../format.tsx';
import { placePage } from '../../page.ts';
import { writes } from '../../rights.ts';
import type { PlaceVisit } from '../../visit.ts';
import { CreatorLink } from '../creator-link.tsx';
import { part, Unread } from '../part.tsx';
import { AskForAd, askedFor } from '../permissions/ask-for-ad.tsx';
import { namesFor, UNNAMED } from '../places/names.ts';
import { ProgramLink } from '../program-link.tsx';
import { Brief } from '../programs/for-creators.tsx';
import { upload } from '../uploads-in-parts.ts';
import { CREATORS_CHANGES, CreatorsTurn, productsFor } from './creators-turn.tsx';
import { adjacentTo, DECISIONS, Decision, inList, Moves, Overtaken, reviewKeys } from './decision.tsx';
import { CHANGES, Post, Tags } from './details.tsx';
import { Versions, Video } from './rounds.tsx';
import { SubmissionPay } from './submission-pay.tsx';
import { VIDEO_BYTES } from './video-fields.tsx';

export const submissionPage = placePage({
  path: '/submissions/:submission',
  fileBytes: VIDEO_BYTES,
  beside: (ctx, { submission }) =>
    submission && isId(submission, ['submission'])
      ? { submission, home: findConversionsHome(ctx, submission) }
      : null,
  show: async (at) => {
    const params = { id: at.params.submission ?? '' };
    const seesMoney = at.place.role !== 'member';
    const reading = at.run('GET /v1/submissions/:id', { params });
    const [one, names, program, products, adjacent, asked, conversions] = await Promise.all([
      reading,
      reading.then(async (read) => (await part(at, namesFor(at, [read]))) ?? UNNAMED),
      reading.then(({ program }) => part(at, at.run('GET /v1/programs/:id', { params: { id: program } }))),
      reading.then((read) => part(at, productsFor(at, read))),
      adjacentTo(at),
      reading.then((read) => part(at, askedFor(at, read))),
      seesMoney
        ? part(at, at.run('GET /v1/submissions/:id/conversions', { params, query: at.given('cursor') }))
        : undefined,
    ]);
    const title = one.caption ?? 'Untitled';
    return {
      title,
      islands: at.place.type === 'creator' ? ['review', 'video-upload'] : ['review'],
      ...(at.place.type !== 'creator' && { keys: reviewKeys(at) }),
      body: (
        <>
          <PageHead
            title={title}
            back={{ href: inList(at, '/submissions'), label: 'Submissions' }}
            action={
              <Buttons>
                <Moves at={at} adjacent={adjacent} />
                <WriteTo at={at} one={one} />
              </Buttons>
            }
          />
          <Overtaken at={at} one={one} />
          <div class="room">
            <Video at={at} one={one} />
            <div class="room-side">
              <Decision at={at} one={one} />
              <CreatorsTurn at={at} one={one} program={program} products={products ?? []} />
              {program === null ? <Unread at={at} title="The brief" /> : <Brief program={program} />}
              <Versions at={at} one={one} />
            </div>
          </div>
          <Card>
            <Facts
              facts={[
                ...(at.place.type === 'creator'
                  ? []
                  : [['Creator', <CreatorLink at={at} id={one.creator} names={names} />] as const]),
                ['Program', <ProgramLink at={at} id={one.program} names={names} />],
                ['Platform', one.platform && platformName(one.platform)],
                ['Submitted', <Time at={one.submittedAt} exact />],
                ['Reviewed', one.reviewedAt && <Time at={one.reviewedAt} exact />],
                // Once it was decided on, an account reads the note with the decision.
                ...(one.note && at.place.type !== 'creator' && one.status === 'review'
                  ? [['Note', one.note] as const]
                  : []),
                ...(one.tags.length > 0 && !writes(at.place) ? [['Tags', one.tags.join(', ')] as const] : []),
                ['Post', one.url && <a href={one.url}>{one.url}</a>],
                ...(one.urlProblem ? [['Link problem', one.urlProblem] as const] : []),
                ...(one.post
                  ? [['Views', <a href={at.to(`/posts/${one.post}`)}>Show views and pay</a>] as const]
                  : []),
                ...(one.status === 'approved' && at.place.type !== 'creator'
                  ? [['Code for the caption', <Code>{one.postCode}</Code>] as const]
                  : []),
                ['ID', <Code>{one.id}</Code>],
              ]}
            />
          </Card>
          {at.place.type !== 'creator' && <Post at={at} one={one} />}
          <Tags at={at} one={one} />
          <SamePost one={one} to={at.to} />
          {asked && <AskForAd at={at} asked={asked} />}
          {conversions !== undefined && <SubmissionPay at={at} one={one} conversions={conversions} />}
        </>
      ),
    };
  },
  actions: {
    ...DECISIONS,
    ...CHANGES,
    ...CREATORS_CHANGES,
    upload,
    askForAd: async (at, form) => {
      const body = { submission: at.params.submission ?? '', platform: form.text('platform') };
      const { id } = await at.run('POST /v1/ad-authorizations', { body });
      return at.go(at.to(`/ad-authorizations/${id}`), 'Creator asked.');
    },
  },
});

/** Whose post it is, the brand decides: both creators may have named it in good faith. */
function SamePost({ one, to }: { one: Submission; to: (path: string) => string }) {
  const { samePost = [] } = one;
  if (samePost.length === 0) return null;
  return (
    <Notice tone="warning" title="Another creator sent in the same post">
      <ul>
        {samePost.map((id) => (
          <li>
            <a href={to(`/submissions/${id}`)}>Show submission {id}</a>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** To whom it is from, or for. */
function WriteTo({ at, one }: { at: PlaceVisit; one: Submission }) {
  if (!writes(at.place)) return null;
  const isCreator = at.place.type === 'creator';
  return (
    <ButtonLink
      look="secondary"
      icon="message"
      href={at.to(`/messages/new?with=${isCreator ? one.account : one.creator}`)}
    >
      {isCreator ? 'Write to brand' : 'Write to creator'}
    </ButtonLink>
  );
}
