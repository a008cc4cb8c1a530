import { ActionIcon, Button, createTheme, Input, Kbd } from '@mantine/core'
import { returnFocusFrom } from '../keyboard/focus-return.ts'
import { replaceChoice } from '../keyboard/replace-choice.ts'
import { dark, gray, teal } from './palette.ts'

export const theme = createTheme({
  primaryColor: 'teal',
  primaryShade: { light: 6, dark: 4 },
  autoContrast: true,
  luminanceThreshold: 0.32,
  colors: { teal, gray, dark },
  black: '#13181B',
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SFMono-Regular', Menlo, monospace",
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '16px', sm: '20px', md: '20px', lg: '24px', xl: '28px' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '8px', xl: '8px' },
  defaultRadius: 'md',
  shadows: {
    xs: 'none',
    sm: 'none',
    md: '0 4px 16px rgb(0 0 0 / 0.10)',
    lg: '0 4px 16px rgb(0 0 0 / 0.10)',
    xl: '0 4px 16px rgb(0 0 0 / 0.10)',
  },
  focusRing: 'auto',
  cursorType: 'pointer',
  respectReducedMotion: true,
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '20px', lineHeight: '28px' },
      h2: { fontSize: '16px', lineHeight: '24px' },
      h3: { fontSize: '14px', lineHeight: '20px' },
      h4: { fontSize: '13px', lineHeight: '20px' },
    },
  },
  components: {
    Button: Button.extend({
      defaultProps: { size: 'sm', variant: 'default' },
      vars: (_t, p) => ({ root: p.variant === 'filled' ? { '--button-color': 'var(--k-on-accent)' } : {} }),
      styles: { root: { height: 'var(--k-control)', fontSize: 13, fontWeight: 550, paddingInline: 12 } },
    }),
    ActionIcon: ActionIcon.extend({ defaultProps: { variant: 'subtle', color: 'gray', size: 32 } }),
    // A list of options holds nothing else: what it says when there are none is one that cannot be taken.
    ComboboxEmpty: { defaultProps: { role: 'option', 'aria-disabled': true } },
    // In the first load on purpose: signing in needs boxes, and so does nearly every room.
    Input: Input.extend({
      vars: () => ({ wrapper: { '--input-height': 'var(--k-control)', '--input-fz': '13px', '--input-bd': 'var(--k-field)' } }),
    }),
    InputWrapper: Input.Wrapper.extend({
      styles: {
        label: { fontSize: 12, lineHeight: '16px', fontWeight: 550, color: 'var(--k-text-2)', marginBottom: 4 },
        description: { fontSize: 12, lineHeight: '16px', color: 'var(--k-text-3)' },
        error: { fontSize: 12, lineHeight: '16px' },
      },
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
    }),
    // Plain objects for what is not in the first load: `extend` would bring the component along.
    Tooltip: { defaultProps: { openDelay: 300, transitionProps: { duration: 100 } } },
    // The list scrolls by itself: a box around it that scrolls could not be reached with keys.
    Select: {
      defaultProps: {
        withScrollArea: false,
        ...replaceChoice,
        // That nothing was found stands in a list of choices, which may hold nothing else.
        attributes: { empty: { role: 'option', 'aria-disabled': true, 'aria-selected': false } },
      },
      styles: { options: { maxHeight: 260, overflowY: 'auto' } },
    },
    Autocomplete: { defaultProps: { withScrollArea: false }, styles: { options: { maxHeight: 260, overflowY: 'auto' } } },
    Modal: {
      defaultProps: {
        ref: returnFocusFrom,
        // A dialog's head is no banner of the page.
        attributes: { header: { role: 'none' } },
        centered: true,
        transitionProps: { duration: 100 },
        overlayProps: { backgroundOpacity: 0.4 },
      },
      styles: { title: { fontSize: 16, lineHeight: '24px', fontWeight: 600 } },
    },
    Drawer: {
      defaultProps: { attributes: { header: { role: 'none' } }, transitionProps: { duration: 100 } },
      styles: { title: { fontSize: 14, lineHeight: '20px', fontWeight: 600 } },
    },
    Menu: {
      // The placeholder that would take the focus is no item of a menu.
      defaultProps: { shadow: 'md', transitionProps: { duration: 100 }, withInitialFocusPlaceholder: false },
      styles: { item: { fontSize: 13 }, label: { fontSize: 12 } },
    },
    Kbd: Kbd.extend({
      defaultProps: { size: 'xs' },
      styles: {
        root: {
          fontFamily: 'inherit',
          fontSize: 11,
          lineHeight: '16px',
          padding: '0 4px',
          minWidth: 18,
          textAlign: 'center',
          borderRadius: 4,
          borderBottomWidth: 1,
          fontWeight: 500,
        },
      },
    }),
  },
})
