import { sql } from 'kysely'
import { clinicDay } from '#features/company/public.ts'
import { allergyText, findDocumentPatient, pregnancyOn, withoutAllergies } from '#features/patients/public.ts'
import { gestationText } from '#features/pregnancies/public.ts'
import { findCurrentMedicines } from '#features/prescriptions/public.ts'
import type { Db } from '#platform/db/connect.ts'
import type { User } from '#platform/http/handle.ts'
import { joined } from '#platform/pdf/printed-values.ts'
import type { LetterPart } from '../rules.ts'

/** At most so many lines of each kind: a letter is no record. */
const MOST = 40

const findLines = async (query: ReturnType<typeof sql<{ line: string }>>, db: Db) => {
  const { rows } = await query.execute(db)
  return rows.map(({ line }) => line)
}

/** As people write it: a diagnosis with its code, and how certain it is where it is not confirmed. */
const findDiagnoses = (db: Db, visit: number) =>
  findLines(
    sql<{ line: string }>`
      select concat_ws(', ', d.title, d.code, nullif(d.certainty::text, 'confirmed')) as line
      from diagnoses d join consultations c on c.id = d.consultation_id
      where d.visit_id = ${visit} and d.removed_at is null and c.signed_at is not null order by d.is_primary desc, d.id limit ${MOST}`,
    db,
  )

const findProblems = (db: Db, patient: number) =>
  findLines(
    sql<{ line: string }>`
      select concat_ws(', ', title, code, 'since ' || to_char(onset_on, 'FMDD Mon YYYY')) as line
      from problems where patient_id = ${patient} and status = 'active' order by id desc limit ${MOST}`,
    db,
  )

const findAllergyLines = async (db: Db, patient: number, at: Date) => {
  const { allergies, allergy_state } = await findDocumentPatient(db, patient, at)
  const none = withoutAllergies(allergy_state)
  return none === null ? allergies.map((allergy) => allergyText(allergy)) : [none]
}

const linesOfAll = (texts: readonly string[]) => texts.flatMap((text) => text.trim().split(/\r\n?|\n/)).filter((line) => line.trim() !== '')

/** The signed notes of the visit under their own heads; a draft is no record. */
const findNotes = async (db: Db, visit: number) => {
  const { rows } = await sql<{ complaint: string; history: string; examination: string; note: string }>`
    select complaint, history, examination, note from consultations
    where visit_id = ${visit} and signed_at is not null order by signed_at, id limit ${MOST}`.execute(db)
  return {
    history: linesOfAll(rows.flatMap(({ complaint, history, note }) => [complaint, history, note])),
    examination: linesOfAll(rows.map(({ examination }) => examination)),
  }
}

const RECENT_DAYS = 90
interface Found {
  line: string
  is_withheld: boolean
}
/** The latest approved result of each test of the last months, critical and abnormal ones first, with unit, flag, range and day. */
const findResults = async (db: Db, patient: number, at: Date) => {
  const { rows } = await sql<Found>`
    select concat_ws(' · ', x.name || ': ' || concat_ws(' ', x.result, x.unit), nullif(upper(x.flag::text), 'NORMAL'),
        'range ' || nullif(concat_ws(', ', case when x.low is not null and x.high is not null then x.low || '–' || x.high
          when x.low is not null then 'from ' || x.low when x.high is not null then 'up to ' || x.high end, nullif(x.range_text, '')), ''),
        to_char(x.observed_at at time zone c.time_zone, 'FMDD Mon YYYY')) as line, x.is_withheld
    from (
      select distinct on (r.panel_id) k.name, k.is_withheld, r.result, r.unit, r.flag, trim_scale(r.low)::text as low, trim_scale(r.high)::text as high,
        r.range_text, r.observed_at
      from lab_results r join lab_panels k on k.id = r.panel_id
      where r.patient_id = ${patient} and r.is_current and r.approved_at is not null and r.withdrawn_at is null
        and r.observed_at > ${at}::timestamptz - make_interval(days => ${RECENT_DAYS}::integer)
      order by r.panel_id, r.observed_at desc, r.id desc
    ) x, company c
    order by x.flag::text like 'critical%' desc nulls last, coalesce(x.flag, 'normal') <> 'normal' desc, x.observed_at desc, x.name limit ${MOST}`.execute(
    db,
  )
  const linesWhere = (isWithheld: boolean) => rows.filter(({ is_withheld }) => is_withheld === isWithheld).map(({ line }) => line)
  return { shared: linesWhere(false), inPerson: linesWhere(true) }
}

const findMedicines = async (db: Db, patient: number, at: Date) => {
  const medicines = await findCurrentMedicines(db, patient, at)
  return medicines.slice(0, MOST).map(({ name, words }) => (words === '' ? name : `${name}: ${words}`))
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
const findVitals = async (db: Db, visit: number) => {
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
  /** Null: stays in the letter whatever is left out. */
  part: LetterPart | null
  title: string
  lines: string[]
}

/**
 * What a letter says of the patient besides why: no more than the person who prints it may read. Drafts of notes are no record and stay
 * out. That no allergy is known, or that this is not recorded, is said; other sections without a line are left out. `now` is when results and
 * medicines are looked up.
 */
export const findSummary = async (
  db: Db,
  { permissions }: Pick<User, 'permissions'>,
  { visit, patient, referred_at }: Referred,
  now = referred_at,
): Promise<Section[]> => {
  const mayReadNotes = permissions.has('consultations.view')
  const mayReadResults = permissions.has('laboratory.view')
  const mayReadPatient = permissions.has('patients.view')
  const none = { history: [], examination: [] }
  const [notes, diagnoses, problems, medicines, allergies, pregnancy, vitals, results] = await Promise.all([
    mayReadNotes ? findNotes(db, visit) : none,
    mayReadNotes ? findDiagnoses(db, visit) : [],
    mayReadNotes ? findProblems(db, patient) : [],
    permissions.has('prescriptions.view') ? findMedicines(db, patient, now) : [],
    mayReadPatient ? findAllergyLines(db, patient, now) : [],
    mayReadPatient ? findPregnancy(db, { visit, patient, referred_at }) : undefined,
    permissions.has('triage.view') ? findVitals(db, visit) : [],
    mayReadResults ? findResults(db, patient, now) : { shared: [], inPerson: [] },
  ])
  const sections: Section[] = [
    { part: null, title: 'Allergies', lines: allergies },
    { part: null, title: 'Pregnancy', lines: pregnancyLines(pregnancy) },
    { part: 'history', title: 'History', lines: notes.history },
    { part: 'examination', title: 'Examination', lines: notes.examination },
    { part: 'diagnoses', title: 'Diagnoses', lines: diagnoses },
    { part: 'problems', title: 'Problems', lines: problems },
    { part: 'medicines', title: 'Current medicines', lines: medicines },
    { part: 'vitals', title: 'Vital signs', lines: vitals },
    { part: 'results', title: 'Laboratory results', lines: results.shared },
    { part: 'results_in_person', title: 'Laboratory results given in person', lines: results.inPerson },
  ]
  return sections.filter(({ lines }) => lines.length > 0)
}
