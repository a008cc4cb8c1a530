import type { Letterhead } from './letterhead.ts'
import type { PrintedDocument, PaperSize } from './print-pages.ts'
import { moment } from '#platform/pdf/printed-values.ts'

/** What every paper is printed with. */
export interface Press {
  head: Letterhead
  size: PaperSize
  /** Where everybody reaches the clinic, such as https://clinic.example. */
  address: string
  now: Date
  user: { id: number; first_name: string; last_name: string }
}

export interface Printed {
  printed: PrintedDocument
  /** The patient whose paper it is. */
  patient: number | null
  /** 1 is the original; null for a draft. */
  copy: number | null
}

/** The last line of every paper. */
export const printedBy = ({ head, now, user }: Press): string =>
  `Printed ${moment(now, head.zone)} by ${user.first_name} ${user.last_name}`.trimEnd()
