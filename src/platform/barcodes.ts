import { createRequire } from 'node:module'
import type * as Bwip from 'bwip-js/node'

const require = createRequire(import.meta.url)
/** Loaded with the first code: two megabytes of source that a process which draws none does without. */
const bwip = () => require('bwip-js/node') as typeof Bwip

interface Squares {
  pixs: readonly number[]
  pixx: number
}
type Encode = (code: string, text: string, options: string) => readonly [Squares]

/** A text as a QR code: rows of dark (1) and light (0) squares. Medium correction: a scratched screen may hide a seventh of it. */
export const qrRows = (text: string): string[] => {
  // The library's own description leaves this form out.
  const encode = bwip().raw as unknown as Encode
  const [{ pixs, pixx }] = encode('qrcode', text, 'eclevel=M')
  return Array.from({ length: pixs.length / pixx }, (_, row) => pixs.slice(row * pixx, (row + 1) * pixx).join(''))
}

/** The library's own description leaves the correction out. */
const square = { bcid: 'qrcode', eclevel: 'M' }

/** A text as a QR code, drawn as SVG. Medium correction: a crease or a coffee stain may take a seventh of it. */
export const qrPicture = (text: string): string => bwip().toSVG({ ...square, text })

/** A short text as bars for scanners (Code 128), drawn as SVG. */
export const barPicture = (text: string): string => bwip().toSVG({ bcid: 'code128', text, height: 8, includetext: false })
