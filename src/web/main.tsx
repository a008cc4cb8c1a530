import '@mantine/core/styles.css'
import '@fontsource-variable/inter/wght.css'
import './base.css'
import { MantineProvider, type MantineColorSchemeManager } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { watchActivity } from './session/activity.ts'
import { boot } from './boot.ts'
import type { WebFeature } from './feature.ts'
import { watchFocus } from './keyboard/focus-return.ts'
import { listenForKeys } from './keyboard/keys.ts'
import { startLive } from './calls/live.ts'
import { makeResolver } from './look/palette.ts'
import { look, type ColourScheme } from './look/preferences.ts'
import { Menu, menuOf } from './menu.tsx'
import { queryClient } from './calls/query-client.ts'
import { makeRouter, warmLayouts } from './router.tsx'
import { shell } from './shell.ts'
import { forgetSlipCode } from './session/slip-code.ts'
import { followSplash } from './splash.tsx'
import { useStore } from './state/store.ts'
import { theme } from './look/theme.ts'
import { followOtherTabs, lockWhenIdle } from './session/tokens.ts'
import { installTrustedTypes, styleNonce } from './trusted-types.ts'

installTrustedTypes()
const nonce = styleNonce()
// The library that stops the page from scrolling under a dialog looks for its nonce here.
Object.assign(globalThis, { __webpack_nonce__: nonce })
// Zod may not compile its parsers under the page's policy, and the browser reports each attempt: said before it is loaded with a contract.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

watchActivity()
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
