import { IconPlus } from '@tabler/icons-react'
import { useEffect } from 'react'
import { createStore, useStore } from './store.ts'

/** The specification's constant. */
export const SPLASH_MS = 2000

const isOver = createStore(false)
export const useSplashOver = () => useStore(isOver)

let isRunning = false
/** Counts the one splash of this page load, from when it is seen; the cursor then goes where the page wants it. */
const startSplash = () => {
  if (isRunning) return
  isRunning = true
  setTimeout(() => {
    isOver.set(true)
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-autofocus]')?.focus())
  }, SPLASH_MS)
}

export const Mark = () => (
  <span className="mark">
    <IconPlus size="66%" stroke={3} aria-hidden />
  </span>
)

export const Splash = () => {
  // A clock: it runs however often the page is drawn meanwhile.
  useEffect(startSplash, [])
  return (
    <div className="splash" role="status" aria-label="Kliniki">
      <Mark />
      <span>Kliniki</span>
    </div>
  )
}
