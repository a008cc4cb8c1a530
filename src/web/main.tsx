import '@mantine/core/styles.css'
import '@fontsource-variable/inter/wght.css'
import 'virtual:measures.css'
import './look/look.css'
import { MantineProvider, type MantineColorSchemeManager, ActionIcon, Button, createTheme, Input, Kbd } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { watchActivity } from './session/activity.ts'
import { boot } from './boot.ts'
import type { WebFeature } from './feature.ts'
import { listenForKeys } from './keyboard/keys.ts'
import { startLive } from './calls/live.ts'
import { makeResolver, dark, gray, teal } from './look/tokens.ts'
import { look, type ColourScheme } from './look/preferences.ts'
import { Menu, menuOf } from './menu.tsx'
import { queryClient } from './calls/query-client.ts'
import { shell } from './shell.ts'
import { forgetSlipCode } from './session/slip-code.ts'
import { followSplash, Splash } from './splash.tsx'
import { useStore } from './state/store.ts'
import { followOtherTabs, lockWhenIdle, session } from './session/tokens.ts'
import { installTrustedTypes, styleNonce } from './trusted-types.ts'
import { lazy, type FocusEvent, type MouseEvent } from 'react'
import { createBrowserRouter } from 'react-router'
import { Broken } from './frame/dead-ends.tsx'
import { Landing, loadFrame, Root } from './root.tsx'

/** So many places back is looked for one that is still there: a menu that a dialog was opened from has closed by then. */
const REMEMBERED = 6
/** After a dialog's own way of giving the focus back, and after the page has been drawn again. */
const AFTER_MS = 30

const places: HTMLElement[] = []

/** Remembers where the focus has been. */
const watchFocus = () =>
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement) || places.at(-1) === target) return
    places.push(target)
    if (places.length > REMEMBERED) places.shift()
  })

const canHold = (place: HTMLElement) => place.isConnected && place.checkVisibility() && !place.matches(':disabled')

/**
 * For the root of a dialog, as its ref: gives the focus back to what opened the dialog when it is taken away while it is open, unless the
 * focus went somewhere else by then.
 */
const returnFocusFrom = (root: HTMLElement | null) => {
  if (!root) return undefined
  const before = places.filter((place) => !root.contains(place))
  return () => {
    if (!root.querySelector('[aria-modal="true"]')) return
    setTimeout(() => {
      if (document.activeElement !== null && document.activeElement !== document.body) return
      const dialog = Array.from(document.querySelectorAll('[aria-modal="true"]')).at(-1)
      before.findLast((place) => canHold(place) && (!dialog || dialog.contains(place)))?.focus({ preventScroll: true })
    }, AFTER_MS)
  }
}

/** Boxes that have the cursor and were not clicked since: a click puts the cursor into the text only after the box has it. */
const entered = new WeakSet<HTMLInputElement>()

/**
 * What is typed into a list to choose from is searched for: it replaces the choice so far. The text is chosen when the box takes the cursor, by
 * a key or by a click; a second click goes to a place in the text. Capturing, because forms listen for the focus of their boxes themselves.
 */
const replaceChoice = {
  onFocusCapture: ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
    // Nothing can be typed into a short list.
    if (currentTarget.readOnly) return
    currentTarget.select()
    entered.add(currentTarget)
  },
  onClickCapture: ({ currentTarget }: MouseEvent<HTMLInputElement>) => {
    if (entered.delete(currentTarget)) currentTarget.select()
  },
}

