import type { CSSVariablesResolver, MantineColorsTuple } from '@mantine/core'

/** The four widths at which pages change; style sheets write the same values in their media queries (`styles.test.ts`). */
export const PHONE = '(max-width: 700px)'
export const NARROW = '(max-width: 900px)'
export const TABLET = '(max-width: 1100px)'
export const LAPTOP = '(max-width: 1200px)'

/** Spaces, corners, sizes of type with their lines, and what lies above the page: `tools/public-page.ts` makes a style sheet of them. */
export const measures = {
  '--k-space-1': '2px',
  '--k-space-2': '4px',
  '--k-space-3': '6px',
  '--k-space-4': '8px',
  '--k-space-5': '12px',
  '--k-space-6': '16px',
  '--k-space-7': '24px',
  '--k-space-8': '32px',
  '--k-radius-s': '4px',
  '--k-radius-m': '6px',
  '--k-radius-l': '8px',
  '--k-size-xs': '0.6875rem',
  '--k-size-s': '0.75rem',
  '--k-size-m': '0.8125rem',
  '--k-size-l': '0.875rem',
  '--k-size-xl': '1rem',
  '--k-size-2xl': '1.25rem',
  '--k-size-3xl': '1.5rem',
  '--k-leading-s': '1rem',
  '--k-leading-m': '1.25rem',
  '--k-leading-l': '1.5rem',
  '--k-leading-xl': '1.75rem',
  '--k-layer-veil': '9',
  '--k-layer-sheet': '10',
  '--k-layer-choices': '400',
  '--k-layer-skip': '500',
}

/** The one accent. 6 fills in light (white text 5.0:1), 4 fills in dark (near-black text). */
export const teal: MantineColorsTuple = [
  '#EEF8F7',
  '#D7EFEC',
  '#AEDFDA',
  '#7DCBC4',
  '#45B3AA',
  '#1E968D',
  '#0B7A73',
  '#0A6863',
  '#0B5551',
  '#0B4340',
]
/** Neutral greys with a trace of the accent's coolness. 6 is the lightest grey allowed for text on white. */
export const gray: MantineColorsTuple = [
  '#F7F8F8',
  '#F0F2F2',
  '#E4E7E8',
  '#D3D8DA',
  '#B4BCC0',
  '#838D93',
  '#5F696F',
  '#475157',
  '#2A3236',
  '#13181B',
]
/** Mantine's dark scale: 0 text ... 7 surface, 8 canvas. */
export const dark: MantineColorsTuple = [
  '#E7EBED',
  '#B3BCC1',
  '#929CA2',
  '#667177',
  '#3C4449',
  '#2A3034',
  '#1D2225',
  '#16191C',
  '#0F1214',
  '#0A0C0D',
]

/** `allergy` has a colour of its own, so that nobody takes it for a critical value. */
export type Status = 'waiting' | 'progress' | 'done' | 'attention' | 'critical' | 'allergy' | 'inactive'
type Tone = { fg: string; bg: string; line: string }

const statusLight: Record<Status, Tone> = {
  waiting: { fg: '#1B5BB8', bg: '#EDF3FD', line: '#C8DBF7' },
  progress: { fg: '#6A3CC2', bg: '#F4F0FD', line: '#DACEF6' },
  done: { fg: '#176B3C', bg: '#EAF6EF', line: '#BFE2CE' },
  attention: { fg: '#845400', bg: '#FCF4E1', line: '#EBD5A0' },
  critical: { fg: '#B0231B', bg: '#FDEEED', line: '#F2C2BE' },
  allergy: { fg: '#8F1D6F', bg: '#FBEFF8', line: '#EBC2DF' },
  inactive: { fg: '#566066', bg: '#F0F2F2', line: '#DCE0E2' },
}
const statusDark: Record<Status, Tone> = {
  waiting: { fg: '#8DBAFF', bg: '#16243A', line: '#274164' },
  progress: { fg: '#BEA6FA', bg: '#231C39', line: '#403364' },
  done: { fg: '#74D29B', bg: '#12281C', line: '#21472F' },
  attention: { fg: '#EDBD5B', bg: '#2A2111', line: '#4F3E1A' },
  critical: { fg: '#FF9F97', bg: '#351A18', line: '#682E2A' },
  allergy: { fg: '#F3A0D8', bg: '#32152A', line: '#62294F' },
  inactive: { fg: '#A6AFB5', bg: '#1F2427', line: '#343B3F' },
}

