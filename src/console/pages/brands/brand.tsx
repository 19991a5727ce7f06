// What a creator and one brand agreed on: the creator answers an invitation, accepts agreements, or ends it.
import { relationshipOperations } from '../../../domains/work/relationships/operations.ts';
import type { Relationship } from '../../../domains/work/relationships/relationship.ts';
import { Button, ButtonLink, Buttons } from '../../components/button.tsx';
import { Card, Facts, PageHead } from '../../components/card.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { Form } from '../../components/form.tsx';
import { Time } from '../../format.tsx';
import type { FormInput } from '../../forms.ts';
import { type Outcome, placePage } from '../../page.ts';
import { writes } from '../../rights.ts';
import type { PlaceVisit } from '../../visit.ts';
import { OpenAgreements, requireAgreed } from '../agreements/open-agreements.tsx';
import { State } from '../places/states.tsx';
import { RELATIONSHIP_NAMES } from './brands.tsx';

const read = (at: PlaceVisit) =>
  at.run(relationshipOperations.getRelationshipWith, { params: { id: at.params.account ?? '' } });

export const brandPage = placePage({
  path: '/brands/:account',
  show: async (at) => {
    const one = await read(at);
    const { account, accountName, status } = one;
    return {
      title: accountName,
      body: (
        <>
          <PageHead
            title={accountName}
            back={{ href: at.to('/brands'), label: 'Brands' }}
            action={
              status === 'agreed' && (
                <ButtonLink look="secondary" icon="message" href={at.to(`/messages/new?with=${account}`)}>
                  Send message
                </ButtonLink>
              )
            }
          />
          <Card title="Working together" action={<State status={status} own={RELATIONSHIP_NAMES} />}>
            <p>{wordsOf(one)}</p>
            {writes(at.place) && <Answers one={one} />}
          </Card>
          <Card>
            <Facts
              facts={[
                ['You agreed', one.creatorAgreedAt && <Time at={one.creatorAgreedAt} exact />],
                ['The brand agreed', one.accountAgreedAt && <Time at={one.accountAgreedAt} exact />],
                [
                  'Programs',
                  <a href={at.to(`/programs/discover?account=${account}`)}>Open programs of {accountName}</a>,
                ],
              ]}
            />
          </Card>
        </>
      ),
    };
  },
  actions: {
    agree: async (at, form) => {
      requireAgreed(form);
      const body = { status: 'agreed', ...(form.text('asks') && { acceptAgreements: true }) };
      return await change(at, form, body, 'You work together.');
    },
    accept: async (at, form) => {
      requireAgreed(form);
      return await change(at, form, { acceptAgreements: true }, 'Agreements accepted.');
    },
    decline: (at, form) => change(at, form, { status: 'declined' }, 'Invitation declined.'),
    end: (at, form) => change(at, form, { status: 'ended' }, 'Ended.'),
  },
});

async function change(at: PlaceVisit, form: FormInput, body: object, said: string): Promise<Outcome> {
  const { id } = await read(at);
  await at.run('PATCH /v1/relationships/:id', {
    params: { id },
    body: { ...body, version: form.version },
  });
  return at.go(at.url.pathname, said);
}

function wordsOf({ status, accountName, endedBy, relationship }: Relationship): string {
  switch (status) {
    case 'invited':
      return `${accountName} asks to work with you. Once you agree, it sees your profile and contact data.`;
    case 'requested':
      return `${accountName} has not answered your request yet.`;
    case 'agreed':
      return relationship === 'represented'
        ? `You work together, and ${accountName} speaks for you.`
        : 'You work together.';
    default:
      return `${endedBy === 'creator' ? 'You' : accountName} ${status} it. ${
        endedBy === 'creator' ? 'To work together again, apply to a program.' : ''
      }`;
  }
}

function Answers({ one }: { one: Relationship }) {
  const { accountName, agreements, status, version } = one;
  const name = accountName;
  if (status === 'invited')
    return (
      <>
        <Form action="agree" seen={version}>
          <OpenAgreements agreements={agreements} brand={name} />
          <Button>Accept invitation</Button>
        </Form>
        <Buttons>
          <Confirm
            action="decline"
            label="Decline invitation"
            title={`Decline the invitation of ${name}?`}
            confirm="Decline invitation"
            seen={version}
          >
            <p>{name} is told. It can ask you again.</p>
          </Confirm>
        </Buttons>
      </>
    );
  if (status !== 'agreed' && status !== 'requested') return null;
  const label = status === 'agreed' ? 'Stop working together' : 'Withdraw request';
  return (
    <>
      {agreements.length > 0 && (
        <Form action="accept" seen={version}>
          <OpenAgreements agreements={agreements} brand={name} />
          <Button>Accept agreements</Button>
        </Form>
      )}
      <Buttons>
        <Confirm
          action="end"
          label={label}
          title={`${label}: ${name}?`}
          confirm={label}
          keep="Keep it"
          seen={version}
        >
          <p>
            Your places in the programs of {name} end, and it no longer sees your contact data. What you
            earned is still paid.
          </p>
        </Confirm>
      </Buttons>
    </>
  );
}
