import { raw } from 'bwip-js/node'

interface Squares {
  pixs: readonly number[]
  pixx: number
}
// The library's own description leaves this form out.
const draw = raw as unknown as (code: string, text: string, options: string) => readonly [Squares]

/** A text as a QR code: rows of dark (1) and light (0) squares. Medium correction: a scratched screen may hide a seventh of it. */
export const qrRows = (text: string): string[] => {
  const [{ pixs, pixx }] = draw('qrcode', text, 'eclevel=M')
  return Array.from({ length: pixs.length / pixx }, (_, row) => pixs.slice(row * pixx, (row + 1) * pixx).join(''))
}
