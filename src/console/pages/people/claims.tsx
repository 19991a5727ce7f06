// Records that accounts wrote at a person's address. The person decides on each.
import { createProfile } from '../../../domains/work/claims/create-profile.ts';
import { refuseRecord } from '../../../domains/work/claims/refuse-record.ts';
import { takeOver } from '../../../domains/work/claims/take-over.ts';
import { verifyAddress } from '../../../domains/work/claims/verify-address.ts';
import { Button, ButtonLink, Buttons } from '../../components/button.tsx';
import { Card, PageHead } from '../../components/card.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { Form } from '../../components/form.tsx';
import { EmptyState } from '../../components/notice.tsx';
import { Time } from '../../format.tsx';
import { personPage } from '../../page.ts';

export const claimsPage = personPage({
  path: '/claims',
  show: async (at) => {
    const [offers, who] = await Promise.all([
      verifyAddress(at.system(), at.person.id, at.person.email),
      at.who(),
    ]);
    const isCreator = who?.places.some(({ type }) => type === 'creator');
    return {
      title: 'Profiles in your name',
      layout: 'wide',
      body: (
        <>
          <PageHead title="Profiles in your name">
            {offers.length === 0
              ? `What accounts write at ${at.person.email} is shown here, and you decide on it.`
              : `These accounts wrote a creator's profile at ${at.person.email}. Take it over, and from then on you
                alone speak for it and say where its money goes. Refuse it, and nobody speaks for it any more.`}
          </PageHead>
          {offers.length === 0 && (
            <EmptyState
              title="Nothing waits for you here"
              action={
                isCreator ? (
                  <ButtonLink href="/app">Go on</ButtonLink>
                ) : (
                  <Form action="create">
                    <Button>Create a creator's profile</Button>
                  </Form>
                )
              }
            >
              {isCreator
                ? 'You have decided on all of them.'
                : 'Nobody has written a profile at your address. If you are a creator, begin your own.'}
            </EmptyState>
          )}
          {offers.map(({ creator, accountName, addedAt }) => (
            <Card title={accountName}>
              <p>
                Added on <Time at={addedAt} />.
              </p>
              <Buttons>
                <Confirm
                  action="takeOver"
                  id={creator}
                  look="primary"
                  label="Take over"
                  title={`Take over the profile that ${accountName} wrote?`}
                  confirm="Take over"
                >
                  What was agreed for it stays, until you end it. {accountName} cannot act in your name any
                  more. Payouts are set up anew, by you: the balance stays.
                </Confirm>
                <Confirm
                  action="refuse"
                  id={creator}
                  label="Refuse"
                  title={`Refuse the profile that ${accountName} wrote?`}
                  confirm="Refuse profile"
                >
                  Your address is taken out of it and all that was agreed in its name ends. This cannot be
                  undone.
                </Confirm>
              </Buttons>
            </Card>
          ))}
        </>
      ),
    };
  },
  actions: {
    takeOver: async (at, form) => {
      const ctx = at.system();
      const creator = form.text('_id');
      await takeOver(ctx, at.person.id, creator);
      await at.commit(ctx);
      return at.go('/claims', 'The profile is yours.');
    },
    refuse: async (at, form) => {
      const ctx = at.system();
      await refuseRecord(ctx, at.person.id, form.text('_id'));
      await at.commit(ctx);
      return at.go('/claims', 'The profile was refused.');
    },
    create: async (at) => {
      const ctx = at.system();
      const { id, name, email } = at.person;
      const creator = await createProfile(ctx, { id, name, email });
      await at.commit(ctx);
      return at.go(`/app/${creator}`, 'Your profile is made.');
    },
  },
});