const theme = createTheme({
  primaryColor: 'teal',
  primaryShade: { light: 6, dark: 4 },
  autoContrast: true,
  luminanceThreshold: 0.32,
  colors: { teal, gray, dark },
  black: '#13181B',
  fontFamily: 'var(--k-font)',
  fontFamilyMonospace: "ui-monospace, 'SFMono-Regular', Menlo, monospace",
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1rem', sm: '1.25rem', md: '1.25rem', lg: '1.5rem', xl: '1.75rem' },
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
      h1: { fontSize: '1.25rem', lineHeight: '1.75rem' },
      h2: { fontSize: '1rem', lineHeight: '1.5rem' },
      h3: { fontSize: '0.875rem', lineHeight: '1.25rem' },
      h4: { fontSize: '0.8125rem', lineHeight: '1.25rem' },
    },
  },
  components: {
    Button: Button.extend({
      defaultProps: { size: 'sm', variant: 'default' },
      vars: (_t, p) => ({ root: p.variant === 'filled' ? { '--button-color': 'var(--k-on-accent)' } : {} }),
      styles: { root: { height: 'var(--k-control)', fontSize: '0.8125rem', fontWeight: 550, paddingInline: 12 } },
    }),
    ActionIcon: ActionIcon.extend({ defaultProps: { variant: 'subtle', color: 'gray', size: 32 } }),
    // A list of options holds nothing else: what it says when there are none is one that cannot be taken.
    ComboboxEmpty: { defaultProps: { role: 'option', 'aria-disabled': true } },
    // In the first load on purpose: signing in needs boxes, and so does nearly every room.
    Input: Input.extend({
      vars: () => ({ wrapper: { '--input-height': 'var(--k-control)', '--input-fz': '0.8125rem', '--input-bd': 'var(--k-field)' } }),
    }),
    InputWrapper: Input.Wrapper.extend({
      styles: {
        label: { fontSize: '0.75rem', lineHeight: '1rem', fontWeight: 550, color: 'var(--k-text-2)', marginBottom: 4 },
        description: { fontSize: '0.75rem', lineHeight: '1rem', color: 'var(--k-text-3)' },
        error: { fontSize: '0.75rem', lineHeight: '1rem' },
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
      styles: { title: { fontSize: '1rem', lineHeight: '1.5rem', fontWeight: 600 } },
    },
    Drawer: {
      defaultProps: { attributes: { header: { role: 'none' } }, transitionProps: { duration: 100 } },
      styles: { title: { fontSize: '0.875rem', lineHeight: '1.25rem', fontWeight: 600 } },
    },
    Menu: {
      // The placeholder that would take the focus is no item of a menu.
      defaultProps: { shadow: 'md', transitionProps: { duration: 100 }, withInitialFocusPlaceholder: false },
      styles: { item: { fontSize: '0.8125rem' }, label: { fontSize: '0.75rem' } },
    },
    Kbd: Kbd.extend({
      defaultProps: { size: 'xs' },
      styles: {
        root: {
          fontFamily: 'inherit',
          fontSize: '0.6875rem',
          lineHeight: '1rem',
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

const layoutOf = (features: readonly WebFeature[]) => {
  const load = features.find(({ patientLayout }) => patientLayout)?.patientLayout
  if (!load) throw new Error('No feature has a layout for patients')
  return load
}

/** Fetches what stands around the pages of whoever is signed in or signs in, beside what is asked of the server for them. */
const warmLayouts = (features: readonly WebFeature[]) => {
  const loadPatientLayout = layoutOf(features)
  let warmedFor: number | undefined
  const warm = () => {
    const { user } = session.get()
    if (user && user.user_id !== warmedFor) void (user.role === 'patient' ? loadPatientLayout() : loadFrame()).catch(() => null)
    warmedFor = user?.user_id
  }
  session.subscribe(warm)
  warm()
}

const makeRouter = (features: readonly WebFeature[]) => {
  const loadPatientLayout = layoutOf(features)
  const PatientLayout = lazy(async () => ({ default: (await loadPatientLayout()).PortalLayout }))
  const pages = features.flatMap((feature) => feature.pages)
  return createBrowserRouter([
    {
      id: '_app',
      element: <Root patientLayout={PatientLayout} />,
      errorElement: <Broken />,
      hydrateFallbackElement: <Splash />,
      children: [
        { index: true, element: <Landing />, handle: { access: 'public', ownLayout: true } },
        { path: '/_app', element: <Landing />, handle: { access: 'public', ownLayout: true } },
        { path: '/dashboard', element: <Landing />, handle: { access: 'public', ownLayout: true } },
        ...pages.map((route) => ({ ...route, errorElement: <Broken /> })),
        {
          path: '*',
          lazy: async () => ({ Component: (await import('./frame/refusals.tsx')).NotFound }),
          handle: { access: 'signed-in' },
        },
      ],
    },
  ])
}

installTrustedTypes()
const nonce = styleNonce()
// The library that stops the page from scrolling under a dialog looks for its nonce here.
Object.assign(globalThis, { __webpack_nonce__: nonce })
// Zod may not compile its parsers under the page's policy, and the browser reports each attempt: said before it is loaded with a contract.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

watchActivity(() => session.get().isExpired)
lockWhenIdle()
listenForKeys()
watchFocus()
followSplash()
followOtherTabs({
  toLogin: () => {
    forgetSlipCode()
    queryClient.clear()
  },
  toStart: () => location.assign('/'),
})

let forget: (() => void) | undefined
const schemes: MantineColorSchemeManager = {
  get: () => look.get().colour_scheme,
  set: () => {},
  subscribe: (update) => void (forget = look.subscribe(() => update(look.get().colour_scheme satisfies ColourScheme))),
  unsubscribe: () => forget?.(),
  clear: () => {},
}

/** Shows the program with these features. */
export const start = (all: readonly WebFeature[]) => {
  const features = [...all, shell]
  // First of all: whose the page is decides what is fetched for it, beside what it asks the server.
  void boot().then(startLive)
  warmLayouts(features)
  const router = makeRouter(features)
  const menu = menuOf(features)
  const App = () => {
    const { density } = useStore(look)
    return (
      <MantineProvider
        theme={theme}
        cssVariablesResolver={makeResolver(density)}
        colorSchemeManager={schemes}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        <QueryClientProvider client={queryClient}>
          <Menu value={menu}>
            <RouterProvider router={router} />
          </Menu>
        </QueryClientProvider>
      </MantineProvider>
    )
  }
  const place = document.getElementById('root')
  if (place) createRoot(place).render(<App />)
}
