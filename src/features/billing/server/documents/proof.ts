import { qrPicture } from '#platform/barcodes.ts'
import type { PrintedDocument } from './print-pages.ts'

/** The code in groups of four, for typing it from paper. */
export const inGroups = (code: string): string => (code.replaceAll('-', '').match(/.{4}/g) ?? []).join(' ')

/** The square code of a document, which leads to its public page at `address` (https://clinic.example), and the same code in letters. */
export const proofOf = (code: string, address: string): NonNullable<PrintedDocument['proof']> => {
  const url = `${address}/verify/${code}`
  return { qr: qrPicture(url), code: inGroups(code), address: `${address}/verify` }
}
