// Records that accounts created with a person's address. The person claims or declines each.
import { createProfile } from '../../../domains/work/claims/create-profile.ts';
import { listOfferedRecords } from '../../../domains/work/claims/list-offered-records.ts';
import { refuseRecord } from '../../../domains/work/claims/refuse-record.ts';
import { takeOver } from '../../../domains/work/claims/take-over.ts';
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
    const [offers, who] = await Promise.all([listOfferedRecords(at.system(), at.person.id), at.who()]);
    const isCreator = who?.places.some(({ type }) => type === 'creator');
    return {
      title: 'Claim your profile',
      layout: 'wide',
      body: (
        <>
          <PageHead title="Claim your profile">
            {offers.length === 0
              ? `Creator profiles that accounts create for ${at.person.email} appear here.`
              : `These accounts created a creator profile for ${at.person.email}. Claim a profile to manage it and its
                payouts yourself. Decline it to end everything agreed in its name.`}
          </PageHead>
          {offers.length === 0 && (
            <EmptyState
              title="No profiles to claim"
              action={
                isCreator ? (
                  <ButtonLink href="/app">Open dashboard</ButtonLink>
                ) : (
                  <Form action="create">
                    <Button>Create creator profile</Button>
                  </Form>
                )
              }
            >
              {isCreator
                ? 'You have answered for every profile.'
                : 'No account has created a profile for your email address. If you are a creator, create your own.'}
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
                  label="Claim"
                  title={`Claim the profile from ${accountName}?`}
                  confirm="Claim profile"
                >
                  Existing agreements stay until you end them. {accountName} can no longer act in your name.
                  Set up payouts again afterwards; the balance is kept.
                </Confirm>
                <Confirm
                  action="refuse"
                  id={creator}
                  label="Decline"
                  title={`Decline the profile from ${accountName}?`}
                  confirm="Decline profile"
                >
                  Your email address is removed and all agreements in its name end. This cannot be undone.
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
      const left = await listOfferedRecords(at.system(), at.person.id);
      return at.go(left.length > 0 ? '/claims' : `/app/${creator}`, 'Profile claimed.');
    },
    refuse: async (at, form) => {
      const ctx = at.system();
      await refuseRecord(ctx, at.person.id, form.text('_id'));
      await at.commit(ctx);
      return at.go('/claims', 'Profile declined.');
    },
    create: async (at) => {
      const ctx = at.system();
      const { id, name, email } = at.person;
      const creator = await createProfile(ctx, { id, name, email });
      await at.commit(ctx);
      return at.go(`/app/${creator}`, 'Profile created.');
    },
  },
});
