// A program as one creator reads it: where the creator stands, what to do about that, and the brief.

import type { Application } from '../../../domains/work/applications/application.ts';
import { applicationOperations } from '../../../domains/work/applications/operations.ts';
import type { Program } from '../../../domains/work/program-terms/program.ts';
import { AppError } from '../../../kit/error.ts';
import { type Standing, standingOf } from '../../application-standing.ts';
import { Button, ButtonLink, Buttons } from '../../components/button.tsx';
import { Card, Facts, PageHead } from '../../components/card.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { Form } from '../../components/form.tsx';
import type { FormInput } from '../../forms.ts';
import type { Outcome } from '../../page.ts';
import { writes } from '../../rights.ts';
import type { PlaceVisit } from '../../visit.ts';
import { OpenAgreements, requireAgreed } from '../agreements/open-agreements.tsx';
import { brandNames } from '../places/names.ts';
import { applicationState } from '../places/states.tsx';
import { Brief, Earns, Terms } from './for-creators.tsx';
import { NO_NAMES } from './pay-words.tsx';

const idIn = (at: PlaceVisit) => at.params.program ?? '';
const there = (at: PlaceVisit) => at.to(`/programs/${idIn(at)}`);

export async function programForCreator(at: PlaceVisit): Promise<Outcome> {
  const params = { id: idIn(at) };
  const [program, { application }, brandOf] = await Promise.all([
    at.run('GET /v1/programs/:id', { params }),
    at.run(applicationOperations.getOwnApplication, { params }),
    brandNames(at),
  ]);
  const brand = program.brandName ?? 'The brand';
  const { id, products } = program;
  const fee = application?.partnerFee ?? null;
  return {
    title: program.name,
    body: (
      <>
        <PageHead title={program.name} back={{ href: at.to('/programs'), label: 'Programs' }}>
          {brand}
        </PageHead>
        <Membership at={at} program={program} application={application} brand={brand} />
        <Brief program={program} />
        <Earns
          title={application?.pay ? 'What you earn: your own terms' : 'What you earn'}
          pay={application?.pay ? { ...program.pay, ...application.pay } : program.pay}
          nameOf={NO_NAMES}
        />
        {fee !== null && (
          <p class="quiet">
            {brandOf(fee.partner)} takes {fee.percent}% of it.
          </p>
        )}
        <Terms program={program} />
        {(application !== null || products.length > 0) && (
          <Card>
            <Facts
              facts={[
                ...(application === null
                  ? []
                  : [
                      [
                        'Your videos',
                        <a href={at.to(`/submissions?program=${id}`)}>View submissions to this program</a>,
                      ] as const,
                    ]),
                ...(products.length === 0
                  ? []
                  : [['Products', <a href={at.to(`/products?program=${id}`)}>View products</a>] as const]),
              ]}
            />
          </Card>
        )}
      </>
    ),
  };
}

interface MembershipProps {
  at: PlaceVisit;
  program: Program;
  application: Application | null;
  brand: string;
}

/** What the standing means, and what happens next. */
export function standingWords(
  standing: Standing,
  { status, asks, brand }: { status: Program['status']; asks: boolean; brand: string },
): string {
  const live = status === 'live';
  switch (standing) {
    case 'none':
      return live ? `${brand} decides on your application.` : 'The program takes no applications now.';
    case 'invited':
      return live
        ? `${brand} invites you to this program.`
        : `${brand} invited you, but the program is paused.`;
    case 'pending':
      return asks
        ? `${brand} has not decided yet. Accept the agreements now, so that you can submit once you are approved.`
        : `${brand} has not decided yet. You get a notice when it does.`;
    case 'approved':
      if (asks) return 'Accept the agreements before you submit another video.';
      return live ? 'You can submit videos.' : 'No videos are taken now. What you earned is paid.';
    case 'rejected':
      return `${brand} declined your application.`;
    case 'removed':
      return `${brand} removed you from the program. What you earned is still paid.`;
    case 'withdrawn':
      return live ? 'You are not in the program. You can apply again.' : 'You are not in the program.';
  }
}

