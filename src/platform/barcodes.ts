import bwip from 'bwip-js/node'

interface Squares {
  pixs: readonly number[]
  pixx: number
}
// Not the export of that name, which draws; the library's own description leaves this form out.
// oxlint-disable-next-line import/no-named-as-default-member
const encode = bwip.raw as unknown as (code: string, text: string, options: string) => readonly [Squares]

/** A text as a QR code: rows of dark (1) and light (0) squares. Medium correction: a scratched screen may hide a seventh of it. */
export const qrRows = (text: string): string[] => {
  const [{ pixs, pixx }] = encode('qrcode', text, 'eclevel=M')
  return Array.from({ length: pixs.length / pixx }, (_, row) => pixs.slice(row * pixx, (row + 1) * pixx).join(''))
}
