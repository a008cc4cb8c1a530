import { Kbd } from '@mantine/core'
import { notifications, Notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useEffect, useLayoutEffect, type FocusEvent, type MouseEvent } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { randomId } from '../calls/random-id.ts'
import { t } from '../i18n.ts'
import { focusNext } from '../keyboard/focus-next.ts'
import { keyLabel, useKeys } from '../keyboard/keys.ts'
import { createStore, useStore } from '../state/store.ts'
import { keepOutOfWay } from './toast-place.ts'
import '@mantine/notifications/styles.css'

/** As earlier programs had it; part of what is promised. */
const TOAST_MS = 5000
/** What is younger belongs to the page that opens: it was said by the action that leads there. */
const OF_THIS_PAGE_MS = 1000
/** Does what the newest toast offers, from anywhere and while something is typed. */
const ACTION_KEY = 'Alt+Z'
const BOX = '.mantine-Notifications-root'

/** What a toast offers: `Undo`, with what it does. */
export interface ToastAction {
  label: string
  run: () => void
}
interface Toast {
  kind: 'done' | 'failed'
  text: string
  action: ToastAction | undefined
  /** It stays when another page opens. */
  isLasting: boolean
}
interface Shown {
  since: number
  isLasting: boolean
  action: (() => void) | undefined
  label: string | undefined
}

/** What is on the screen, oldest first. */
const shown = createStore<ReadonlyMap<string, Shown>>(new Map())
/** Those that have the focus, or that the pointer has moved in: none goes while there are any. */
const held = new Set<string>()
const clocks = new Map<string, ReturnType<typeof setTimeout>>()
/** Where the focus was before it came into a toast. */
let before: HTMLElement | null = null

const inToasts = (node: EventTarget | null) => node instanceof Element && node.closest(BOX) !== null

/** The focus goes back to where it came from; to the page where that has gone meanwhile. */
const giveFocusBack = () => {
  const place = before?.isConnected ? before : document.querySelector<HTMLElement>('#page')
  before = null
  place?.focus({ preventScroll: true })
  if (place === null || document.activeElement !== place) focusNext(() => document.querySelector<HTMLElement>('#page'))
}

const start = (id: string) => {
  clearTimeout(clocks.get(id))
  clocks.set(
    id,
    setTimeout(() => held.size === 0 && notifications.hide(id), TOAST_MS),
  )
}
const hold = (id: string) => {
  held.add(id)
  for (const clock of clocks.values()) clearTimeout(clock)
}
/** Every clock begins anew. */
const release = (id: string) => {
  if (!held.delete(id) || held.size > 0) return
  for (const other of shown.get().keys()) start(other)
}

const forget = (id: string) => {
  clearTimeout(clocks.get(id))
  clocks.delete(id)
  const others = new Map(shown.get())
  others.delete(id)
  shown.set(others)
  // Those that it held up go in their time.
  if (held.delete(id) && held.size === 0) for (const other of others.keys()) start(other)
}

/** The newest failure that is reported: the same again takes its place. */
let reported = { text: '', id: '' }

const Content = ({ id, kind, text, action }: Toast & { id: string }) => {
  const Sign = kind === 'done' ? IconCircleCheck : IconAlertTriangle
  const all = useStore(shown)
  const newest = [...all].findLast(([, { label }]) => label !== undefined)?.[0]
  return (
    <span className="toast" data-kind={kind}>
      <Sign size={18} stroke={1.75} aria-hidden />
      <span className="grow">{text}</span>
      {action && (
        <button type="button" className="plain" aria-keyshortcuts={newest === id ? ACTION_KEY : undefined} onClick={() => act(id)}>
          {action.label}
        </button>
      )}
      {action && newest === id && (
        // Hidden from screen readers, which would read the whole toast again when a newer one takes the key.
        <Kbd className="not-phone" aria-hidden>
          {keyLabel(ACTION_KEY)}
        </Kbd>
      )}
    </span>
  )
}

/** Does what a toast offers. It goes first: the action may bring the focus somewhere. */
const act = (id: string) => {
  const action = shown.get().get(id)?.action
  notifications.hide(id)
  action?.()
}

/** Shows a toast. The focus, or a pointer that moves in it, holds all of them; a pointer that merely rests where it appears does not. */
export const showToast = (toast: Toast) => {
  const { kind, text, action, isLasting } = toast
  const id = randomId()
  if (kind === 'failed' && !action) {
    if (reported.text === text) notifications.hide(reported.id)
    reported = { text, id }
  }
  notifications.show({
    id,
    withBorder: true,
    color: `var(--k-toast-${kind})`,
    role: kind === 'failed' ? 'alert' : 'status',
    closeButtonProps: { 'aria-label': t('Close') },
    message: <Content {...toast} id={id} />,
    onMouseMove: ({ movementX, movementY }: MouseEvent) => void ((movementX !== 0 || movementY !== 0) && hold(id)),
    onMouseLeave: ({ currentTarget }: MouseEvent) => void (currentTarget.contains(document.activeElement) || release(id)),
    onFocus: ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof HTMLElement && !inToasts(relatedTarget)) before = relatedTarget
      hold(id)
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => void (currentTarget.contains(relatedTarget) || release(id)),
    onOpen: () => {
      shown.set(new Map([...shown.get(), [id, { since: Date.now(), isLasting, action: action?.run, label: action?.label }]]))
      start(id)
    },
    onClose: () => {
      // Drawn for a moment longer, but no place for the focus any more.
      const hadFocus = inToasts(document.activeElement)
      forget(id)
      if (hadFocus) giveFocusBack()
    },
  })
}
export const hideToasts = () => {
  for (const id of shown.get().keys()) notifications.hide(id)
  notifications.clean()
}

let page = ''
/** The page that opens takes what another one reported away. */
const turnTo = (pathname: string) => {
  if (pathname === page) return
  page = pathname
  for (const [id, { since, isLasting }] of shown.get()) if (!isLasting && Date.now() - since > OF_THIS_PAGE_MS) notifications.hide(id)
}

/** The one container of toasts: top right, light in every scheme (look/toasts.css). Another page takes them away. */
export const Toasts = () => {
  const here = useLocation()
  // Where it goes, as soon as it is known: a page that is slow to load takes nothing of its own away.
  const { location = here } = useNavigation()
  const { pathname } = location
  // Toasts live outside React.
  useEffect(() => turnTo(pathname), [pathname])
  const all = useStore(shown)
  const hasAny = all.size > 0
  // What is drawn over the page is outside React.
  useLayoutEffect(() => (hasAny ? keepOutOfWay() : undefined), [hasAny])
  const [newest] = [...all].filter(([, { label }]) => label !== undefined).slice(-1)
  useKeys(newest ? [{ keys: ACTION_KEY, label: newest[1].label ?? '', run: () => act(newest[0]), always: true }] : [])
  return <Notifications position="top-right" autoClose={false} transitionDuration={150} limit={5} zIndex={900} />
}
