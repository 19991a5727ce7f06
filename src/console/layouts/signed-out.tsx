// The frames of pages that belong to no place.
import type { PropsWithChildren } from 'hono/jsx';
import { Mark } from '../components/mark.tsx';
import { readCookie } from '../cookies.ts';
import { useVisit } from '../visit-context.ts';

/** One thing to do, on a sheet in the middle: signing in, agreeing, an error. */
export function Sheet({ children }: PropsWithChildren) {
  return (
    <div class="sheet-page">
      <Brand />
      <main id="main" class="sheet" tabindex={-1}>
        {children}
      </main>
    </div>
  );
}

/** A page of more than one thing. */
export function Wide({ children }: PropsWithChildren) {
  const at = useVisit();
  const person = 'person' in at;
  return (
    <div class="wide-page">
      <header class="wide-header">
        <Brand />
        <nav aria-label="Site" class="wide-nav">
          <a class="plain-link" href="/docs">
            API reference
          </a>
          {person ? <SignOut /> : <Enter signedIn={readCookie(at.request, 'session') !== null} />}
        </nav>
      </header>
      <main id="main" class="wide-main" tabindex={-1}>
        {children}
      </main>
    </div>
  );
}

function Brand() {
  const { vars } = useVisit();
  return (
    <a class="brand" href="/">
      <Mark />
      <span>{vars.SERVICE_NAME}</span>
    </a>
  );
}

/** A page for anybody looks nobody up: whoever holds a session is led to where it is asked about. */
const Enter = ({ signedIn }: { signedIn: boolean }) => (
  <a class="button secondary" href={signedIn ? '/app' : '/sign-in'}>
    {signedIn ? 'Console' : 'Sign in'}
  </a>
);

const SignOut = () => (
  <a class="plain-link" href="/sign-out">
    Sign out
  </a>
);
