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

/** A patient's card or wristband. */
export const printCard = async (db: Db, printPdf: PrintPdf, patient: Patient, kind: 'card' | 'wristband'): Promise<Download> => {
  const worst = patient.allergies.filter(({ severity }) => severity === 'severe' || severity === 'life threatening')
  const words: CardWords = {
    kind,
    name: patient.is_unidentified ? `Unknown (${patient.found_at ?? patient.unique_id})` : fullName(patient),
    number: patient.unique_id,
    born: patient.date_of_birth ? `${patient.date_of_birth}${patient.is_birth_date_estimated ? ' (estimated)' : ''}` : 'unknown',
    gender: patient.gender,
    allergies: worst.map(({ substance }) => substance),
  }
  const body = await printCardWords(db, printPdf, words, await readPaperWording(db, 'patient-card'))
  return { body, filename: `${kind}-${patient.unique_id}.pdf`, inline: true }
}
