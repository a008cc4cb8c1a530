import { toSVG } from 'bwip-js/node'
import type { PaperWording } from '#features/company/contract-papers.ts'
import { ownWords, readPaperWording } from '#features/company/index.ts'
import type { Download } from '#shared/endpoint.ts'
import type { Db } from '#platform/db/connect.ts'
import type { PrintPdf } from '#platform/pdf/print.ts'
import type { Patient } from '../contract.ts'
import { fullName } from '../rules.ts'

const template = new URL('./card.typ', import.meta.url)

const barcode = (text: string) => toSVG({ bcid: 'code128', text, height: 8, includetext: false })

export interface CardWords {
  kind: 'card' | 'wristband'
  name: string
  number: string
  born: string
  gender: string
  allergies: string[]
  /** What stands there without an allergy; null where there are some. */
  no_allergies: string | null
}

/** A card (85.6 x 54 mm) or wristband with those words, and the number as a bar code that every scanner reads. */
export const printCardWords = async (db: Db, printPdf: PrintPdf, words: CardWords, wording: PaperWording): Promise<Uint8Array> => {
  const clinic = await db.selectFrom('company').select(['name', 'phone1']).executeTakeFirstOrThrow()
  const own = ownWords(wording)
  return printPdf(template, {
    ...words,
    clinic: clinic.name,
    clinic_phone: own.shows.address ? (clinic.phone1 ?? '') : '',
    footer: own.footer,
    barcode: barcode(words.number),
  })
}

/** So many letters of names have room beside the bar code. */
const ROOM = 150

/** The allergies, worst first, as far as they fit; how many more there are is said. */
const namesThatFit = (names: readonly string[]): string[] => {
  const fitting = names.filter((_, at) => names.slice(0, at + 1).join(', ').length <= ROOM)
  const more = names.length - fitting.length
  return more > 0 ? [...fitting, `and ${more} more: see the record`] : fitting
}

const withoutAllergies = ({ allergies, allergy_status: { state } }: Patient) => {
  if (allergies.length > 0) return null
  return state === 'none known' ? 'No known allergies' : 'Allergies not asked'
}

/** A patient's card or wristband. */
export const printCard = async (db: Db, printPdf: PrintPdf, patient: Patient, kind: 'card' | 'wristband'): Promise<Download> => {
  const words: CardWords = {
    kind,
    name: patient.is_unidentified ? `Unknown (${patient.found_at ?? patient.unique_id})` : fullName(patient),
    number: patient.unique_id,
    born: patient.date_of_birth ? `${patient.date_of_birth}${patient.is_birth_date_estimated ? ' (estimated)' : ''}` : 'unknown',
    gender: patient.gender,
    allergies: namesThatFit(
      patient.allergies.map(({ substance, is_intolerance }) => (is_intolerance ? `${substance} (intolerance)` : substance)),
    ),
    no_allergies: withoutAllergies(patient),
  }
  const body = await printCardWords(db, printPdf, words, await readPaperWording(db, 'patient-card'))
  return { body, filename: `${kind}-${patient.unique_id}.pdf`, inline: true }
}
