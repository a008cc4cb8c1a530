import { sql } from 'kysely'
import { clinicDay } from '#features/company/public.ts'
import { askedAt } from '#platform/questions/asked-at.ts'
import type { Dimension, ListColumn, Sql } from '#platform/questions/subject.ts'
import { patientName } from './server/patient-name.ts'
import { diedOn } from './server/death.ts'

/** Brings the patient of a row in as `p`. */
export const patientJoin = (id: Sql): Sql => sql`join patients p on p.id = ${id}`
/** Whether a patient is not deactivated: what is so now is so of them alone. */
export const isOnFile = (id: Sql): Sql => sql`exists (select from patients f where f.id = ${id} and f.deactivated_at is null)`
/** The page of a patient, on one of its tabs. */
export const patientLink = (id: Sql, tab?: string): Sql => sql`'/dashboard/patients/' || ${id} || ${sql.lit(tab ? `?tab=${tab}` : '')}`

/** Who it is, for a list: `patient` among the joins. */
export const patientColumns = [
  { key: 'patient', title: 'Patient', kind: 'text', sql: patientName, joins: ['patient'] },
  { key: 'patient_number', title: 'Patient number', kind: 'text', sql: sql`p.unique_id`, joins: ['patient'] },
] as const satisfies readonly ListColumn[]

export const birthWords = ['date of birth', 'birth date|day', 'birthday', 'born', 'dob'] as const
export const birthInWords: Sql = sql`case when p.is_birth_date_estimated then 'about ' || to_char(p.date_of_birth, 'YYYY')
  else to_char(p.date_of_birth, 'FMDD Mon YYYY') end`
const wallTime = (at: Sql): Sql => sql`${at}::timestamptz at time zone (select time_zone from company)`
/** In whole years by the clinic's clock, and no older than at a death; of two wall times, which the database takes apart faster than days. */
export const ageInYears = (at: Sql | null): Sql =>
  sql`date_part('year', age(least(${at ? wallTime(at) : sql`(select ${wallTime(askedAt)})`}, ${diedOn(sql`p.id`)}::timestamp), p.date_of_birth::timestamp))::integer`

const today = clinicDay(askedAt)
const isInsured = sql`exists (select from patient_insurances pi where pi.patient_id = p.id and (pi.valid_until is null or pi.valid_until >= ${today}))`

/**
 * By what patients are told apart, wherever `p` is one (`joins` bring it in): with their age at `at`, the age they have today where it is
 * null.
 */
export const patientDimensions = (at: Sql | null, joins: readonly string[] = ['patient']) => {
  const age = ageInYears(at)
  return {
    gender: {
      is: 'choice',
      title: 'Gender',
      words: ['gender', 'sex'],
      joins,
      sql: sql`p.gender::text`,
      values: {
        female: ['female', 'woman', 'lady', 'girl'],
        male: ['male', 'man', 'gentleman', 'gentlemen', 'boy'],
        other: ['other gender|sex'],
        unknown: ['unknown gender|sex', 'gender|sex unrecorded', 'gender|sex missing'],
      },
      labels: { female: 'Female', male: 'Male', other: 'Other', unknown: 'Unknown' },
    },
    age_group: {
      is: 'number',
      title: 'Age group',
      words: ['age group', 'age band', 'age bracket', 'age range', 'age category', 'age'],
      joins,
      sql: age,
      unit: 'years',
      bands: [
        { below: 5, label: 'Under 5' },
        { below: 15, label: '5–14' },
        { below: 25, label: '15–24' },
        { below: 50, label: '25–49' },
        { below: 65, label: '50–64' },
        { below: null, label: '65 and over' },
      ],
    },
    age: { is: 'number', title: 'Age', words: ['age', 'aged', 'old', 'older', 'younger'], joins, sql: age, unit: 'years' },
    residence: {
      is: 'choice',
      title: 'Residence',
      words: [
        'residence',
        'residential area',
        'area',
        'town',
        'village',
        'estate',
        'neighbourhood',
        'county',
        'live',
        'reside',
        'catchment',
      ],
      joins,
      access: ['patients.view'],
      sql: sql`coalesce(nullif(btrim(p.residence), ''), 'Not recorded')`,
      values: {},
    },
    insured: {
      is: 'choice',
      title: 'Insurance today',
      words: ['insured', 'insurance status', 'insurance cover|coverage', 'insured uninsured'],
      joins,
      access: ['patients.view'],
      sql: sql`case when ${isInsured} then 'yes' else 'no' end`,
      values: {
        yes: ['insured', 'with insurance', 'have|has insurance', 'insurance holder|member', 'covered insurance', 'insurance cover'],
        no: ['uninsured', 'not insured', 'without insurance', 'no insurance', 'lack insurance', 'without cover'],
      },
      labels: { yes: 'Insured', no: 'Not insured' },
    },
  } as const satisfies Record<string, Dimension>
}
