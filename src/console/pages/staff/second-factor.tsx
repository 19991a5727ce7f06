// The second factor: set up at the first visit, and asked for in every later session.
import { confirmSecondFactor } from '../../../domains/accounts/people/confirm-second-factor.ts';
import { getSecondFactor } from '../../../domains/accounts/people/get-second-factor.ts';
import { proveSecondFactor } from '../../../domains/accounts/people/prove-second-factor.ts';
import { isProved } from '../../../domains/accounts/people/second-factor.ts';
import { beginStaffFactor } from '../../../domains/operations/second-factors/begin-staff-factor.ts';
import { presentStaffPerson } from '../../../domains/operations/second-factors/staff-person.ts';
import { audited } from '../../../domains/operations/staff/audited.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { CodeField, TextField } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { Time } from '../../format.tsx';
import { BackToForm, onwards } from '../../onwards.tsx';
import { type Outcome, staffPage } from '../../page.ts';
import { returnPath } from '../../return-path.ts';
import type { StaffVisit } from '../../visit.ts';
import { FirstCode, provingPerson, RecoveryCodes } from '../people/factor-parts.tsx';

const target = (at: StaffVisit) => returnPath(at.query('to'), '/staff');

async function showFactor(at: StaffVisit): Promise<Outcome> {
  const found = await getSecondFactor(at.system(), provingPerson(at));
  return {
    title: 'Second factor',
    layout: 'sheet',
    body: (
      <>
        <h1>Second factor</h1>
        {at.kept !== null && (
          <Notice title="Nothing was submitted yet">
            Your form comes back as you filled it in once you have proved the second factor.
          </Notice>
        )}
        {found.state === 'none' && (
          <>
            <p>
              Staff pages ask for a code in addition to your password. You need an authenticator app, on your
              phone or in your password manager.
            </p>
            <Form action="begin">
              <TextField
                name="token"
                label="Staff token"
                hint="The operator of this deployment created it for you, so a stolen password is not enough to set up a second factor."
                type="password"
                autocomplete="off"
                maxlength={100}
                required
              />
              <Button>Set up second factor</Button>
            </Form>
          </>
        )}
        {found.state === 'begun' && <FirstCode secret={found.secret} link={found.link} />}
        {found.state === 'confirmed' && isProved(at.person.secondFactorAt, at.now) && (
          <>
            <p>
              You set yours up on <Time at={found.confirmedAt} />, and proved it in this session on{' '}
              <Time at={at.person.secondFactorAt!} exact />. If you lose it, another staff member has it
              removed, which takes 72 hours.
            </p>
            <p>
              <a href={target(at)}>Continue</a>
            </p>
          </>
        )}
        {found.state === 'confirmed' && !isProved(at.person.secondFactorAt, at.now) && (
          <>
            <p>Enter the code from your authenticator app for {at.person.email}.</p>
            <Form action="prove">
              <CodeField name="code" label="Code" />
              <Button>Continue</Button>
            </Form>
            <p class="quiet">
              Lost your phone? Enter a recovery code, or ask another staff member to remove it, which takes 72
              hours.
            </p>
          </>
        )}
      </>
    ),
  };
}

export const secondFactorPage = staffPage({
  path: '/second-factor',
  unproved: true,
  carries: true,
  show: showFactor,
  actions: {
    begin: async (at, form) => {
      const ctx = at.staffCtx();
      await beginStaffFactor(ctx, provingPerson(at), form.text('token'));
      await at.commit(ctx);
      // The kept form exists only in this response, so a redirect would lose it.
      return at.kept === null ? at.go(at.url.pathname + at.url.search) : await showFactor(at);
    },
    confirm: async (at, form) => {
      const ctx = at.staffCtx();
      const what = { action: 'second-factor.set-up', subject: at.person.id, reason: 'With the staff token.' };
      const { id: person, email } = at.person;
      const before = { name: at.staff, email, person, secondFactorAt: null, removedAt: null };
      let codes: string[] = [];
      const confirm = async () => {
        codes = await confirmSecondFactor(ctx, provingPerson(at), form.text('code'));
        return { before, after: { ...before, secondFactorAt: at.now } };
      };
      await audited(ctx, what, confirm, presentStaffPerson);
      await at.commit(ctx);
      return shownCodes(at, codes);
    },
    prove: async (at, form) => {
      const ctx = at.system();
      await proveSecondFactor(ctx, provingPerson(at), form.text('code'));
      await at.commit(ctx);
      return onwards(at, target(at));
    },
  },
});

/** The codes, and the way on: to the page that asked for the factor, with the form that was kept meanwhile. */
const shownCodes = (at: StaffVisit, codes: readonly string[]): Outcome => ({
  title: 'Second factor',
  layout: 'sheet',
  body: (
    <>
      <h1>Your second factor is set up</h1>
      <RecoveryCodes codes={codes} />
      {at.kept === null ? (
        <ButtonLink href={target(at)}>I have saved them</ButtonLink>
      ) : (
        <BackToForm to={target(at)} kept={at.kept} label="I have saved them, back to my form" />
      )}
    </>
  ),
});
