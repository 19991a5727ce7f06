// One retainer: what it pays, how far it got, and what either side can do about it.
import type { Retainer } from '../../../domains/work/retainers/retainer.ts';
import { type Party, TRANSITIONS } from '../../../domains/work/retainers/transitions.ts';
import { Button, Buttons } from '../../components/button.tsx';
import { Card, Facts, PageHead } from '../../components/card.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { Form } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { Time } from '../../format.tsx';
import type { FormInput } from '../../forms.ts';
import { placePage } from '../../page.ts';
import { writes } from '../../rights.ts';
import type { PlaceVisit } from '../../visit.ts';
import { OpenAgreements, requireAgreed } from '../agreements/open-agreements.tsx';
import { CreatorLink } from '../creator-link.tsx';
import { brandNames, namesFor } from '../places/names.ts';
import { State } from '../places/states.tsx';
import { ProgramLink } from '../program-link.tsx';
import { RetainerWords, wordsIn } from './retainer-words.tsx';
import { startsOnceAccepted } from './retainers.tsx';

const paramsOf = (at: PlaceVisit) => ({ id: at.params.retainer ?? '' });

async function change(at: PlaceVisit, form: FormInput, body: object, said: string) {
  await at.run('PATCH /v1/retainers/:id', {
    params: paramsOf(at),
    body: { ...body, version: form.version },
  });
  return at.go(at.url.pathname, said);
}

export const retainerPage = placePage({
  path: '/retainers/:retainer',
  show: async (at) => {
    const [one, brandOf] = await Promise.all([
      at.run('GET /v1/retainers/:id', { params: paramsOf(at) }),
      brandNames(at),
    ]);
    const isCreator = at.place.type === 'creator';
    const names = await namesFor(at, [one]);
    const name = isCreator ? brandOf(one.account) : names.creator(one.creator);
    const title = `Retainer ${isCreator ? 'from' : 'for'} ${name}`;
    return {
      title,
      body: (
        <>
          <PageHead title={title} back={{ href: at.to('/retainers'), label: 'Retainers' }}>
            {one.pay.summary}
          </PageHead>
          <Notice>{stateWords(one, isCreator, name)}</Notice>
          <Card>
            <Facts
              facts={[
                ['Status', <State status={one.status} />],
                ...(isCreator
                  ? []
                  : [['Creator', <CreatorLink at={at} id={one.creator} names={names} />] as const]),
                [
                  'Work',
                  one.program === null ? 'All work' : <ProgramLink at={at} id={one.program} names={names} />,
                ],
                [
                  'Starts',
                  startsOnceAccepted(one, at.ctx().now) ? 'When accepted' : <Time at={one.startsAt} exact />,
                ],
                ...(one.currentPeriodEndAt === null
                  ? []
                  : [['Period ends', <Time at={one.currentPeriodEndAt} exact />] as const]),
                ['Payments', one.pay.approval === 'automatic' ? 'Automatic' : 'Approved manually'],
                ...(one.pay.schedule.holdDays > 0
                  ? [['Days on hold', String(one.pay.schedule.holdDays)] as const]
                  : []),
                ['Deliverables', one.deliverables],
                ...(one.notes === null ? [] : [['Note', one.notes] as const]),
                ['Offered', <Time at={one.createdAt} exact />],
              ]}
            />
          </Card>
          {writes(at.place) &&
            (isCreator ? <CreatorForms one={one} brand={name} /> : <BrandForms one={one} />)}
        </>
      ),
    };
  },
  actions: {
    accept: (at, form) => {
      requireAgreed(form);
      return change(at, form, { status: 'accepted' }, 'Accepted.');
    },
    reject: (at, form) => change(at, form, { status: 'rejected' }, 'Declined.'),
    cancel: (at, form) => change(at, form, { status: 'canceled' }, 'Cancelled.'),
    edit: (at, form) => change(at, form, wordsIn(form), 'Saved.'),
  },
});

/** Where it stands and what happens next. */
function stateWords({ status, startsAt, currentPeriodEndAt }: Retainer, isCreator: boolean, other: string) {
  const end = currentPeriodEndAt === null ? null : <Time at={currentPeriodEndAt} />;
  switch (status) {
    case 'offered':
      return isCreator ? `${other} waits for your answer.` : `${other} has not answered yet.`;
    case 'accepted':
      return (
        <>
          Accepted. The first period starts <Time at={startsAt} exact />.
        </>
      );
    case 'active':
      return <>Running. This period is paid when it ends: {end}.</>;
    case 'canceling':
      return <>Cancelled. This period runs to its end, {end}, and is the last one that is paid.</>;
    case 'canceled':
      return 'Cancelled. No further period is paid.';
    case 'rejected':
      return isCreator ? 'You declined it.' : `${other} declined it. You can offer another.`;
    case 'ended':
      return 'Ended: you no longer work together.';
  }
}

/** What a side can do about it now. */
const may = ({ status }: Retainer, action: 'accept' | 'cancel' | 'edit', by: Party): boolean =>
  (TRANSITIONS[status][action] ?? []).some((move) => move.by === by);

function Cancel({ one, label }: { one: Retainer; label: string }) {
  return (
    <Confirm
      action="cancel"
      label={label}
      title={`${label}?`}
      confirm={label}
      keep="Keep it"
      seen={one.version}
    >
      <p>
        {one.status === 'active'
          ? 'The period that runs is still paid at its end. No other begins.'
          : 'Nothing is paid.'}
      </p>
    </Confirm>
  );
}

function BrandForms({ one }: { one: Retainer }) {
  return (
    <>
      {may(one, 'edit', 'brand') && (
        <Card title="Deliverables and note">
          <Form action="edit" seen={one.version}>
            <RetainerWords of={one} />
            <Button>Save changes</Button>
          </Form>
        </Card>
      )}
      {may(one, 'cancel', 'brand') && (
        <Card>
          <Cancel one={one} label={one.status === 'offered' ? 'Withdraw offer' : 'Cancel retainer'} />
        </Card>
      )}
    </>
  );
}

function CreatorForms({ one, brand }: { one: Retainer; brand: string }) {
  if (may(one, 'cancel', 'creator'))
    return (
      <Card>
        <Cancel one={one} label="Cancel retainer" />
      </Card>
    );
  if (!may(one, 'accept', 'creator')) return null;
  return (
    <Card title="Your answer">
      <Form action="accept" seen={one.version}>
        <OpenAgreements agreements={one.agreements} brand={brand} />
        <Button>Accept retainer</Button>
      </Form>
      <Buttons>
        <Confirm
          action="reject"
          label="Decline retainer"
          title="Decline retainer?"
          confirm="Decline retainer"
          seen={one.version}
        >
          <p>{brand} is told. It can offer you another one.</p>
        </Confirm>
      </Buttons>
    </Card>
  );
}
