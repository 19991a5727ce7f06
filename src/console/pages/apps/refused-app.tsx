// The error page for cases in which the person must not be redirected to the app.
import type { Refused } from '../../../domains/accounts/oauth/check-authorization.ts';
import { Notice } from '../../components/notice.tsx';

export function RefusedApp({ refused, service }: { refused: Refused; service: string }) {
  const { app, error, message, location } = refused;
  const { host } = new URL(location);
  return (
    <>
      <h1>{app.name} was not connected</h1>
      <p>{message}</p>
      <p class="quiet">
        Error: <code>{error}</code>
      </p>
      <Notice tone="warning" title={`The link below leaves ${service}`}>
        This app chose its own name, and {service} does not know who made it. Follow the link only if you
        trust {host}.
      </Notice>
      <p>
        <a href={location} rel="noreferrer nofollow">
          Return to {host}
        </a>
      </p>
    </>
  );
}
