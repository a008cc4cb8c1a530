import type { PrintWording } from '#features/company/contract.ts'
import { ownWords, readPrintWording } from '#features/company/public.ts'
import type { Download } from '#shared/endpoint.ts'
import { barPicture } from '#platform/barcodes.ts'
import type { Db } from '#platform/db/connect.ts'
import type { PrintPdf } from '#platform/pdf/print.ts'
import { dayIn } from '#shared/dates.ts'
import type { Context } from '#platform/http/handle.ts'
import { breakAll } from '#platform/pdf/breakable.ts'
import { birth, born, sexes } from '#platform/pdf/printed-values.ts'
import { findDocumentPatient, withoutAllergies, type DocumentAllergy } from './document-facts.ts'

const template = new URL('./card.typ', import.meta.url)

export interface CardWords {
  kind: 'card' | 'wristband'
  name: string
  number: string
  born: string
  gender: string
  /** Worst first; the mark is never cut: where they do not fit, their number is printed and that the record has them. */
  allergies: string[]
  /** What stands there without an allergy; null where there are some. */
  no_allergies: string | null
}

/** A card (85.6 x 54 mm) or wristband with those words, and the number as a bar code that every scanner reads. */
export const printCardWords = async (db: Db, printPdf: PrintPdf, words: CardWords, wording: PrintWording): Promise<Uint8Array> => {
  const clinic = await db.selectFrom('company').select(['name', 'phone1']).executeTakeFirstOrThrow()
  const own = ownWords(wording)
  const { barcode: bars, ...data } = { ...words, barcode: barPicture(words.number) }
  return printPdf(template, {
    ...breakAll(data),
    clinic: clinic.name,
    clinic_phone: own.shows.address ? (clinic.phone1 ?? '') : '',
    footer: own.footer,
    barcode: bars,
  })
}

/** As the mark has it: what it is, and how bad where it is bad. */
const markOf = ({ substance, severity, is_intolerance }: DocumentAllergy) =>
  [substance, is_intolerance && '(intolerance)', (severity === 'life threatening' || severity === 'severe') && `(${severity})`]
    .filter(Boolean)
    .join(' ')

/** A wristband is of one stay: it bears the age; a card is kept for years. */
const wornText = (date: string, isEstimated: boolean, today: string) =>
  isEstimated ? born(date, true, today) : `born ${born(date, false, today)}`

/** A patient's card or wristband. */
export const printCard = async (
  { db, now }: Pick<Context, 'db' | 'now'>,
  printPdf: PrintPdf,
  id: number,
  kind: 'card' | 'wristband',
): Promise<Download> => {
  const [patient, { time_zone }] = await Promise.all([
    findDocumentPatient(db, id, now),
    db.selectFrom('company').select('time_zone').executeTakeFirstOrThrow(),
  ])
  const { name, number, gender, date_of_birth: date, is_birth_date_estimated: isEstimated, allergies, allergy_state } = patient
  const words: CardWords = {
    kind,
    name,
    number,
    born:
      date === null
        ? 'Date of birth unknown'
        : kind === 'card'
          ? `born ${birth(date, isEstimated)}`
          : wornText(date, isEstimated, patient.died_on ?? dayIn(time_zone, now)),
    gender: sexes[gender],
    allergies: allergies.map(markOf),
    no_allergies: withoutAllergies(allergy_state),
  }
  const body = await printCardWords(db, printPdf, words, await readPrintWording(db, 'patient-card'))
  return { body, filename: `${kind}-${number}.pdf`, inline: true }
}
