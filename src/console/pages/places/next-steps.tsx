// What waits for a creator: invitations, agreements, requested changes, approved videos to publish, offers and questions.
import type { Child } from 'hono/jsx';
import { PERMISSIONS } from '../../../domains/ads/ad-authorizations/ad-authorization.ts';
import type { Balance } from '../../../domains/money/balance/balance.ts';
import { AppError } from '../../../kit/error.ts';
import { standingOf } from '../../application-standing.ts';
import { ButtonLink } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/notice.tsx';
import { Table, TwoLines } from '../../components/table.tsx';
import type { PlaceVisit } from '../../visit.ts';
import { Unread } from '../part.tsx';
import { stopOf, type WayOut } from './earned-sentence.tsx';
import { brandNames, namesFor } from './names.ts';

/** So many of each kind are shown; their list has all of them. */
const SHOWN = '5';

interface Step {
  href: string;
  title: string;
  about: Child;
}

/** What waits, the most urgent first. Each kind is a list of its own, and all are read at once. */
export async function stepsOf(at: PlaceVisit): Promise<Step[]> {
  if (at.place.type !== 'creator') throw new AppError('permission_denied', 'Only creators have these steps.');
  const limit = SHOWN;
  const [brands, applications, revisions, approved, retainers, authorizations, brandOf] = await Promise.all([
    at.run('GET /v1/relationships', { query: { status: 'invited', limit } }),
    at.run('GET /v1/applications', { query: { status: 'pending,approved', limit: '100' } }),
    at.run('GET /v1/submissions', { query: { status: 'revision', limit } }),
    at.run('GET /v1/submissions', { query: { status: 'approved', limit } }),
    at.run('GET /v1/retainers', { query: { status: 'offered', limit } }),
    at.run('GET /v1/ad-authorizations', { query: { status: 'requested', limit } }),
    brandNames(at),
  ]);
  const program = (id: string) => at.to(`/programs/${id}`);
  const submission = (id: string) => at.to(`/submissions/${id}`);
  const invited = applications.items.filter((one) => standingOf(one) === 'invited');
  const toAccept = applications.items.filter(
    (one) => one.agreementsRequired && standingOf(one) !== 'invited',
  );
  const names = await namesFor(at, [...invited, ...toAccept]);
  return [
    ...revisions.items.map(({ id, caption, note }) => ({
      href: submission(id),
      title: `Submit a new version of ${caption ?? 'your video'}`,
      about: note,
    })),
    ...brands.items.map(({ account, accountName }) => ({
      href: at.to(`/brands/${account}`),
      title: `Answer ${accountName}`,
      about: 'It asks to work with you.',
    })),
    ...invited.map((one) => ({
      href: program(one.program),
      title: `Answer the invitation to ${names.program(one.program)}`,
      about: 'Read the brief, then accept or decline.',
    })),
    ...toAccept.map((one) => ({
      href: program(one.program),
      title: `Accept the agreements of ${names.program(one.program)}`,
      about: 'You can submit videos once you accepted them.',
    })),
    ...approved.items.map(({ id, caption, url }) => ({
      href: submission(id),
      title: `Publish ${caption ?? 'your video'}`,
      about: `It is approved. ${url === null ? 'Give the URL of the post.' : 'Mark it as live once it is published.'}`,
    })),
    ...retainers.items.map(({ id, account, pay }) => ({
      href: at.to(`/retainers/${id}`),
      title: `Answer the retainer offered by ${brandOf(account)}`,
      about: pay.summary,
    })),
    ...authorizations.items.map(({ id, brandName, platform, post }) => ({
      href: at.to(`/ad-authorizations/${id}`),
      title: `Authorize an ad of ${brandName} on ${PERMISSIONS[platform].name}`,
      about: post?.caption ?? 'It asks to show your post as an ad.',
    })),
  ];
}

/** What keeps money from the bank, as a step; nothing while nothing does. */
function payoutSteps(at: PlaceVisit, balances: Balance['balances'], way: WayOut | null): Step[] {
  const stuck = balances.find(({ available, payoutProblem }) => available > 0 && payoutProblem !== null);
  const about = stuck?.payoutProblem ?? (way && stopOf(way, balances));
  return about ? [{ href: at.to('/balance'), title: 'Set up payouts', about }] : [];
}

/** @param balances, way, others null when they could not be read; the page says that of its balances by itself. */
export function NextSteps({
  at,
  balances,
  way,
  others,
}: {
  at: PlaceVisit;
  balances: Balance['balances'] | null;
  way: WayOut | null;
  others: readonly Step[] | null;
}) {
  if (others === null) return <Unread at={at} title="Next steps" />;
  const steps = [...payoutSteps(at, balances ?? [], way), ...others];
  return (
    <Card flush title="Next steps">
      {steps.length === 0 ? (
        <EmptyState
          title={balances === null ? 'No other steps' : "You're all caught up"}
          icon="check"
          action={
            <>
              <ButtonLink href={at.to('/submissions/new')}>Submit video</ButtonLink>{' '}
              <ButtonLink look="secondary" href={at.to('/programs/discover')}>
                Discover programs
              </ButtonLink>
            </>
          }
        >
          Invitations, requested changes and offers appear here.
        </EmptyState>
      ) : (
        <Table
          label="Next steps"
          rows={steps}
          columns={[
            {
              label: 'Step',
              main: true,
              cell: ({ href, title, about }) => (
                <TwoLines href={href} title={title}>
                  {about}
                </TwoLines>
              ),
            },
          ]}
        />
      )}
    </Card>
  );
}
