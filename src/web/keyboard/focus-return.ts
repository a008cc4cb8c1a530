/** So many places back is looked for one that is still there: a menu that a dialog was opened from has closed by then. */
const REMEMBERED = 6
/** After a dialog's own way of giving the focus back, and after the page has been drawn again. */
const AFTER_MS = 30

const places: HTMLElement[] = []

/** Remembers where the focus has been. */
export const watchFocus = () =>
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
export const returnFocusFrom = (root: HTMLElement | null) => {
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
