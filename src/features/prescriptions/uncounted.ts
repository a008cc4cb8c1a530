/** Why the quantity of a line is not known: what the directions do not say, or what is not known of item or patient. */
export type Uncounted = (typeof uncounted)[number]
export const uncounted = [
  'unread', 'dose', 'units', 'sides', 'frequency', 'days', 'maximum', 'strength', 'parts', 'weight', 'old weight', 'contents', 'size',
] as const // prettier-ignore
