// A person's own second factor: set up, recovery codes, turned off.
import { beginSecondFactor } from '../../../domains/accounts/people/begin-second-factor.ts';
import { confirmSecondFactor } from '../../../domains/accounts/people/confirm-second-factor.ts';
import { getSecondFactor, type SecondFactor } from '../../../domains/accounts/people/get-second-factor.ts';
import { removeSecondFactor } from '../../../domains/accounts/people/remove-second-factor.ts';
import { renewRecoveryCodes } from '../../../domains/accounts/people/renew-recovery-codes.ts';
import { AppError } from '../../../kit/error.ts';
import { Button, ButtonLink, Buttons } from '../../components/button.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { Form } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { Time } from '../../format.tsx';
import { type Outcome, personPage } from '../../page.ts';
import { Proof } from '../../proof.tsx';
import type { PersonVisit } from '../../visit.ts';
import { FirstCode, provingPerson, RecoveryCodes } from './factor-parts.tsx';

const PATH = '/app/you/second-factor';

/** One of the staff sets it up with the staff token, so that a thief of the password is not first. */
const isOfStaff = ({ person }: PersonVisit) => person.staff !== null;

function requireNotOfStaff(at: PersonVisit): void {
  if (isOfStaff(at)) throw new AppError('permission_denied', 'You set yours up on the pages of the staff.');
}

async function showFactor(at: PersonVisit): Promise<Outcome> {
  const found = await getSecondFactor(at.system(), provingPerson(at));
  return {
    title: 'Second factor',
    body: (
      <>
        <h1>Second factor</h1>
        {found.state !== 'confirmed' && isOfStaff(at) && (
          <p>
            You set yours up on <a href="/staff/second-factor">the pages of the staff</a>.
          </p>
        )}
        {found.state === 'none' && !isOfStaff(at) && <Begin />}
        {found.state === 'begun' && !isOfStaff(at) && <FirstCode secret={found.secret} link={found.link} />}
        {found.state === 'confirmed' && <InUse found={found} keeps={isOfStaff(at)} />}
        <p>
          <a href="/app/you">Back to your profile</a>
        </p>
      </>
    ),
  };
}

function Begin() {
  return (
    <>
      <p>
        Signing in then takes a code in addition to your password. You need an authenticator app, on your
        phone or in your password manager.
      </p>
      <Form action="begin">
        <Proof action="begin" />
        <Button>Set up second factor</Button>
      </Form>
    </>
  );
}

function InUse({ found, keeps }: { found: Extract<SecondFactor, { state: 'confirmed' }>; keeps: boolean }) {
  const { confirmedAt, removedAt, recoveryCodes } = found;
  return (
    <>
      {removedAt !== null && (
        <Notice tone="warning" title="Somebody asked us to remove it">
          It is removed on <Time at={removedAt} exact />, unless you sign in with a code before. If you did
          not ask for it, somebody else may know your password: change it.
        </Notice>
      )}
      <p>
        You set it up on <Time at={confirmedAt} />. Signing in takes a code from your app, and so do acts such
        as creating an API key.
      </p>
      <p>{recoveryCodes === 1 ? '1 recovery code is left.' : `${recoveryCodes} recovery codes are left.`}</p>
      <Buttons>
        <Confirm
          action="renew"
          look="secondary"
          label="New recovery codes"
          title="Make new recovery codes?"
          confirm="Make new codes"
        >
          <p>The codes that you have now stop working.</p>
        </Confirm>
        {!keeps && (
          <Confirm action="remove" label="Turn off" title="Turn off your second factor?" confirm="Turn off">
            <p>Signing in then takes your password alone. Your recovery codes stop working.</p>
          </Confirm>
        )}
      </Buttons>
    </>
  );
}

const shownCodes = (title: string, codes: readonly string[]): Outcome => ({
  title,
  body: (
    <>
      <h1>{title}</h1>
      <RecoveryCodes codes={codes} />
      <ButtonLink href="/app/you">I have saved them</ButtonLink>
    </>
  ),
});

export const secondFactorPage = personPage({
  path: PATH,
  proves: ['begin', 'renew', 'remove'],
  show: showFactor,
  actions: {
    begin: async (at) => {
      requireNotOfStaff(at);
      const ctx = at.system();
      await beginSecondFactor(ctx, provingPerson(at));
      await at.commit(ctx);
      return at.go(PATH);
    },
    confirm: async (at, form) => {
      requireNotOfStaff(at);
      const ctx = at.system();
      const codes = await confirmSecondFactor(ctx, provingPerson(at), form.text('code'));
      await at.commit(ctx);
      return shownCodes('Your second factor is set up', codes);
    },
    renew: async (at) => {
      const ctx = at.system();
      const codes = await renewRecoveryCodes(ctx, provingPerson(at));
      await at.commit(ctx);
      return shownCodes('Your new recovery codes', codes);
    },
    remove: async (at) => {
      const ctx = at.system();
      await removeSecondFactor(ctx, provingPerson(at));
      await at.commit(ctx);
      return at.go('/app/you', 'Your second factor is off.');
    },
  },
});
