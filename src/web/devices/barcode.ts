/** Every gap of a short code is at most this: no hand does it. */
const SCANNER_MS = 40
const SHORTEST_CODE = 4
/** From so many characters on the pace of all of them tells: half of its gaps are at most this. That slow, it is mostly digits: words are typed. */
const LONG_CODE = 6
const SLOW_SCANNER_MS = 75
/** A longer gap begins something new, unless what came before was too fast for a hand: then it may stumble, as on a busy machine. */
const SAME_RUN_MS = 120
const STUMBLE_MS = 500
/** Only a scanner begins like `]d2`; its pace then says nothing more. */
const PREFIX = /^\][A-Za-z]\d/
const PREFIXED_MS = 2000
/** Keys of somebody who writes. */
const EDITING = /^(Tab|Escape|Backspace|Delete|Home|End|Page|Arrow)/

const median = (gaps: readonly number[]) => gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? Infinity

/** Collects fast keys; `take` answers the code when Enter ends one. Pure, so that it can be tested: time comes in with each key. */
export const barcodeReader = () => {
  let text = ''
  let gaps: number[] = []
  let last = 0
  const begin = (first: string) => {
    text = first
    gaps = []
  }
  const longestGap = () => {
    if (text.startsWith(']')) return PREFIXED_MS
    return gaps.length > 0 && median(gaps) <= SCANNER_MS ? STUMBLE_MS : SAME_RUN_MS
  }
  const isCode = (gap: number) => {
    if (text.length < SHORTEST_CODE) return false
    if (PREFIX.test(text) || [...gaps, gap].every((each) => each <= SCANNER_MS)) return true
    const stumbles = gaps.filter((each) => each > SAME_RUN_MS).length
    const pace = text.replace(/\D/g, '').length * 2 > text.length ? SLOW_SCANNER_MS : SCANNER_MS
    return text.length >= LONG_CODE && median(gaps) <= pace && stumbles * 5 <= gaps.length
  }
  return {
    take: (key: string, at: number): string | null => {
      if (EDITING.test(key)) begin('')
      // Shift and the like come with a character, and are none.
      if (key.length !== 1 && key !== 'Enter') return null
      const gap = at - last
      const isSame = text !== '' && gap <= longestGap()
      last = at
      if (key === 'Enter') {
        const code = isSame && isCode(gap) ? text : null
        begin('')
        return code
      }
      if (!isSame) begin(key)
      else {
        text += key
        gaps.push(gap)
      }
      return null
    },
    /** What has been taken so far. */
    text: () => text,
    /** Whether what was taken last is the first character of something. */
    isFirst: () => text.length === 1,
    /** Somebody is typing: what came before was no scan. */
    forget: () => begin(''),
  }
}

type Box = HTMLInputElement | HTMLTextAreaElement
const isEditable = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
const boxOf = (target: EventTarget | null): Box | null =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.value !== undefined) ? target : null

/** Writes into a box as if it had been typed, so that its form hears of it. */
const write = (box: Box, value: string) => {
  const prototype = box instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(box, value)
  box.dispatchEvent(new Event('input', { bubbles: true }))
}

interface Listener {
  found: (code: string) => void
  /** Hears what is scanned into a box, too: the box then holds again what it held. Else only what is scanned outside of boxes. */
  inBoxes: boolean
  /** It hears codes that begin like this alone, and before everybody else. */
  mark: string | undefined
  /** The dialog that was open when it began to listen: what is scanned into another one is not for it. */
  dialog: Element | null
}
const openDialog = () => Array.from(document.querySelectorAll('[aria-modal="true"]')).at(-1) ?? null
const listeners: Listener[] = []
const reader = barcodeReader()
let held: { box: Box; value: string } | null = null

// What separates two elements of a GS1 code is Ctrl and a bracket on the keyboard that a scanner plays.
const keyOf = ({ key, ctrlKey }: KeyboardEvent) => (ctrlKey && key === ']' ? '\u001d' : key)
const isCommand = ({ key, ctrlKey, altKey, metaKey }: KeyboardEvent) => altKey || metaKey || (ctrlKey && key !== ']')

/** Who waits for codes with such a beginning, unless the screen hears whatever is scanned. */
const markedFor = (text: string, { inBoxes }: Listener) =>
  inBoxes ? undefined : listeners.findLast(({ mark }) => mark !== undefined && text.toUpperCase().startsWith(mark))

const hear = (event: KeyboardEvent) => {
  // The screen's own comes before the frame's, which begins later on a page that was loaded whole: once the rights are known.
  const forAll = listeners.filter(({ mark }) => mark === undefined)
  const listener = forAll.findLast(({ inBoxes }) => inBoxes) ?? forAll.at(-1)
  if (!listener || event.repeat || isCommand(event)) return reader.forget()
  if (isEditable(event.target) && (!listener.inBoxes || listener.dialog !== openDialog())) return reader.forget()
  const code = reader.take(keyOf(event), event.timeStamp)
  // The letters of a code that is known by its mark are no keys of the screen.
  if (markedFor(reader.text(), listener)) event.stopPropagation()
  const box = boxOf(event.target)
  if (code === null) {
    if (event.key.length === 1 && reader.isFirst()) held = box && { box, value: box.value }
    if (keyOf(event) !== event.key) event.preventDefault()
    return
  }
  event.preventDefault()
  event.stopPropagation()
  if (held && held.box === box) write(box, held.value)
  held = null
  const { found } = markedFor(code, listener) ?? listener
  found(code)
}

interface Options {
  inBoxes?: boolean
  mark?: string
}
/**
 * Hears a barcode that is scanned anywhere; of several listeners the newest alone, one that hears in boxes first. One for codes that begin
 * with a `mark` (capitals) hears these in place of the frame. Answers how to stop.
 */
export const listenForBarcodes = (found: (code: string) => void, { inBoxes = false, mark }: Options = {}) => {
  const listener = { found, inBoxes, mark, dialog: openDialog() }
  if (listeners.length === 0) window.addEventListener('keydown', hear, { capture: true })
  listeners.push(listener)
  return () => {
    listeners.splice(listeners.indexOf(listener), 1)
    if (listeners.length === 0) window.removeEventListener('keydown', hear, { capture: true })
  }
}
