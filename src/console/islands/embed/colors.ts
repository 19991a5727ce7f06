// Colours of a customer's page, as numbers: nothing of their text reaches a stylesheet.

export type Rgb = readonly [number, number, number];

/** `#abc`, `#aabbcc` or `rgb(1, 2, 3)`; null for anything else, translucent colours among them. */
export function parseColor(text: string): Rgb | null {
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text)?.[1];
  if (hex) {
    const digits = hex.length === 3 ? [...hex].map((one) => one + one).join('') : hex;
    return [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16)) as unknown as Rgb;
  }
  const parts = /^rgb\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*\)$/i.exec(text);
  const found = parts?.slice(1).map(Number);
  return found?.every((one) => one <= 255) ? (found as unknown as Rgb) : null;
}

export const toCss = (color: Rgb): string => `rgb(${color.join(' ')})`;

/** The contrast of two colours by WCAG, from 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function luminance(color: Rgb): number {
  const [r, g, b] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

export const BLACK: Rgb = [0, 0, 0];
export const WHITE: Rgb = [255, 255, 255];

/** Black or white, whichever is read better on the colour: one of them always reaches 4.5. */
export const inkOn = (color: Rgb): Rgb => (contrast(color, WHITE) >= contrast(color, BLACK) ? WHITE : BLACK);

/** A colour between two. @param share how much of the second. */
export const mix = (one: Rgb, other: Rgb, share: number): Rgb =>
  one.map((part, at) => Math.round(part + (other[at]! - part) * share)) as unknown as Rgb;
