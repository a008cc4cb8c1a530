import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { clinicDay } from '#features/company/public.ts'
import { allergyStatus } from './allergy-status-sql.ts'
import { patientName } from './patient-name.ts'
import { pregnancySummary } from './pregnancy-sql.ts'
import { bySeverity } from './worst-first.ts'

export interface DocumentAllergy {
  substance: string
  severity: 'life threatening' | 'severe' | 'moderate' | 'mild' | 'unknown'
  reaction: string | null
  is_intolerance: boolean
}
type AllergyState = 'recorded' | 'none known' | 'not asked'

/** Who a document is about, and what every document about drugs has to bear. */
export interface DocumentPatient {
  name: string
  number: string
  gender: 'male' | 'female' | 'other' | 'unknown'
  phone: string | null
  language: string | null
  date_of_birth: string | null
  is_birth_date_estimated: boolean
  /** The day of the patient's death: the age stops there. */
  died_on: string | null
  /** Worst first. */
  allergies: DocumentAllergy[]
  allergy_state: AllergyState
  pregnancy: { state: string; gestation_days: number | null; edd: string | null } | null
}

/** The patient as documents of `at` name them. */
export const findDocumentPatient = async (db: Db, id: number, at: Date): Promise<DocumentPatient> => {
  const { rows } = await sql<DocumentPatient>`
    select case when p.is_unidentified then 'Unknown (' || coalesce(p.found_at, p.unique_id) || ')' else ${patientName} end as name,
      p.unique_id as number, p.gender, p.phone, p.language,
      p.date_of_birth, p.is_birth_date_estimated, died_on(p.id) as died_on,
      (select coalesce(json_agg(json_build_object('substance', a.substance, 'severity', a.severity, 'reaction', a.reaction,
          'is_intolerance', a.is_intolerance) order by ${bySeverity(sql`a.severity`, sql`a.substance`)}, a.id), '[]')
        from allergies a where a.patient_id = p.id and a.ended_at is null) as allergies,
      ${allergyStatus(sql`p.id`)} ->> 'state' as allergy_state,
      ${pregnancySummary(sql`p.id`, sql`p.gender`, clinicDay(at))} as pregnancy
    from patients p where p.id = ${id}`.execute(db)
  return rows[0]!
}

/** What stands where no allergy is recorded: that none is known, or that this is not recorded, which is not none. */
export const withoutAllergies = (state: AllergyState): string | null =>
  state === 'recorded' ? null : state === 'none known' ? 'No known allergies' : 'Allergies not recorded'

/** An allergy in a line: what it is, how severe, what it did. */
export const allergyText = (
  { substance, severity, reaction, is_intolerance }: DocumentAllergy,
  t: (text: string) => string = (text) => text,
): string => [substance, is_intolerance && t('intolerance'), severity !== 'unknown' && t(severity), reaction].filter(Boolean).join(', ')
