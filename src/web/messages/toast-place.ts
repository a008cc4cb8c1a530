/** Below the top bar, and below the title and the close button of a drawer on a phone. */
const TOP = 68
/** Over the top bar, whose bell and menu can wait for the seconds that a toast is there. */
const OVER_BAR = 4
/** As wide as toasts are, with their distance from the edge. */
const WIDTH = 472
/** As far down as a head of a page reaches. */
const HEAD_END = 260
const PHONE = 700

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}
/** Where toasts go: so far from the top at the right, or at the lower left, beside what is open. */
interface ToastPlace {
  top: number
  isAside: boolean
}

const isSeen = ({ left, right, top, bottom }: Box) => right > left && bottom > top

/** Never over what the user came for: above the head of a page with buttons at the right, and beside a dialog or drawer that reaches there. */
export const placeToasts = (width: number, actions: readonly Box[], dialogs: readonly Box[]): ToastPlace => {
  const left = width - WIDTH
  const isInWay = (box: Box) => isSeen(box) && box.right > left && box.top < HEAD_END
  if (width > PHONE && dialogs.some(isInWay)) return { top: TOP, isAside: true }
  return { top: width > PHONE && actions.some(isInWay) ? OVER_BAR : TOP, isAside: false }
}

const boxes = (selector: string) => [...document.querySelectorAll(selector)].map((node) => node.getBoundingClientRect())

const move = () => {
  const { top, isAside } = placeToasts(
    innerWidth,
    boxes('.page-head, #page .mantine-Button-root[data-variant="filled"]'),
    boxes('.mantine-Modal-content, .mantine-Drawer-content'),
  )
  const { style, dataset } = document.documentElement
  style.setProperty('--k-toast-top', `${top}px`)
  dataset['toasts'] = isAside ? 'aside' : 'top'
}

/** Keeps toasts out of the way of what opens while they are shown; the answer ends it. */
export const keepOutOfWay = () => {
  let frame = 0
  const later = () => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(move)
  }
  move()
  const observer = new MutationObserver(later)
  observer.observe(document.body, { childList: true, subtree: true })
  window.addEventListener('resize', later)
  window.addEventListener('transitionend', later)
  return () => {
    observer.disconnect()
    window.removeEventListener('resize', later)
    window.removeEventListener('transitionend', later)
    cancelAnimationFrame(frame)
  }
}
