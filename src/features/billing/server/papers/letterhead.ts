import { readClinicHead } from '#features/company/index.ts'
import type { Db } from '#platform/db/connect.ts'
import type { FileStore } from '#platform/files/store.ts'
import type { Paper, PaperSize } from './paper.ts'

export interface Letterhead {
  clinic: Paper['clinic']
  currency: string
  zone: string
  note: string | null
  /** What the patient's part of a bill is rounded to. */
  roundingStep: string
}

/** What every bill of the clinic bears, besides its name, addresses and logo. */
export const readLetterhead = async (db: Db, files: FileStore, size: PaperSize): Promise<Letterhead> => {
  const head = await readClinicHead(db, files, size)
  const settings = await db.selectFrom('billing_settings').select(['invoice_note', 'rounding_step']).executeTakeFirstOrThrow()
  return { ...head, note: settings.invoice_note, roundingStep: settings.rounding_step }
}
