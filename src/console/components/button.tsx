import type { Child, PropsWithChildren } from 'hono/jsx';
import { Icon, type IconName } from './icon.tsx';

export type Look = 'primary' | 'secondary' | 'danger' | 'quiet';

interface Common {
  look?: Look;
  icon?: IconName;
  small?: boolean;
  /** What only screen readers say after the label: `, Northwind Coffee`. */
  of?: string;
}

const classes = ({ look = 'primary', small }: Common) => `button ${look}${small ? ' small' : ''}`;

function Inside({
  icon,
  of,
  children,
}: {
  icon?: IconName | undefined;
  of?: string | undefined;
  children?: Child;
}) {
  return (
    <>
      {icon && <Icon name={icon} size={16} />}
      <span>{children}</span>
      {of && <span class="only-heard"> {of}</span>}
    </>
  );
}

/**
 * Submits the form around it. @param unchecked also while a required field is empty. @param waits until a script of
 * the page lets it.
 */
export function Button({
  name,
  value,
  disabled,
  unchecked,
  waits,
  ...props
}: PropsWithChildren<
  Common & { name?: string; value?: string; disabled?: boolean; unchecked?: boolean; waits?: boolean }
>) {
  return (
    <button
      type="submit"
      class={classes(props)}
      formnovalidate={unchecked}
      name={name}
      value={value}
      disabled={disabled || waits}
      data-waits={waits}
    >
      <Inside icon={props.icon} of={props.of}>
        {props.children}
      </Inside>
    </button>
  );
}

interface LinkProps {
  href: string;
  /** Where it leads in a list, for the keys of a page. */
  move?: 'next' | 'previous';
  /** Why the reader may not go there, which stands beside the button that is disabled then. */
  refused?: string | null;
}

/** A button that is disabled, and why, beside it. */
export const RefusedButton = ({ why, ...props }: PropsWithChildren<Common & { why: string }>) => (
  <span class="refused">
    <Button disabled {...props} />
    <span class="quiet">{why}</span>
  </span>
);

/** Goes to another page, and looks like a button. */
export function ButtonLink({ href, move, refused = null, ...props }: PropsWithChildren<Common & LinkProps>) {
  if (refused !== null) return <RefusedButton why={refused} {...props} />;
  return (
    <a class={classes(props)} href={href} data-move={move}>
      <Inside icon={props.icon} of={props.of}>
        {props.children}
      </Inside>
    </a>
  );
}

/** In the head of a card that shows a few of a list's records. */
export const ViewAll = ({ href, of }: { href: string; of?: string }) => (
  <ButtonLink look="secondary" small href={href} {...(of && { of })}>
    View all
  </ButtonLink>
);

/** Prints the page; shown once scripts run. */
export function PrintButton() {
  return (
    <button type="button" class={classes({ look: 'secondary' })} data-prints hidden>
      <span>Print</span>
    </button>
  );
}

/** Buttons in a row; in a column on phones. */
export function Buttons({ children }: PropsWithChildren) {
  return <div class="buttons">{children}</div>;
}
