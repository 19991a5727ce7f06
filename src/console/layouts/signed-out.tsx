// The frames of pages outside a workspace.
import type { PropsWithChildren } from 'hono/jsx';
import { Mark } from '../components/mark.tsx';
import { readCookie } from '../cookies.ts';
import { useVisit } from '../visit-context.ts';

/** One task on a sheet in the middle: signing in, giving access, an error. */
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

/** The same in the window of a frame: nothing in it leads elsewhere, since that would lose the frame. */
export function WindowSheet({ children }: PropsWithChildren) {
  const { vars } = useVisit();
  return (
    <div class="sheet-page">
      <p class="brand">
        <Mark />
        <span>{vars.SERVICE_NAME}</span>
      </p>
      <main id="main" class="sheet" tabindex={-1}>
        {children}
      </main>
    </div>
  );
}

/** A page with more than one task. */
export function Wide({ children }: PropsWithChildren) {
  const at = useVisit();
  const person = 'person' in at;
  return (
    <div class="wide-page">
      <header class="wide-header">
        <Brand />
        <nav aria-label="Site" class="wide-nav">
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

/** Public pages look up no session: the link leads to a page that checks it. */
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
