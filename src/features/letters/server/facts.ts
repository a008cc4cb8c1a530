import { sql } from 'kysely'
import { patientName } from '#features/patients/public.ts'
import { dayIn } from '#shared/dates.ts'
import type { Db } from '#platform/db/connect.ts'
import { fieldError, requireFound } from '#platform/errors/problem.ts'
import type { User } from '#platform/http/handle.ts'
import { toPdfLocale, type PdfLocale } from '#platform/pdf/pdf-locale.ts'
import { age, birth, sexes } from '#platform/pdf/printed-values.ts'
import type { LetterValues } from '../rules.ts'

interface About {
  patient: number
  visit: number | null
}
interface Found {
  name: string
  number: string
  born: string | null
  is_estimated: boolean
  gender: keyof typeof sexes
  phone: string | null
  died_on: string | null
  clinic: string
  clinic_phone: string | null
}

const findPatient = async (db: Db, id: number) => {
  const { rows } = await sql<Found>`
    select ${patientName} as name, p.unique_id as number, p.date_of_birth as born, p.is_birth_date_estimated as is_estimated, p.gender::text,
      p.phone, died_on(p.id)::text as died_on, c.name as clinic, c.phone1 as clinic_phone
    from patients p, company c where p.id = ${id}`.execute(db)
  return requireFound(rows[0], 'Patient')
}

/** How the letters of the clinic say dates, sexes and ages: in its language, by its clock. */
export const readPdfLocale = async (db: Db): Promise<PdfLocale> => {
  const { language, time_zone } = await db.selectFrom('company').select(['language', 'time_zone']).executeTakeFirstOrThrow()
  return toPdfLocale(language, time_zone)
}

const findVisit = async (db: Db, { patient, visit }: About, { dayOf }: PdfLocale) => {
  if (visit === null) return { number: '', date: '' }
  const found = await db
    .selectFrom('visits')
    .select(['track_number', 'patient_id', 'created_at'])
    .where('id', '=', visit)
    .executeTakeFirst()
  if (found?.patient_id !== patient) throw fieldError('visit', 'Visit not found for this patient.')
  return { number: found.track_number, date: dayOf(found.created_at) }
}

/** What the placeholders stand for. 404 for nobody, 400 for a visit of somebody else. */
export const readLetterValues = async (
  db: Db,
  about: About,
  user: Pick<User, 'first_name' | 'last_name'>,
  now: Date,
): Promise<LetterValues> => {
  const pdfLocale = await readPdfLocale(db)
  const { t, day, zone } = pdfLocale
  const [patient, visit] = [await findPatient(db, about.patient), await findVisit(db, about, pdfLocale)]
  const today = dayIn(zone, now)
  const { born, is_estimated } = patient
  return {
    'patient.name': patient.name,
    'patient.number': patient.number,
    'patient.born': born ? birth(born, is_estimated, pdfLocale) : t('unknown'),
    'patient.age': born ? age(born, patient.died_on ?? today, is_estimated, t) : t('unknown'),
    'patient.sex': t(sexes[patient.gender]),
    'patient.phone': patient.phone ?? '',
    'visit.number': visit.number,
    'visit.date': visit.date,
    'doctor.name': `${user.first_name} ${user.last_name}`.trim(),
    'clinic.name': patient.clinic,
    'clinic.phone': patient.clinic_phone ?? '',
    today: day(today),
  }
}
