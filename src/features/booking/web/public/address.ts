import { createStore } from '#web/state/store.ts'
import { screens, type ScreenName } from './answers.ts'

interface Place {
  path: string
  screen: ScreenName
  /** Opened from the last screen to change one thing there. */
  isChange: boolean
}

const read = (): Place => {
  const asked = new URLSearchParams(location.search).get('step')
  return {
    path: location.pathname,
    screen: screens.find((one) => one === asked) ?? 'service',
    isChange: (history.state as { isChange?: boolean } | null)?.isChange === true,
  }
}

/** Where the page is: the browser's own back and forward go through the screens. */
export const address = createStore(read())

export const followHistory = () => {
  addEventListener('popstate', () => address.set(read()))
  // A page that comes back from the browser's memory may show what somebody else has left there.
  addEventListener('pageshow', (event) => event.persisted && location.reload())
}

const addressOf = (screen: ScreenName) => (screen === screens[0] ? location.pathname : `${location.pathname}?step=${screen}`)

/** To another screen; `replace` leaves no way back to this one. */
export const goTo = (screen: ScreenName, { isChange = false, replace = false } = {}) => {
  history[replace ? 'replaceState' : 'pushState']({ isChange, isOurs: true }, '', addressOf(screen))
  address.set(read())
  scrollTo(0, 0)
}

/** One screen back, as the browser's own button does it; to `otherwise` when the page was opened right here. */
export const goBack = (otherwise: ScreenName) => {
  if ((history.state as { isOurs?: boolean } | null)?.isOurs) history.back()
  else goTo(otherwise, { replace: true })
}
