import { toSVG } from 'bwip-js/node'
import type { Download } from '#shared/endpoint.ts'
import type { Db } from '#platform/db/connect.ts'
import type { PrintPdf } from '#platform/pdf/print.ts'
import type { Patient } from '../contract.ts'
import { fullName } from '../rules.ts'

const template = new URL('./card.typ', import.meta.url)

const barcode = (text: string) => toSVG({ bcid: 'code128', text, height: 8, includetext: false })

/** A patient's card (85.6 x 54 mm) or wristband, with the number as a bar code that every scanner reads. */
export const printCard = async (db: Db, printPdf: PrintPdf, patient: Patient, kind: 'card' | 'wristband'): Promise<Download> => {
  const clinic = await db.selectFrom('company').select(['name', 'phone1']).executeTakeFirstOrThrow()
  const worst = patient.allergies.filter(({ severity }) => severity === 'severe' || severity === 'life threatening')
  const body = await printPdf(template, {
    kind,
    clinic: clinic.name,
    clinic_phone: clinic.phone1 ?? '',
    name: patient.is_unidentified ? `Unknown (${patient.found_at ?? patient.unique_id})` : fullName(patient),
    number: patient.unique_id,
    born: patient.date_of_birth ? `${patient.date_of_birth}${patient.is_birth_date_estimated ? ' (estimated)' : ''}` : 'unknown',
    gender: patient.gender,
    allergies: worst.map(({ substance }) => substance),
    barcode: barcode(patient.unique_id),
  })
  return { body, filename: `${kind}-${patient.unique_id}.pdf`, inline: true }
}
