// The frame around the pages of a place: where one can go there, where else one can go, and who one is.
import type { PropsWithChildren } from 'hono/jsx';
import { Avatar } from '../components/card.tsx';
import { Icon } from '../components/icon.tsx';
import { Mark } from '../components/mark.tsx';
import { words } from '../format.tsx';
import { navigationOf } from '../navigation.ts';
import type { PlaceVisit } from '../visit.ts';

export function PlaceFrame({ at, children }: PropsWithChildren<{ at: PlaceVisit }>) {
  return (
    <div class="frame">
      <header class="frame-bar">
        <a class="brand" href={at.to('/')}>
          <Mark />
          <span>{at.vars.SERVICE_NAME}</span>
        </a>
        <details class="phone-menu" data-menu>
          <summary aria-label="Menu" class="icon-button">
            <Icon name="menu" size={24} />
          </summary>
          <div class="phone-menu-sheet">
            <Side at={at} />
          </div>
        </details>
      </header>
      <div class="frame-side">
        <a class="brand" href={at.to('/')}>
          <Mark />
          <span>{at.vars.SERVICE_NAME}</span>
        </a>
        <Side at={at} />
      </div>
      <main id="main" class="frame-main" tabindex={-1}>
        {at.place.status === 'ended' && (
          <p class="frame-note">
            This brand's relationship with its partner has ended. Everything can be read, nothing changed.
          </p>
        )}
        {children}
      </main>
    </div>
  );
}

function Side({ at }: { at: PlaceVisit }) {
  const here = at.url.pathname.replace(/\/$/, '');
  return (
    <>
      <a class="place" href="/app">
        <Avatar name={at.place.name} />
        <span class="place-words">
          <span class="place-name">{at.place.name}</span>
          <span class="quiet">{words(at.place.type)}</span>
        </span>
        <Icon name="swap" size={16} />
        <span class="only-heard">, choose another place</span>
      </a>
      <nav class="side-nav" aria-label={at.place.name}>
        {navigationOf(at.place).map((group) => (
          <div class="side-group">
            {group.label && <p class="side-label">{group.label}</p>}
            <ul>
              {group.items.map((item) => {
                const href = at.to(item.path);
                const current =
                  item.path === '/' ? here === at.to('') : here === href || here.startsWith(`${href}/`);
                return (
                  <li>
                    <a href={href} aria-current={current ? 'page' : undefined}>
                      <Icon name={item.icon} />
                      {item.label}
                    </a>
                  </li>
                );
              })}
            </ul>
          </div>
        ))}
      </nav>
      <div class="account">
        <Avatar name={at.person.name} />
        <span class="place-words">
          <span class="place-name">{at.person.name}</span>
          <span class="quiet">{at.place.role ? words(at.place.role) : 'Creator'}</span>
        </span>
        <a class="icon-button" href="/sign-out" title="Sign out">
          <Icon name="signout" />
          <span class="only-heard">Sign out</span>
        </a>
      </div>
    </>
  );
}
