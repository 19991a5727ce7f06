// The look of a frame: a list of known names with colours, lengths and fonts of the system. Each value is
// parsed and set by itself, and text that could not be read on its background falls back.
import { contrast, inkOn, mix, parseColor, type Rgb, toCss } from './colors.ts';

/** As WCAG asks of text, and of lines that tell where something is. */
const TEXT = 4.5;
const LINES = 3;

interface Palette {
  colorBackground: Rgb;
  colorText: Rgb;
  colorSecondaryText: Rgb;
  colorPrimary: Rgb;
  colorBorder: Rgb;
  colorDanger: Rgb;
}
type ColorName = keyof Palette;

export const PALETTES: Record<'light' | 'dark', Palette> = {
  light: {
    colorBackground: [255, 255, 255],
    colorText: [27, 26, 25],
    colorSecondaryText: [92, 90, 86],
    colorPrimary: [74, 63, 209],
    colorBorder: [139, 138, 133],
    colorDanger: [179, 38, 30],
  },
  dark: {
    colorBackground: [27, 27, 31],
    colorText: [240, 239, 242],
    colorSecondaryText: [169, 168, 177],
    colorPrimary: [167, 159, 251],
    colorBorder: [125, 125, 134],
    colorDanger: [255, 158, 150],
  },
};

const FONTS: Record<string, string> = {
  system: 'system-ui, sans-serif',
  sans: 'ui-sans-serif, Helvetica, Arial, sans-serif',
  serif: 'ui-serif, Georgia, serif',
  rounded: 'ui-rounded, system-ui, sans-serif',
  mono: 'ui-monospace, Menlo, Consolas, monospace',
};

/** Lengths in pixels, with the range that stays usable. */
const LENGTHS: Record<string, { least: number; most: number; usual: number }> = {
  fontSize: { least: 14, most: 20, usual: 15 },
  borderRadius: { least: 0, most: 24, usual: 8 },
  spacing: { least: 3, most: 6, usual: 4 },
};

export interface Appearance {
  /** Custom properties of the frame's root, by name. */
  properties: [name: string, value: string][];
  /** What was given and has no meaning, or no contrast. */
  ignored: string[];
}

export function appearanceOf(
  variables: Readonly<Record<string, string>>,
  theme: 'light' | 'dark',
): Appearance {
  const usual = PALETTES[theme];
  const colors: Palette = { ...usual };
  const ignored: string[] = [];
  let font = FONTS.system!;
  const lengths = Object.fromEntries(Object.entries(LENGTHS).map(([name, { usual: px }]) => [name, px]));
  for (const [name, text] of Object.entries(variables)) {
    const color = Object.hasOwn(usual, name) ? parseColor(text) : null;
    const length = Object.hasOwn(LENGTHS, name) ? lengthOf(text, LENGTHS[name]!) : null;
    if (color) colors[name as ColorName] = color;
    else if (length !== null) lengths[name] = length;
    else if (name === 'fontFamily' && Object.hasOwn(FONTS, text)) font = FONTS[text]!;
    else ignored.push(name);
  }
  return {
    properties: [
      ...propertiesOf(readable(colors, usual, ignored)),
      ['--font', font],
      ...Object.entries(lengths).map(([name, px]): [string, string] => [PROPERTY[name]!, `${px}px`]),
    ],
    ignored,
  };
}

const PROPERTY: Record<string, string> = { fontSize: '--size', borderRadius: '--radius', spacing: '--unit' };

function lengthOf(text: string, { least, most }: { least: number; most: number }): number | null {
  const px = /^(\d{1,2}(?:\.\d)?)px$/.exec(text)?.[1];
  return px === undefined ? null : Math.min(most, Math.max(least, Number(px)));
}

/** Replaces what cannot be read on the background: by the theme's own, or else by black or white. */
function readable(colors: Palette, usual: Palette, ignored: string[]): Palette {
  const ground = colors.colorBackground;
  const fits = (color: Rgb, least: number) => contrast(color, ground) >= least;
  const out = { ...colors };
  const needs: [ColorName, number][] = [
    ['colorText', TEXT],
    ['colorSecondaryText', TEXT],
    ['colorPrimary', TEXT],
    ['colorDanger', TEXT],
    ['colorBorder', LINES],
  ];
  for (const [name, least] of needs) {
    if (fits(colors[name], least)) continue;
    if (colors[name] !== usual[name]) ignored.push(name);
    out[name] = fits(usual[name], least) ? usual[name] : inkOn(ground);
  }
  return out;
}

function propertiesOf(colors: Palette): [string, string][] {
  const { colorBackground: ground, colorText: ink, colorPrimary: accent } = colors;
  return [
    ['--ground', toCss(ground)],
    ['--ink', toCss(ink)],
    ['--ink-soft', toCss(colors.colorSecondaryText)],
    ['--accent', toCss(accent)],
    ['--accent-ink', toCss(inkOn(accent))],
    ['--line', toCss(mix(ground, colors.colorBorder, 0.4))],
    ['--line-strong', toCss(colors.colorBorder)],
    ['--danger', toCss(colors.colorDanger)],
  ];
}
