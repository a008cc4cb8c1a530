import { useEffectEvent, useLayoutEffect } from 'react'
import { createStore, useStore } from '../state/store.ts'

/** A key of the screen: `N`, `Alt+A`, `Mod+K` (Ctrl, or Cmd on a Mac), `F8`, `?`. */
export interface ScreenKey {
  keys: string
  /** What it does, translated: for the sheet of keys, the command box and tooltips. */
  label: string
  run: () => void
  /** Works while a dialog is open or somebody is typing, too. */
  always?: boolean
  /** Left out of the command box. */
  hidden?: boolean
}

const registered = createStore<readonly ScreenKey[]>([])
/** The keys that work now, newest screen last. */
export const useRegisteredKeys = () => useStore(registered)

const isMac = typeof navigator !== 'undefined' && /Mac|iP(hone|ad)/.test(navigator.userAgent)

/** How a key is written on this machine: `Ctrl K`. */
export const keyLabel = (keys: string) => keys.replace('Mod', isMac ? '⌘' : 'Ctrl').replaceAll(/(?<=.)\+(?=.)/g, ' ')

type Pressed = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'code'>

export const matchesKey = (keys: string, event: Pressed): boolean => {
  const parts = keys.endsWith('+') ? [...keys.slice(0, -2).split('+').filter(Boolean), '+'] : keys.split('+')
  const main = parts.at(-1) ?? ''
  const mods = new Set(parts.slice(0, -1))
  const mod = isMac ? event.metaKey : event.ctrlKey
  if (mods.has('Mod') !== mod || mods.has('Alt') !== event.altKey) return false
  // Alt turns letters into signs on some keyboards: the place of the key decides there.
  const typed = event.altKey && /^Key[A-Z]$/.test(event.code) ? event.code.slice(3) : event.key
  return typed.toLowerCase() === main.toLowerCase()
}

// A box to tick takes no text, nor does a list to choose from that is closed: a letter that is pressed there is a key of the screen.
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('textarea,select,input:not([type=checkbox],[type=radio],[readonly][aria-haspopup=listbox]:not([aria-expanded=true]))'))
const hasModifier = (keys: string) => /^(Mod|Alt)\+/.test(keys) || /^F\d/.test(keys)
const isDialogOpen = () => document.querySelector('[role="dialog"],[role="menu"]') !== null

/** A single character waits this long: when another follows, a scanner is typing and no key was meant. */
const SCANNER_MS = 45

/** The key of the screen that a press means where it was made. */
const findKey = (event: KeyboardEvent) => {
  const key = registered.get().findLast(({ keys }) => matchesKey(keys, event))
  return key && (key.always || !(isDialogOpen() || (isTyping(event.target) && !hasModifier(key.keys)))) ? key : undefined
}

/** Whether a press is a key of the screen: a control outside of forms and dialogs leaves it to the screen. */
export const isScreenKey = (event: KeyboardEvent) => findKey(event) !== undefined

/** A list to choose from opens, or takes its marked option, at Enter, whatever is held with it; one with `data-own-enter` has a use of its own for it. */
const isEnterOnList = ({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent) =>
  key === 'Enter' &&
  (ctrlKey || metaKey || altKey) &&
  target instanceof HTMLElement &&
  target.matches('[aria-haspopup=listbox]:not([data-own-enter])')

/** Starts the one listener for all keys of the application. */
export const listenForKeys = () => {
  let pending: ReturnType<typeof setTimeout> | undefined
  const hear = (event: KeyboardEvent) => {
    clearTimeout(pending)
    if (event.defaultPrevented || event.isComposing) return
    const key = findKey(event)
    if (!key) return
    event.preventDefault()
    if (hasModifier(key.keys)) key.run()
    else pending = setTimeout(key.run, SCANNER_MS)
  }
  window.addEventListener('keydown', hear)
  // Before the list hears of it: Ctrl+Enter sends, and does nothing else.
  window.addEventListener(
    'keydown',
    (event) => {
      if (!isEnterOnList(event)) return
      hear(event)
      event.stopPropagation()
    },
    { capture: true },
  )
}

/** Registers the keys of a screen while it is shown; they appear in the sheet of keys and in the command box. */
export const useKeys = (keys: readonly ScreenKey[]) => {
  // By name: between the press and the run the set may have become another one.
  const runOf = useEffectEvent((name: string) => keys.find((key) => key.keys === name)?.run())
  const facts = JSON.stringify(keys.map(({ keys: name, label, always, hidden }) => ({ keys: name, label, always, hidden })))
  // The keyboard is outside React. Registered once per set of keys, before the screen is seen: a key that it names works from then on. Each run is the newest one.
  useLayoutEffect(() => {
    const mine = (JSON.parse(facts) as Omit<ScreenKey, 'run'>[]).map((key) => ({ ...key, run: () => runOf(key.keys) }))
    registered.set([...registered.get(), ...mine])
    return () => registered.set(registered.get().filter((key) => !mine.includes(key)))
  }, [facts])
}
