import { useEffectEvent, useLayoutEffect } from 'react'
import { listenForBarcodes } from './barcode.ts'

/** Hears every barcode scanned while the screen is shown, wherever the cursor is; what the scanner typed into a box is taken out again. */
export const useScans = (found: (code: string) => void, isOn = true) => {
  const newest = useEffectEvent(found)
  // A scanner is a keyboard: it is heard outside React, from the moment the screen can be seen.
  useLayoutEffect(() => (isOn ? listenForBarcodes((code) => newest(code), { inBoxes: true }) : undefined), [isOn])
}

/** Hears codes that begin with a mark, in place of the box that finds everything: those that the screen knows what to do with. */
export const useScansOf = (mark: string, found: (code: string) => void, isOn = true) => {
  const newest = useEffectEvent(found)
  // As above.
  useLayoutEffect(() => (isOn ? listenForBarcodes((code) => newest(code), { mark }) : undefined), [mark, isOn])
}
