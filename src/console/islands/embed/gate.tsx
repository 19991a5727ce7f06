// What stands in place of a component until the record's person has signed in, in a window of ours.
import { useState } from 'hono/jsx/dom';
import { Wrong } from './attempt.tsx';
import { isInApp, type OwnWindow } from './own-window.ts';
import { Notice, Outside } from './parts.tsx';
import type { Language, TextName } from './texts.ts';

/** Opens a page of the window, and says what to do where the browser lets it open none. */
export function WindowButton({
  own,
  language,
  label,
  page,
  more,
  opened,
}: {
  own: OwnWindow;
  language: Language;
  label: TextName;
  page: string;
  more?: string | undefined;
  /** Once it has opened, and is not back yet. */
  opened?: () => void;
}) {
  const [state, setState] = useState<'asks' | 'waits' | 'blocked'>('asks');
  const press = () => {
    const isOpen = own.open(page, more);
    setState(isOpen ? 'waits' : 'blocked');
    if (isOpen) opened?.();
  };
  if (isInApp(navigator.userAgent))
    return (
      <div>
        <p>{language.text('inApp')}</p>
        <p>
          <Outside href="/app" language={language}>
            {language.text('console')}
          </Outside>
        </p>
      </div>
    );
  return (
    <div>
      <p class="row">
        <button type="button" onClick={press}>
          {language.text(label)}
        </button>
      </p>
      <div role="status">
        {state === 'waits' && <p>{language.text('inWindow')}</p>}
        {state === 'blocked' && (
          <p>
            {language.text('blocked')}{' '}
            {/* biome-ignore lint/security/noBlankTarget: it opens a page of ours, which has to find its way back. */}
            <a href={own.address(page, more)} target="_blank" rel="opener" onClick={() => own.expect()}>
              {language.text('openWindow')}
            </a>
          </p>
        )}
      </div>
    </div>
  );
}

export function Gate({ own, language, wrong }: { own: OwnWindow; language: Language; wrong: boolean }) {
  const button = <WindowButton own={own} language={language} label="enter" page="" />;
  return (
    <>
      <Notice head={language.text('head_signIn')} text={language.text('signIn')} action={button} />
      <Wrong language={language} wrong={wrong ? 'error' : null} />
    </>
  );
}
