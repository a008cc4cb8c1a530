import { toSVG } from 'bwip-js/node'
import { sql } from 'kysely'
import { dayIn } from '#shared/dates.ts'
import type { Download } from '#shared/endpoint.ts'
import { type OwnWords, readClinicHead, readPaperWording } from '#features/company/index.ts'
import type { Db } from '#platform/db/connect.ts'
import type { FileStore } from '#platform/files/store.ts'
import type { PrintPdf } from '#platform/pdf/print.ts'
import { age, day } from '#platform/pdf/words.ts'
import type { Prescription } from '../contract.ts'
import { findPaper } from './papers.ts'

const template = new URL('./prescription.typ', import.meta.url)

/** What stands on a prescription, in words as they are printed. */
export interface PrescriptionWords {
  clinic: { name: string; lines: string[]; logo: string | null }
  own: OwnWords
  size: 'a4' | 'a5'
  patient: { name: string; facts: string[][] }
  date: string
  visit: string
  barcode: string
  code: string
  note: string | null
  lines: { name: string; words: string; quantity: string; note: string | null }[]
  prescriber: string
}

interface Printed {
  patient: number
  filename: string
  data: PrescriptionWords
}

const asSentence = (words: string) => (words ? `${words[0]!.toUpperCase()}${words.slice(1)}` : '')

/** How much there is of a line, in words: 21 capsules. */
const quantityText = ({ quantity, unit }: { quantity: string; unit: string | null }) => {
  const amount = Number(quantity)
  const isPlain = !unit || unit === 'each'
  const isMass = unit === 'ml' || unit === 'g' || unit === 'mg'
  return isPlain ? String(amount) : `${amount} ${unit}${amount === 1 || isMass || unit.endsWith('s') ? '' : 's'}`
}

const signersOf = (lines: Prescription['prescribed_drugs']) =>
  [...new Set(lines.map((line) => line.written_by ?? line.prescribed_by_name))].join(', ')

/** What the pharmacy's scanner reads. */
export const barcodeOf = (prescription: number) => toSVG({ bcid: 'code128', text: `RX${prescription}`, height: 8, includetext: false })

/** What is printed of a prescription: its standing lines in plain words; undefined when there is no such prescription. */
export const findPrinted = async (db: Db, files: FileStore, id: number, now: Date): Promise<Printed | undefined> => {
  const paper = await findPaper(db, id, false)
  if (!paper) return undefined
  const wording = await readPaperWording(db, 'prescription')
  const [head, { rows }] = await Promise.all([
    readClinicHead(db, files, 'a4', wording),
    sql<{ date_of_birth: string | null; is_birth_date_estimated: boolean; died_on: string | null; gender: string; track_number: string }>`
      select p.date_of_birth, p.is_birth_date_estimated, died_on(p.id) as died_on, p.gender, v.track_number from prescriptions s
      join patients p on p.id = s.patient_id join visits v on v.id = s.visit_id where s.id = ${id}`.execute(db),
  ])
  const patient = rows[0]!
  const lines = paper.prescribed_drugs.filter(({ cancelled_at }) => cancelled_at === null)
  const today = dayIn(head.zone, now)
  const written = paper.start_date ?? dayIn(head.zone, lines[0]?.prescribed_at ?? paper.date_created)
  const { date_of_birth: birth, is_birth_date_estimated: isEstimated } = patient
  return {
    patient: paper.patient,
    filename: `prescription-${patient.track_number.replaceAll('/', '-')}.pdf`,
    data: {
      clinic: head.clinic,
      own: head.own,
      size: wording.size === 'a4' ? 'a4' : 'a5',
      patient: {
        name: paper.patient_name,
        facts: [
          ['Number', paper.patient_number],
          ...(birth ? [['Age', age(birth, patient.died_on ?? today, isEstimated)]] : []),
          ['Gender', patient.gender],
        ],
      },
      date: day(written),
      visit: patient.track_number,
      barcode: barcodeOf(id),
      code: `RX${id}`,
      note: paper.note,
      lines: lines.map((line) => ({
        name: line.item_name,
        words: asSentence(line.words),
        quantity: quantityText(line),
        note: line.note,
      })),
      prescriber: signersOf(lines),
    },
  }
}

/** The prescription on A5, in plain words, without any abbreviation of the trade. */
export const printPrescription = async (printPdf: PrintPdf, { data, filename }: Pick<Printed, 'data' | 'filename'>): Promise<Download> => ({
  body: await printPdf(template, data),
  filename,
  inline: true,
})
