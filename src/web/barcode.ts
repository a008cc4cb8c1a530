/** A scanner types faster than a hand: at most this long between two characters. */
const FASTEST_HAND_MS = 40
const SHORTEST_CODE = 4

/** Collects fast keys; `take` answers the code when Enter ends one. Pure, so that it can be tested: time comes in with each key. */
export const barcodeReader = () => {
  let text = ''
  let last = 0
  return {
    take: (key: string, at: number): string | null => {
      const isFast = at - last <= FASTEST_HAND_MS
      last = at
      if (key === 'Enter') {
        const code = isFast && text.length >= SHORTEST_CODE ? text : null
        text = ''
        return code
      }
      if (key.length === 1) text = isFast ? text + key : key
      return null
    },
    /** Somebody is typing: what came before was no scan. */
    forget: () => {
      text = ''
    },
  }
}

const isEditable = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Hears a barcode scanned anywhere but into a box. Answers how to stop. */
export const listenForBarcodes = (found: (code: string) => void) => {
  const reader = barcodeReader()
  const hear = (event: KeyboardEvent) => {
    if (isEditable(event.target)) return reader.forget()
    const code = reader.take(event.key, event.timeStamp)
    if (code === null) return
    event.preventDefault()
    event.stopPropagation()
    found(code)
  }
  window.addEventListener('keydown', hear, { capture: true })
  return () => window.removeEventListener('keydown', hear, { capture: true })
}
