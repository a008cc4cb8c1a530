import { notifications, Notifications } from '@mantine/notifications'
import { useEffect, type ReactNode } from 'react'
import { useLocation, useNavigation } from 'react-router'
import '@mantine/notifications/styles.css'

/** As earlier programs had it; part of what is promised. */
const TOAST_MS = 5000
/** What is younger belongs to the page that opens: it was said by the action that leads there. */
const OF_THIS_PAGE_MS = 1000

/** When each began to show, of those that a new page takes away. */
const shown = new Map<string, number>()
/** Those that the pointer has moved in. */
const held = new Set<string>()

const hold =
  (id: string) =>
  ({ movementX, movementY }: { movementX: number; movementY: number }) => {
    if (movementX !== 0 || movementY !== 0) held.add(id)
  }

let page = ''
/** The page that opens takes what another one said away. */
const turnTo = (pathname: string) => {
  if (pathname === page) return
  page = pathname
  for (const [id, since] of shown) if (Date.now() - since > OF_THIS_PAGE_MS) notifications.hide(id)
}

interface Toast {
  id: string
  message: ReactNode
  color: string
  role: 'alert' | 'status'
  withBorder: boolean
  closeButtonProps: { 'aria-label': string }
  /** It stays when another page opens. */
  isLasting: boolean
}

/** Shows a toast. A pointer that moves in it holds it; one that merely rests where it appears does not. */
export const showToast = ({ isLasting, ...toast }: Toast) => {
  const { id } = toast
  notifications.show({
    ...toast,
    onMouseMove: hold(id),
    // Its clock begins anew then.
    onMouseLeave: () => setTimeout(() => held.delete(id), TOAST_MS),
    onOpen: () => {
      if (!isLasting) shown.set(id, Date.now())
      // The library's own clock stands still under any pointer, and goes on where that has left.
      setTimeout(() => held.size === 0 && notifications.hide(id), TOAST_MS)
    },
    onClose: () => {
      held.delete(id)
      shown.delete(id)
    },
  })
}
export const hideToast = (id: string) => notifications.hide(id)
export const hideToasts = () => {
  held.clear()
  shown.clear()
  notifications.clean()
}

/** The one container of toasts: top right, light in every scheme (look/toasts.css). Another page takes them away. */
export const Toasts = () => {
  const here = useLocation()
  // Where it goes, as soon as it is known: a page that is slow to load takes nothing of its own away.
  const { location = here } = useNavigation()
  const { pathname } = location
  // Toasts live outside React.
  useEffect(() => turnTo(pathname), [pathname])
  return <Notifications position="top-right" autoClose={TOAST_MS} transitionDuration={150} limit={5} zIndex={900} />
}
