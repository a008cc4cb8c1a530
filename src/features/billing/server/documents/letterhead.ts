import { type OwnWords, readClinicHead, withTaxNumber } from '#features/company/public.ts'
import type { Db } from '#platform/db/connect.ts'
import type { FileStore } from '#platform/files/store.ts'
import type { PrintWording } from '#features/company/contract.ts'
import type { PrintedDocument, PaperSize } from './print-pages.ts'

export interface Letterhead {
  clinic: PrintedDocument['clinic']
  currency: string
  zone: string
  own: OwnWords
  note: string | null
  /** What the patient's part of a bill is rounded to. */
  roundingStep: string
}

/** What every bill of the clinic bears, besides its name, addresses and logo; `wording` says how this kind of it is worded. */
export const readLetterhead = async (db: Db, files: FileStore, size: PaperSize, wording: PrintWording): Promise<Letterhead> => {
  const head = withTaxNumber(await readClinicHead(db, files, size, wording))
  const settings = await db.selectFrom('billing_settings').select(['invoice_note', 'rounding_step']).executeTakeFirstOrThrow()
  return { ...head, note: settings.invoice_note, roundingStep: settings.rounding_step }
}

/** The paper that this kind is printed on, where nobody says another one. */
export const usualSize = ({ size }: PrintWording, usual: PaperSize): PaperSize => (size === 'a4' || size === '80mm' ? size : usual)
