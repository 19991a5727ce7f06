import { ButtonLink } from '../../components/button.tsx';

/** What somebody reads who is signed in with another address than the one that an invitation was mailed to. */
export function ForAnother({ signedIn, address }: { signedIn: string; address: string }) {
  return (
    <>
      <p>
        You are signed in as {signedIn}, whom this is not for. Sign out, and in again with {address}.
      </p>
      <ButtonLink href="/sign-out">Sign out</ButtonLink>
    </>
  );
}
