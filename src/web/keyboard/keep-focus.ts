/** So many places of a page, and of a dialog, are looked back at: a menu that a dialog was opened from has closed by then. */
const REMEMBERED = 6
/** After a dialog's own way of giving the focus back, and after the page has been drawn again. */
const AFTER_MS = 30

const DIALOG = '[aria-modal="true"]'
const AREA = `main, nav, header, [role="dialog"]`
/** By these something is known again. */
const NAMES = ['id', 'data-visit', 'data-key', 'data-path']
const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex]'

interface Step {
  parent: Element
  at: number
  /** What the child was, so that only its like takes its place. */
  kind: string
}
interface Place {
  node: HTMLElement
  dialog: Element | null
  trail: readonly Step[]
}

let places: readonly Place[] = []
/** What had the focus and was disabled meanwhile, as a button is while it saves. */
let disabled: HTMLElement | null = null
/** A click on nothing in particular took the focus away. */
let isAway = false

const hasNone = () => document.activeElement === null || document.activeElement === document.body
const canHold = (node: Element): node is HTMLElement =>
  node instanceof HTMLElement &&
  node.isConnected &&
  node.checkVisibility() &&
  !node.matches(':disabled') &&
  node.closest('[inert]') === null
const kindOf = (node: Element) => `${node.tagName}.${node.className}`

const trailOf = (node: Element): Step[] => {
  const { parentElement: parent } = node
  if (!parent || parent === document.body) return []
  return [{ parent, at: Array.from(parent.children).indexOf(node), kind: kindOf(node) }, ...trailOf(parent)]
}

const remember = (node: HTMLElement) => {
  isAway = false
  disabled = null
  if (places.at(-1)?.node === node) return
  const dialog = node.closest(DIALOG)
  const others = places.filter((place) => place.dialog !== dialog && (place.dialog === null || place.dialog.isConnected))
  places = [...others, ...places.filter((place) => place.dialog === dialog).slice(1 - REMEMBERED), { node, dialog, trail: trailOf(node) }]
}

const firstIn = (node: Element | undefined) =>
  node &&
  [node, ...node.querySelectorAll(FOCUSABLE)].find((one) => one.matches(FOCUSABLE) && canHold(one) && !one.matches('[type="hidden"]'))

/** The same thing drawn in another place: a card that went to another column. */
const movedTo = (node: Element): Element | undefined =>
  NAMES.flatMap((name) => {
    const value = node.getAttribute(name)
    return value ? Array.from(document.querySelectorAll(`[${name}="${CSS.escape(value)}"]`)) : []
  }).find((one) => one !== node && canHold(one))

/** What took the place of something that is gone: the next of a list, the one before the last, what stands there now, the page around it. */
const successorOf = ({ trail }: Place): Element | undefined => {
  for (const { parent, at, kind } of trail) {
    if (!parent.isConnected || parent.closest(AREA) === null) continue
    const before = parent.children[at - 1]
    const found =
      firstIn(parent.children[at]) ??
      (before && kindOf(before) === kind ? firstIn(before) : undefined) ??
      (parent.matches('[tabindex]') && canHold(parent) ? parent : undefined)
    if (found || parent.matches(AREA)) return found
  }
  return undefined
}

const restore = () => {
  if (!hasNone() || isAway) return
  const last = places.at(-1)
  if (!last) return
  if (last.node.isConnected && last.node.matches(':disabled')) {
    disabled = last.node
    return
  }
  // It left the place by itself, unless it could not stay there.
  if (canHold(last.node) && disabled !== last.node) return
  const dialog = Array.from(document.querySelectorAll(DIALOG)).at(-1)
  const isInside = (node: Element | undefined) => node !== undefined && canHold(node) && (!dialog || dialog.contains(node))
  for (const place of places.toReversed()) {
    const found = [place.node, movedTo(place.node), successorOf(place)].find(isInside)
    if (found instanceof HTMLElement) return found.focus({ preventScroll: true })
  }
  const page = dialog ?? document.querySelector('#page')
  if (page instanceof HTMLElement) page.focus({ preventScroll: true })
}

/**
 * The focus never falls to the body: where it was is remembered, and when that is removed, hidden or disabled it goes to what took its place, or
 * back to where it was before. It is never taken from where the user, a dialog or a page has put it.
 */
export const keepFocus = () => {
  let timer: ReturnType<typeof setTimeout> | undefined
  document.addEventListener('focusin', ({ target }) => target instanceof HTMLElement && remember(target))
  document.addEventListener('pointerup', () => (isAway = hasNone()), { capture: true })
  new MutationObserver(() => {
    if (!hasNone() || isAway) return
    clearTimeout(timer)
    timer = setTimeout(restore, AFTER_MS)
  }).observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled', 'hidden', 'inert', 'class'] })
}
