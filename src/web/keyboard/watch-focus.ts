import { quietly } from '../session/activity.ts'

const CONTROLS = 'a[href],button,input:not([type=hidden]),select,textarea,[tabindex]:not([tabindex="-1"])'
const FIELDS = 'input:not([type=hidden],[type=file]),select,textarea'
const CLOSE = '.mantine-Modal-close,.mantine-Drawer-close'
/** So many places of the page, and of each dialog, are looked back at: a menu that a dialog was opened from has closed by then. */
const REMEMBERED = 6
const DIALOG = '[aria-modal="true"]'
/** Dialogs and toasts are drawn here beside each other: what one of them leaves behind is no place beside another. */
const PORTAL = '[data-portal]'
const TOASTS = '.mantine-Notifications-root'
/** After a dialog's own way of giving the focus back, and after the page has been drawn again. */
const AFTER_MS = 30

const isControl = (place: EventTarget | null): place is HTMLElement => place instanceof HTMLElement
const canHold = (place: HTMLElement) => place.isConnected && place.checkVisibility() && !place.matches(':disabled,[inert] *')
const controlsIn = (part: Element) => Array.from(part.querySelectorAll<HTMLElement>(CONTROLS))
const isNowhere = () => document.activeElement === null || document.activeElement === document.body

/** Where the focus has been, the latest last: of the page and of each dialog that is open, however much is filled in there. */
let places: { node: HTMLElement; dialog: Element | null }[] = []
/** What was around the latest of them, while it was there: its neighbours in their order, and the parts of the page that it was in. */
let around: { before: HTMLElement[]; after: HTMLElement[]; parts: Element[] } = { before: [], after: [], parts: [] }

/** The latest of them was taken away or disabled while it had the focus. */
let isLost = false

const remember = (place: HTMLElement) => {
  isLost = false
  const dialog = place.closest(DIALOG)
  const isElsewhere = (one: { dialog: Element | null }) => one.dialog !== dialog && (one.dialog === null || one.dialog.isConnected)
  const beside = places.filter((one) => one.dialog === dialog && one.node !== place).slice(1 - REMEMBERED)
  places = [...places.filter(isElsewhere), ...beside, { node: place, dialog }]
  const controls = controlsIn(place.closest('[role="dialog"],#page') ?? document.body)
  const at = controls.indexOf(place)
  const parts: Element[] = []
  for (let part = place.parentElement; part && part !== document.body; part = part.parentElement) parts.push(part)
  around = { before: controls.slice(0, Math.max(0, at)).toReversed(), after: controls.slice(at + 1), parts }
}

/** A box that takes letters would take those that are keys of the page. */
const takesLetters = (place: HTMLElement) => place.matches('textarea,select,input:not([type=checkbox],[type=radio])')

/** By these something is known again. */
const NAMES = ['id', 'data-visit', 'data-key', 'data-path']

/** The same thing drawn in another place: a card that went to another column. */
const movedTo = (gone: Element): HTMLElement | undefined =>
  NAMES.flatMap((name) => {
    const value = gone.getAttribute(name)
    return value ? Array.from(document.querySelectorAll<HTMLElement>(`[${name}="${CSS.escape(value)}"]`)) : []
  }).find((one) => one !== gone && canHold(one))

/**
 * The next control of the smallest part that is left of where the focus was, else the one before it; a box to type in only within the same
 * form or dialog. Of a part that is gone as a whole, as a dialog is, where the focus was earlier. Else the page itself.
 */
const findPlace = (): HTMLElement | null | undefined => {
  const page = document.querySelector<HTMLElement>('#page')
  const dialog = Array.from(document.querySelectorAll(DIALOG)).at(-1)
  const fits = (place: HTMLElement) => canHold(place) && !place.matches(`${TOASTS} *`) && (!dialog || dialog.contains(place))
  const forms = around.parts.filter((part) => part.isConnected && part.matches('form,[role="dialog"]'))
  const isBeside = (place: HTMLElement) => fits(place) && (!takesLetters(place) || forms.some((form) => form.contains(place)))
  const isLeft = (part: Element) => part.isConnected && part !== page && !part.contains(page) && !part.matches(PORTAL)
  const part = around.parts.find((one) => isLeft(one) && controlsIn(one).some(isBeside))
  if (part) return [...around.after, ...around.before, ...controlsIn(part)].find((place) => part.contains(place) && isBeside(place))
  const isOfPage = page !== null && around.parts.includes(page)
  return (isOfPage ? undefined : places.findLast(({ node }) => fits(node))?.node) ?? (dialog ? undefined : page)
}

