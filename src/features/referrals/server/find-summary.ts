import { sql } from 'kysely'
import { clinicDay } from '#features/company/index.ts'
import { pregnancyOn, worstFirst } from '#features/patients/index.ts'
import { gestationText } from '#features/pregnancies/index.ts'
import type { Db } from '#platform/db/connect.ts'
import type { User } from '#platform/http/handle.ts'
import { joined } from '#platform/pdf/words.ts'

/** At most so many lines of each kind: a letter is no record. */
const MOST = 40

const linesOf = async (query: ReturnType<typeof sql<{ line: string }>>, db: Db) => {
  const { rows } = await query.execute(db)
  return rows.map(({ line }) => line)
}

/** As people write it: a diagnosis with its code, and how certain it is where it is not confirmed. */
const diagnosesOf = (db: Db, visit: number) =>
  linesOf(
    sql<{ line: string }>`
      select concat_ws(', ', d.title, d.code, nullif(d.certainty::text, 'confirmed')) as line
      from diagnoses d join consultations c on c.id = d.consultation_id
      where d.visit_id = ${visit} and d.removed_at is null and c.signed_at is not null order by d.is_primary desc, d.id limit ${MOST}`,
    db,
  )

const problemsOf = (db: Db, patient: number) =>
  linesOf(
    sql<{ line: string }>`
      select concat_ws(', ', title, code, 'since ' || to_char(onset_on, 'FMDD Mon YYYY')) as line
      from problems where patient_id = ${patient} and status = 'active' order by id desc limit ${MOST}`,
    db,
  )

const allergiesOf = (db: Db, patient: number) =>
  linesOf(
    sql<{ line: string }>`
      select concat_ws(', ', substance, case when is_intolerance then 'intolerance' end, nullif(severity::text, 'unknown'), reaction) as line
      from allergies where patient_id = ${patient} and ended_at is null order by ${worstFirst(sql`severity`, sql`substance`)}, id limit ${MOST}`,
    db,
  )

/** What a letter says where no allergy is recorded: that none is known, by whom and when, or that nobody has asked. */
const withoutAllergies = async (db: Db, patient: number) => {
  const { rows } = await sql<{ line: string | null }>`
    select 'No known allergies (recorded ' || to_char(n.recorded_at at time zone c.time_zone, 'FMDD Mon YYYY')
      || coalesce(' by ' || (select concat_ws(' ', u.first_name, u.last_name) from users u where u.id = n.recorded_by), '') || ')' as line
    from no_known_allergies n, company c where n.patient_id = ${patient} and n.ended_at is null`.execute(db)
  return [rows[0]?.line ?? 'Not asked yet: allergies are unknown']
}

const findAllergyLines = async (db: Db, patient: number) => {
  const lines = await allergiesOf(db, patient)
  return lines.length > 0 ? lines : withoutAllergies(db, patient)
}

interface Pregnant {
  state: string
  gestation_days: number | null
  edd: string | null
  dated_by: keyof typeof datedWords | null
  outcome: string | null
  ended_on: string | null
}
const datedWords = { 'last period': 'by last period', scan: 'by scan', ivf: 'by embryo transfer', stated: 'as stated' }

/** What the record says of a pregnancy on the day of the referral; undefined where it does not know of one. */
const findPregnancy = async (db: Db, { patient, referred_at }: Referred) => {
  const { rows } = await sql<Pregnant>`
    select y.state, y.gestation_days, to_char(g.edd, 'FMDD Mon YYYY') as edd, g.dated_by, g.outcome, to_char(g.ended_on, 'FMDD Mon YYYY') as ended_on
    from ${pregnancyOn(sql`${patient}::integer`, clinicDay(referred_at))} y join pregnancies g on g.id = y.pregnancy`.execute(db)
  return rows[0]
}

const pregnancyLines = (found: Pregnant | undefined) => {
  if (!found) return []
  const { state, gestation_days: days, edd, dated_by, outcome, ended_on } = found
  if (state === 'postpartum') return [joined('After a birth', outcome, ended_on)]
  const gestation = days === null ? 'Pregnant, not dated' : `Pregnant: ${gestationText(days)}`
  const isPastDue = state === 'past due'
  return [joined(gestation, edd && `due ${edd}`, dated_by && datedWords[dated_by], isPastDue && 'past due, no outcome recorded')]
}

interface Vitals {
  taken: string
  temperature: string | null
  pulse: number | null
  systolic: number | null
  diastolic: number | null
  respiration: number | null
  spo2: number | null
  weight: string | null
}
const vitalsOf = async (db: Db, visit: number) => {
  const { rows } = await sql<Vitals>`
    select to_char(v.taken_at at time zone c.time_zone, 'FMDD Mon YYYY, HH24:MI') as taken, trim_scale(v.temperature) as temperature,
      v.pulse, v.systolic, v.diastolic, v.respiration, v.spo2, trim_scale(v.weight) as weight
    from vital_signs v, company c where v.visit_id = ${visit} and v.replaced_by is null order by v.taken_at desc, v.id desc limit 1`.execute(
    db,
  )
  const [v] = rows
  if (!v) return []
  const measured = joined(
    v.temperature && `${v.temperature} °C`,
    v.pulse !== null && `pulse ${v.pulse}/min`,
    v.systolic !== null && v.diastolic !== null && `${v.systolic}/${v.diastolic} mmHg`,
    v.respiration !== null && `respiration ${v.respiration}/min`,
    v.spo2 !== null && `SpO\u2082 ${v.spo2}%`,
    v.weight && `${v.weight} kg`,
  )
  return measured ? [joined(measured, v.taken)] : []
}

/** The referral as its letter is made of it. */
interface Referred {
  visit: number
  patient: number
  referred_at: Date
}

export interface Section {
  title: string
  lines: string[]
}

/**
 * What a letter says of the patient besides why: no more than the person who prints it may read. Drafts of notes are no record and stay
 * out. That no allergy is known, or that nobody has asked, is said; other sections without a line are left out.
 */
export const findSummary = async (
  db: Db,
  { permissions }: Pick<User, 'permissions'>,
  { visit, patient, referred_at }: Referred,
): Promise<Section[]> => {
  const mayReadNotes = permissions.has('consultations.view')
  const [diagnoses, problems, allergies, pregnancy, vitals] = await Promise.all([
    mayReadNotes ? diagnosesOf(db, visit) : [],
    mayReadNotes ? problemsOf(db, patient) : [],
    permissions.has('patients.view') ? findAllergyLines(db, patient) : null,
    permissions.has('patients.view') ? findPregnancy(db, { visit, patient, referred_at }) : undefined,
    permissions.has('triage.view') ? vitalsOf(db, visit) : [],
  ])
  return [
    { title: 'Diagnoses', lines: diagnoses },
    { title: 'Problems', lines: problems },
    ...(allergies === null ? [] : [{ title: 'Allergies', lines: allergies }]),
    { title: 'Pregnancy', lines: pregnancyLines(pregnancy) },
    { title: 'Vital signs', lines: vitals },
  ].filter(({ lines }) => lines.length > 0)
}
