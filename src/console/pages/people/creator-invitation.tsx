// The page behind the link that an invited creator is mailed. It shows who invites and to what. The answer is given on the page
// of claims, by the person who proved the address.
import { isId } from '../../../kit/ids.ts';
import { ButtonLink, Buttons } from '../../components/button.tsx';
import { openPage } from '../../page.ts';
import { ForAnother } from './for-another.tsx';
import { keeping } from './sign-in.tsx';

const CLAIMS = '/claims';

export const creatorInvitationPage = openPage({
  path: '/invitations/:creator/:signature',
  show: async (at) => {
    const { getInvitation } = await import('../../../domains/work/claims/get-invitation.ts');
    const { creator = '', signature = '' } = at.params;
    const [who, { accountName, email, programs }] = await Promise.all([
      at.who(),
      getInvitation(at.system(), { creator: isId(creator, ['creator']) ? creator : '', signature }),
    ]);
    const [only] = programs;
    const by = only?.accountName ?? accountName;
    return {
      title: `Invitation from ${by}`,
      body: (
        <>
          <h1>{by} invites you</h1>
          {programs.length === 0 && <p>{accountName} asks you to make videos, and pays you for them.</p>}
          {programs.length > 0 && (
            <>
              <p>
                You are asked to make videos for {programs.length === 1 ? 'this program' : 'these programs'}:
              </p>
              <ul>
                {programs.map(({ accountName: brand, program }) => (
                  <li>
                    <strong>{program}</strong> by {brand}
                  </li>
                ))}
              </ul>
              {by !== accountName && (
                <p>{accountName} keeps a creator profile for you, which you can claim or decline.</p>
              )}
            </>
          )}
          {!who && (
            <>
              <p>
                To answer, sign in with <strong>{email}</strong>. If you are new here, create an account with
                this address first. You see the brief and the pay before you submit anything.
              </p>
              <Buttons>
                <ButtonLink href={keeping('/sign-up', CLAIMS)}>Create an account</ButtonLink>
                <ButtonLink look="secondary" href={keeping('/sign-in', CLAIMS)}>
                  Sign in
                </ButtonLink>
              </Buttons>
            </>
          )}
          {who && who.person.email !== email && <ForAnother signedIn={who.person.email} address={email} />}
          {who?.person.email === email && <ButtonLink href={CLAIMS}>Accept or decline</ButtonLink>}
        </>
      ),
    };
  },
});
