import { sql } from 'kysely'
import { dayIn } from '#shared/dates.ts'
import type { Download } from '#shared/endpoint.ts'
import { readClinicHead } from '#features/company/index.ts'
import { ageInYears } from '#features/patients/rules.ts'
import type { Db } from '#platform/db/connect.ts'
import type { FileStore } from '#platform/files/store.ts'
import type { PrintPdf } from '#platform/pdf/print.ts'
import type { Prescription } from '../contract.ts'
import { findPaper } from './papers.ts'

const template = new URL('./prescription.typ', import.meta.url)

interface Printed {
  patient: number
  filename: string
  data: object
}

const dayText = (day: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' }).format(new Date(`${day}T00:00:00Z`))

/** Years, and months for the youngest. */
const ageText = (birth: string, today: string) => {
  const years = ageInYears(birth, today)
  if (years >= 2) return `${years} years`
  const [year = 0, month = 0, day = 0] = birth.split('-').map(Number)
  const [nowYear = 0, nowMonth = 0, nowDay = 0] = today.split('-').map(Number)
  const months = (nowYear - year) * 12 + nowMonth - month - (nowDay < day ? 1 : 0)
  return months === 1 ? '1 month' : `${months} months`
}

const asSentence = (words: string) => (words ? `${words[0]!.toUpperCase()}${words.slice(1)}` : '')

/** How much there is of a line, in words: 21 capsules. */
const quantityText = ({ quantity, unit }: { quantity: string; unit: string | null }) => {
  const amount = Number(quantity)
  const isPlain = !unit || unit === 'each'
  const isMass = unit === 'ml' || unit === 'g' || unit === 'mg'
  return isPlain ? String(amount) : `${amount} ${unit}${amount === 1 || isMass || unit.endsWith('s') ? '' : 's'}`
}

const signersOf = (lines: Prescription['prescribed_drugs']) => [...new Set(lines.map((line) => line.prescribed_by_name))].join(', ')

/** What is printed of a prescription: its standing lines in plain words; undefined when there is no such prescription. */
export const findPrinted = async (db: Db, files: FileStore, id: number, now: Date): Promise<Printed | undefined> => {
  const paper = await findPaper(db, id, false)
  if (!paper) return undefined
  const [head, { rows }] = await Promise.all([
    readClinicHead(db, files, 'a4'),
    sql<{ date_of_birth: string | null; is_birth_date_estimated: boolean; gender: string; track_number: string }>`
      select p.date_of_birth, p.is_birth_date_estimated, p.gender, v.track_number from prescriptions s
      join patients p on p.id = s.patient_id join visits v on v.id = s.visit_id where s.id = ${id}`.execute(db),
  ])
  const patient = rows[0]!
  const lines = paper.prescribed_drugs.filter(({ cancelled_at }) => cancelled_at === null)
  const today = dayIn(head.zone, now)
  const written = paper.start_date ?? dayIn(head.zone, lines[0]?.prescribed_at ?? paper.date_created)
  const age = patient.date_of_birth && ageText(patient.date_of_birth, today)
  return {
    patient: paper.patient,
    filename: `prescription-${patient.track_number.replaceAll('/', '-')}.pdf`,
    data: {
      clinic: head.clinic,
      patient: {
        name: paper.patient_name,
        facts: [
          ['Number', paper.patient_number],
          ...(age ? [['Age', `${age}${patient.is_birth_date_estimated ? ' (estimated)' : ''}`]] : []),
          ['Gender', patient.gender],
        ],
      },
      date: dayText(written),
      visit: patient.track_number,
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
export const printPrescription = async (printPdf: PrintPdf, { data, filename }: Printed): Promise<Download> => ({
  body: await printPdf(template, data),
  filename,
  inline: true,
})