function Membership({ at, program, application, brand }: MembershipProps) {
  const standing = standingOf(application);
  const agreements = application?.agreements ?? [];
  const asks = agreements.length > 0;
  return (
    <Card title="Your place in the program" action={application && applicationState(application)}>
      <p>{standingWords(standing, { status: program.status, asks, brand })}</p>
      {writes(at.place) && (
        <Answers {...{ at, program, brand, standing, agreements }} version={application?.version ?? 0} />
      )}
    </Card>
  );
}

interface AnswerProps {
  at: PlaceVisit;
  program: Program;
  brand: string;
  standing: Standing;
  agreements: Application['agreements'];
  version: number;
}

function Answers({ at, program, brand, standing, agreements, version }: AnswerProps) {
  const live = program.status === 'live';
  const asks = agreements.length > 0;
  const mayApply = live && (standing === 'none' || standing === 'withdrawn');
  const mayAccept = live && standing === 'invited';
  return (
    <>
      {mayApply && (
        <Form action="apply">
          <Button>Apply to program</Button>
        </Form>
      )}
      {mayAccept && (
        <Form action="accept" seen={version}>
          <OpenAgreements agreements={agreements} brand={brand} />
          <Button>Accept invitation</Button>
        </Form>
      )}
      {asks && (standing === 'pending' || standing === 'approved') && (
        <Form action="agree" seen={version}>
          <OpenAgreements agreements={agreements} brand={brand} />
          <Button>Accept agreements</Button>
        </Form>
      )}
      {standing === 'approved' && live && !asks && (
        <Buttons>
          <ButtonLink href={at.to(`/submissions/new?program=${program.id}`)}>Submit video</ButtonLink>
        </Buttons>
      )}
      <End standing={standing} name={program.name} brand={brand} version={version} />
    </>
  );
}

/** What a creator ends: each is asked about first. */
const ENDS: Partial<Record<Standing, { label: string; about: (brand: string) => string }>> = {
  invited: {
    label: 'Decline invitation',
    about: (brand) => `${brand} is told. You can still apply later.`,
  },
  pending: {
    label: 'Withdraw application',
    about: (brand) => `${brand} no longer decides on it. You can apply again.`,
  },
  approved: {
    label: 'Leave program',
    about: () => 'You submit no more videos. What you earned is still paid, and you can apply again.',
  },
};

function End({
  standing,
  name,
  brand,
  version,
}: {
  standing: Standing;
  name: string;
  brand: string;
  version: number;
}) {
  const end = ENDS[standing];
  if (!end) return null;
  return (
    <Buttons>
      <Confirm
        action="withdraw"
        label={end.label}
        title={`${end.label}: ${name}?`}
        confirm={end.label}
        keep="Keep it"
        seen={version}
      >
        <p>{end.about(brand)}</p>
      </Confirm>
    </Buttons>
  );
}

async function answer(at: PlaceVisit, form: FormInput, body: object, said: string): Promise<Outcome> {
  const { application } = await at.run(applicationOperations.getOwnApplication, { params: { id: idIn(at) } });
  if (!application) throw new AppError('not_found', 'You have no application to this program.');
  await at.run('PATCH /v1/applications/:id', {
    params: { id: application.id },
    body: { ...body, version: form.version },
  });
  return at.go(there(at), said);
}

/** What a creator does about its place in a program. */
export const MEMBERSHIP = {
  apply: async (at: PlaceVisit): Promise<Outcome> => {
    const made = await at.run('POST /v1/applications', { body: { program: idIn(at) } });
    return at.go(
      there(at),
      made.agreementsRequired ? 'Application sent. Accept the agreements as well.' : 'Application sent.',
    );
  },
  accept: (at: PlaceVisit, form: FormInput) => {
    requireAgreed(form);
    return answer(at, form, { status: 'approved' }, 'Invitation accepted.');
  },
  agree: (at: PlaceVisit, form: FormInput) => {
    requireAgreed(form);
    return answer(at, form, { acceptAgreements: true }, 'Agreements accepted.');
  },
  withdraw: (at: PlaceVisit, form: FormInput) => answer(at, form, { status: 'withdrawn' }, 'Done.'),
};
