/** A colour as `#rrggbb`. */
export type Colour = `#${string}`;

const HEX = /^#[0-9a-f]{6}$/i;

export const isColour = (text: string): text is Colour => HEX.test(text);

const channel = (colour: Colour, at: number): number => {
  const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
  return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
};

const luminance = (colour: Colour): number =>
  0.2126 * channel(colour, 1) + 0.7152 * channel(colour, 3) + 0.0722 * channel(colour, 5);

/** The contrast ratio of two colours, 1 to 21 (WCAG 2.2). */
export const contrast = (a: Colour, b: Colour): number => {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
};

/** The least contrast of text of any size against its background (WCAG 2.2 AA, 1.4.3). */
export const CONTRAST_OF_TEXT = 4.5;
