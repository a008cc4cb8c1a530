import { IconPlus } from '@tabler/icons-react'
import { createStore, useStore } from './state/store.ts'

const isOver = createStore(false)
export const useSplashOver = () => useStore(isOver)

const end = () => {
  isOver.set(true)
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-autofocus]')?.focus())
}
/** Follows the one splash of this page load, which before-paint counts; the cursor then goes where the page wants it. */
export const followSplash = () => {
  if (document.documentElement.dataset['splash'] === 'over') end()
  else addEventListener('splash-over', end, { once: true })
}

export const Mark = () => (
  <span className="mark">
    <IconPlus size="66%" stroke={3} aria-hidden />
  </span>
)

/** As index.html has it, so that nothing moves when the program takes over. */
export const Splash = () => (
  <div className="splash" role="status" aria-label="Kliniki">
    <Mark />
    <span>Kliniki</span>
  </div>
)