export type Density = 'comfortable' | 'compact'
const densities: Record<Density, Record<string, string>> = {
  comfortable: { '--k-row': '2.25rem', '--k-control': '2.25rem', '--k-card-pad': '12px', '--k-gap': '12px' },
  compact: { '--k-row': '1.75rem', '--k-control': '2rem', '--k-card-pad': '8px', '--k-gap': '8px' },
}

/** Toasts are light in every scheme. */
const toast = {
  '--k-toast': '#FFFFFF',
  '--k-toast-line': '#D3D8DA',
  '--k-toast-text': '#13181B',
  '--k-toast-text-2': '#475157',
  '--k-toast-done': '#176B3C',
  '--k-toast-failed': '#B0231B',
  '--k-toast-focus': '#0B7A73',
}

const tones = (set: Record<Status, Tone>) =>
  Object.fromEntries(
    Object.entries(set).flatMap(([name, t]) => [
      [`--k-${name}`, t.fg],
      [`--k-${name}-bg`, t.bg],
      [`--k-${name}-line`, t.line],
    ]),
  )

/** Screens use only these --k-* names; no hex value appears outside this file. */
export const makeResolver =
  (d: Density): CSSVariablesResolver =>
  () => ({
    variables: { ...densities[d], ...toast },
    light: {
      '--k-canvas': '#F7F8F8',
      '--k-surface': '#FFFFFF',
      '--k-sunken': '#F0F2F2',
      '--k-hover': '#F3F5F5',
      '--k-line': '#E4E7E8',
      '--k-line-strong': '#D3D8DA',
      '--k-field': '#838D93',
      '--k-text': '#13181B',
      '--k-text-2': '#475157',
      '--k-text-3': '#5F696F',
      '--k-accent': '#0B7A73',
      '--k-accent-text': '#0A6863',
      '--k-accent-bg': '#EEF8F7',
      '--k-focus': '#0B7A73',
      '--k-on-accent': '#FFFFFF',
      '--mantine-color-body': '#FFFFFF',
      '--mantine-color-text': '#13181B',
      '--mantine-color-dimmed': '#5F696F',
      '--mantine-color-default-border': '#D3D8DA',
      '--mantine-color-placeholder': '#5F696F',
      '--mantine-color-error': '#B0231B',
      ...tones(statusLight),
    },
    dark: {
      '--k-canvas': '#0F1214',
      '--k-surface': '#16191C',
      '--k-sunken': '#1D2225',
      '--k-hover': '#1B2023',
      '--k-line': '#262C30',
      '--k-line-strong': '#3C4449',
      '--k-field': '#758087',
      '--k-text': '#E7EBED',
      '--k-text-2': '#B3BCC1',
      '--k-text-3': '#929CA2',
      '--k-accent': '#45B3AA',
      '--k-accent-text': '#6FC8C0',
      '--k-accent-bg': '#11302E',
      '--k-focus': '#45B3AA',
      '--k-on-accent': '#08201E',
      '--mantine-color-body': '#16191C',
      '--mantine-color-text': '#E7EBED',
      '--mantine-color-dimmed': '#929CA2',
      '--mantine-color-default': '#1D2225',
      '--mantine-color-default-hover': '#252B2F',
      '--mantine-color-default-border': '#3C4449',
      '--mantine-color-placeholder': '#929CA2',
      '--mantine-color-error': '#FF9F97',
      ...tones(statusDark),
    },
  })
