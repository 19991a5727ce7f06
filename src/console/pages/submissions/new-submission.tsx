// A creator submits a video: first the program, then the video and what is said of it.

import type { Application } from '../../../domains/work/applications/application.ts';
import { applicationOperations } from '../../../domains/work/applications/operations.ts';
import type { Program } from '../../../domains/work/program-terms/program.ts';
import { AppError, invalidField } from '../../../kit/error.ts';
import { standingOf } from '../../application-standing.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { Card, PageHead } from '../../components/card.tsx';
import { TextField } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { EmptyState, Notice } from '../../components/notice.tsx';
import { Table, TwoLines } from '../../components/table.tsx';
import { platformName } from '../../format.tsx';
import { type Outcome, placePage } from '../../page.ts';
import type { PlaceVisit } from '../../visit.ts';
import { Brief } from '../programs/for-creators.tsx';
import { standingWords } from '../programs/program-for-creator.tsx';
import { newestOnly, wholeList } from '../whole-list.ts';
import { DetailFields, detailsIn, VIDEO_BYTES, VideoFields, videoIn } from './video-fields.tsx';

export const newSubmissionPage = placePage({
  path: '/submissions/new',
  fileBytes: VIDEO_BYTES,
  show: async (at) => {
    if (at.place.type !== 'creator') throw new AppError('permission_denied', 'Creators submit videos.');
    const program = at.query('program');
    return program === undefined ? await chooseProgram(at) : await showForm(at, program);
  },
  actions: {
    submit: async (at, form) => {
      const program = at.query('program') ?? '';
      const [file, url] = [await videoIn(at, form), form.optional('url')];
      if (file === undefined && url === undefined)
        throw invalidField('/file', 'Choose a video, or give the URL of the post.');
      const body = { program, file, url, ...detailsIn(form, null) };
      const { id } = await at.run('POST /v1/submissions', { body });
      return at.go(at.to(`/submissions/${id}`), 'Submitted. The brand reviews it next.');
    },
  },
});

/** Live programs that the creator is in. */
async function chooseProgram(at: PlaceVisit): Promise<Outcome> {
  const [applications, programs] = await Promise.all([
    wholeList(at, 'GET /v1/applications', { status: 'approved' }),
    wholeList(at, 'GET /v1/programs', { status: 'live' }),
  ]);
  const joined = new Set(applications.items.map(({ program }) => program));
  const open = programs.items.filter(({ id }) => joined.has(id));
  return {
    title: 'Submit video',
    body: (
      <>
        <PageHead title="Submit video" back={{ href: at.to('/submissions'), label: 'Submissions' }}>
          Choose the program. {newestOnly(programs)}
        </PageHead>
        <Card flush>
          {open.length === 0 ? (
            <EmptyState
              title="No program takes videos from you now"
              icon="program"
              action={<ButtonLink href={at.to('/programs/discover')}>Discover programs</ButtonLink>}
            >
              Live programs that approved you appear here.
            </EmptyState>
          ) : (
            <Table
              label="Programs"
              rows={open}
              columns={[
                {
                  label: 'Program',
                  main: true,
                  cell: (one) => (
                    <TwoLines href={at.to(`/submissions/new?program=${one.id}`)} title={one.name}>
                      {one.brandName}
                    </TwoLines>
                  ),
                },
                {
                  label: 'Platforms',
                  cell: (one) =>
                    one.platforms.length === 0 ? 'Any' : one.platforms.map(platformName).join(', '),
                },
              ]}
            />
          )}
        </Card>
      </>
    ),
  };
}

async function showForm(at: PlaceVisit, id: string): Promise<Outcome> {
  const [program, { application }, products] = await Promise.all([
    at.run('GET /v1/programs/:id', { params: { id } }),
    at.run(applicationOperations.getOwnApplication, { params: { id } }),
    wholeList(at, 'GET /v1/products', { program: id }),
  ]);
  const refused = whyNotNow(program, application, at.ctx().now);
  return {
    title: 'Submit video',
    body: (
      <>
        <PageHead
          title="Submit video"
          back={{ href: at.to(`/programs/${id}`), label: program.name }}
        >{`For ${program.name}.`}</PageHead>
        {refused === null ? (
          <>
            <Card>
              <Form
                action="submit"
                files
                draft
                has={['file', 'still', 'platform', 'product', 'caption', 'url']}
              >
                <VideoFields required="required without a URL" />
                <DetailFields program={program} products={products.items} before={null} />
                <TextField
                  name="url"
                  label="URL of the post"
                  type="url"
                  hint="Only if it is published already."
                />
                <Button>Submit video</Button>
              </Form>
            </Card>
            <Brief program={program} />
          </>
        ) : (
          <Notice tone="warning" title="You cannot submit a video to this program now">
            {refused} <a href={at.to(`/programs/${id}`)}>Open program</a>
          </Notice>
        )}
      </>
    ),
  };
}

/** Why no video is taken from the creator, in words; null while one is. */
function whyNotNow(program: Program, application: Application | null, now: number): string | null {
  const standing = standingOf(application);
  const asks = application?.agreementsRequired ?? false;
  const brand = program.brandName ?? 'The brand';
  if (standing !== 'approved' || asks || program.status !== 'live')
    return standingWords(standing, { status: program.status, asks, brand });
  if (program.startsAt !== null && Date.parse(program.startsAt) > now) return 'The program has not started.';
  return program.endsAt !== null && Date.parse(program.endsAt) <= now ? 'The program has ended.' : null;
}