let timer: ReturnType<typeof setTimeout> | undefined
const restore = () => {
  timer = undefined
  const last = places.at(-1)?.node
  if (!last || !(isNowhere() || (document.activeElement === last && !canHold(last)))) return
  // A button that waits for its answer has the focus again once it may be pressed.
  if (last.isConnected && last.matches('[data-loading]')) return
  quietly(() => (movedTo(last) ?? findPlace())?.focus({ preventScroll: true }))
}

/** What had the focus is taken away or disabled: the focus goes to a place nearby, unless it has gone elsewhere by then. */
const watchLoss = () => {
  new MutationObserver(() => {
    const last = places.at(-1)?.node
    if (!last || timer !== undefined) return
    if (canHold(last)) {
      // It was disabled for a while.
      if (isLost && isNowhere()) quietly(() => last.focus({ preventScroll: true }))
      isLost = false
    } else if (isNowhere() || document.activeElement === last) {
      isLost = true
      timer = setTimeout(restore, AFTER_MS)
    }
  }).observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled', 'data-loading'] })
}

/** The first field of a dialog, or the one that it names. */
const findField = (dialog: Element) =>
  Array.from(dialog.querySelectorAll<HTMLElement>('[data-autofocus]')).find(canHold) ??
  Array.from(dialog.querySelectorAll<HTMLElement>(FIELDS)).find((field) => canHold(field) && !field.matches('[type=radio]:not(:checked)'))

/** Puts the focus into a dialog that has just opened: its first field, else its title until a field comes. Never on the button that closes it. */
const startIn = (dialog: Element) => {
  const field = findField(dialog)
  if (field) return field.focus({ preventScroll: true })
  const title = dialog.querySelector<HTMLElement>('h2') ?? (dialog as HTMLElement)
  title.tabIndex = -1
  title.focus({ preventScroll: true })
  const waiting = new MutationObserver(() => {
    if (document.activeElement !== title) return waiting.disconnect()
    findField(dialog)?.focus({ preventScroll: true })
  })
  waiting.observe(dialog, { childList: true, subtree: true })
}

/** Keeps the focus where a person can go on: in the first field of a dialog that opens, and beside a control that is taken away. */
export const watchFocus = () => {
  /** The person moves it just now: by Tab or with the pointer. */
  let isMoved = false
  const move = (event: Event) => {
    if (event instanceof KeyboardEvent && event.key !== 'Tab') return
    isMoved = true
    setTimeout(() => (isMoved = false))
  }
  addEventListener('keydown', move, { capture: true })
  addEventListener('mousedown', move, { capture: true })
  document.addEventListener('focusin', ({ target, relatedTarget }) => {
    if (!isControl(target)) return
    const dialog = target.closest(DIALOG)
    if (dialog && !isMoved && target.matches(CLOSE)) {
      if (isControl(relatedTarget) && dialog.contains(relatedTarget) && canHold(relatedTarget)) relatedTarget.focus({ preventScroll: true })
      else startIn(dialog)
    } else remember(target)
  })
  // A box that gives the focus up, as one does at Escape, leaves it to what is around it: the dialog, else the page.
  document.addEventListener('focusout', ({ target, relatedTarget }) => {
    if (isMoved || relatedTarget !== null || !isControl(target)) return
    setTimeout(() => {
      if (isNowhere() && canHold(target)) target.closest<HTMLElement>('[role="dialog"],#page')?.focus({ preventScroll: true })
    })
  })
  watchLoss()
}
