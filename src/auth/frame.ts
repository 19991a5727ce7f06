// What a frame on a customer's page may use. A route lists the components that may call it; a component
// without a line there gets nothing of it.
import { AppError } from '../kit/error.ts';

/**
 * The components of embeds, each with the features that a session may leave out. A feature opens operations,
 * so a session without it is refused them; `withdraw` and `payouts` open none of them, but pages in a window of ours,
 * since money and banks are nobody else's. What a frame hides from its reader is no matter of this table.
 */
export const EMBED_COMPONENTS = {
  programs: ['apply'],
  earnings: ['withdraw'],
  submissions: ['submit'],
  messages: ['send'],
  onboarding: ['profile', 'agreements', 'payouts'],
} as const satisfies Record<string, readonly string[]>;

export type EmbedComponent = keyof typeof EMBED_COMPONENTS;
export type EmbedFeature = (typeof EMBED_COMPONENTS)[EmbedComponent][number];

/** Those of some features that the component has, in its order. */
export function featuresOf(component: EmbedComponent, features: readonly EmbedFeature[]): EmbedFeature[] {
  return EMBED_COMPONENTS[component].filter((one) => features.includes(one));
}

/** A component, or a component with one feature: `programs.apply`. */
export type EmbedUse = {
  [C in EmbedComponent]: C | `${C}.${(typeof EMBED_COMPONENTS)[C][number]}`;
}[EmbedComponent];

/** The frame that a request comes from. */
export interface Frame {
  component: EmbedComponent;
  features: readonly EmbedFeature[];
  /** The account that its session is of. */
  account: string;
  /** Whether that is a brand, whose frames show nothing of other accounts but in earnings. A partner's show all. */
  ofBrand: boolean;
}

/**
 * Throws permission_denied for an operation that is not of the frame's component, or belongs to a feature
 * that its session lacks.
 */
export function permitFrame(frame: Frame | null | undefined, uses: readonly EmbedUse[] = []): void {
  if (!frame) throw new AppError('permission_denied', 'A frame without a component uses no endpoint.');
  const { component, features } = frame;
  const opened = [component, ...features.map((feature) => `${component}.${feature}`)];
  if (uses.some((use) => opened.includes(use))) return;
  const lacks = uses.find((use) => use.startsWith(`${component}.`));
  throw new AppError(
    'permission_denied',
    lacks
      ? `The embed was opened without the feature ${lacks.slice(component.length + 1)}.`
      : `An embed of ${component} does not use this endpoint.`,
  );
}
