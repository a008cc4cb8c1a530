import type { Client } from 'pg'
import { SAFETY_VERSION } from '#features/drugs/public.ts'
import { measureKeys, RULES_VERSION, type Limit } from '#features/triage/rules.ts'
import { careOf } from './care.ts'
import { copyRows, type Value } from './load-copy.ts'
import type { Ids, SomeVisit } from './load-rows.ts'
import { beginningOf, noteOf, type PlannedNote } from './note.ts'
import type { Patient } from './people.ts'
import { random } from './random.ts'
import { type PlannedTriage, triageOf } from './vitals.ts'

interface Frame {
  ids: Pick<Ids, 'staff'>
  /** How many visits for the same reason a patient had before these. */
  before?: ReadonlyMap<string, number>
}

/** What was measured and written on one visit. */
interface Record {
  visit: number
  patient: number
  source: string
  triage: PlannedTriage | null
  note: PlannedNote | null
}

const findLimits = async (client: Client): Promise<Limit[]> => {
  const { rows } = await client.query<Limit>(
    `select measure, age_from_months, age_to_months, low::float8, high::float8, low_critical::float8, high_critical::float8 from vital_limits`,
  )
  return rows
}

/** The diagnosis that the list has for a code: its own entry, else that of the code without its last digit. */
export const codesOf = async (client: Client) => {
  const { rows } = await client.query<{ id: number; code: string; title: string }>(
    `select distinct on (code) id, code, title from diagnosis_codes where system = 'icd-10' and is_active order by code, id`,
  )
  const known = new Map(rows.map((row) => [row.code, row]))
  return ({ code, name }: { code: string; name: string }) =>
    known.get(code) ?? known.get(code.slice(0, 3)) ?? { id: null, code, title: name }
}

const reserve = async (client: Client, table: string, count: number): Promise<number> => {
  // Never back: what was taken away keeps its ids, which the trail names.
  const { rows } = await client.query<{ first: number }>(
    `select setval(s.name, nextval(s.name) + $2::bigint) - $2::bigint as first from pg_get_serial_sequence($1, 'id') s (name)`,
    [table, Math.max(count, 1)],
  )
  return Number(rows[0]?.first)
}

const planRecords = async (
  client: Client,
  visits: readonly SomeVisit[],
  patients: readonly Patient[],
  before: ReadonlyMap<string, number>,
) => {
  const { rows } = await client.query<{ id: number; patient_id: number; source: string }>(
    'select id, patient_id, source from visits where source = any($1)',
    [visits.map(({ source }) => source)],
  )
  const ids = new Map(rows.map((row) => [row.source, row]))
  const limits = await findLimits(client)
  const times = new Map(before)
  return visits.flatMap((visit): Record[] => {
    const row = ids.get(visit.source)
    const patient = patients[visit.patient]
    if (!row || !patient) return []
    const key = `${row.patient_id} ${visit.reason_key}`
    const nth = times.get(key) ?? 0
    times.set(key, nth + 1)
    const rng = random(`record ${visit.source}`)
    const triage = triageOf(rng, visit, patient, { nth, limits })
    const note = noteOf(rng, visit, patient) ?? beginningOf(rng, visit, patient)
    return triage || note ? [{ visit: row.id, patient: row.patient_id, source: visit.source, triage, note }] : []
  })
}

const personIn = (staff: readonly number[], index: number | undefined) => (index === undefined ? null : (staff[index] ?? null))

const loadTriages = async (client: Client, records: readonly Record[], staff: readonly number[]) => {
  const sets = records.flatMap((record) => (record.triage?.sets ?? []).map((one) => ({ ...record, one })))
  sets.sort((a, b) => (a.one.at < b.one.at ? -1 : 1))
  await copyRows(
    client,
    'vital_signs',
    [
      'visit_id',
      'patient_id',
      'taken_at',
      'taken_by',
      'recorded_at',
      'recorded_by',
      ...measureKeys,
      'on_oxygen',
      'consciousness',
      'news2',
      'rules_version',
      'flags',
      'is_critical',
    ],
    sets.map(({ visit, patient, one }): Value[] => [
      visit,
      patient,
      one.at,
      staff[one.by] ?? null,
      one.at,
      staff[one.by] ?? null,
      ...measureKeys.map((key) => one.set[key]),
      one.set.on_oxygen,
      one.set.consciousness,
      one.news2,
      RULES_VERSION,
      JSON.stringify(one.flags),
      one.isCritical,
    ]),
  )
  await client.query(`create temporary table if not exists new_triages (visit_id integer, is_pregnant boolean, level smallint, target_minutes smallint,
    level_at timestamptz, level_by integer, news2 smallint, is_critical boolean, critical_at timestamptz, critical_text text,
    critical_seen_at timestamptz, critical_seen_by integer) on commit drop; truncate new_triages`)
  await copyRows(
    client,
    'new_triages',
    'visit_id is_pregnant level target_minutes level_at level_by news2 is_critical critical_at critical_text critical_seen_at critical_seen_by'.split(
      ' ',
    ),
    records.flatMap(({ visit, triage }): Value[][] => {
      if (!triage) return []
      const { isPregnant, level, critical, sets } = triage
      const latest = sets.at(-1)
      const chosen = [level?.level ?? null, level?.minutes ?? null, level?.at ?? null, personIn(staff, level?.by)]
      const alarm = [critical?.at ?? null, critical?.text ?? null, critical?.seen?.at ?? null, personIn(staff, critical?.seen?.by)]
      return [[visit, isPregnant, ...chosen, latest?.news2 ?? null, latest?.isCritical ?? false, ...alarm]]
    }),
  )
  await client.query(`analyze new_triages;
    update triages t set is_pregnant = n.is_pregnant, scale = s.scale, level = n.level, target_minutes = n.target_minutes, level_at = n.level_at,
      level_by = n.level_by, news2 = n.news2, is_critical = n.is_critical, critical_at = n.critical_at, critical_text = n.critical_text,
      critical_seen_at = n.critical_seen_at, critical_seen_by = n.critical_seen_by, version = 2
    from new_triages n, triage_settings s where t.visit_id = n.visit_id`)
  await loadPregnancies(client)
}

/**
 * What triage was told of a pregnancy, in the record: of each patient the last one, dated where the reason of the visit names the weeks. One
 * whose due date has passed by the last of these visits ended on it with a birth.
 */
const loadPregnancies = (client: Client) =>
  client.query(`
    with told as (
      select distinct on (v.patient_id) v.patient_id, v.created_at, (v.created_at at time zone c.time_zone)::date as day, t.id as triage, t.level_by,
        substring(v.reason from '(\\d+) weeks')::integer as weeks, (select max(w.created_at) from visits w) as last
      from new_triages n join visits v on v.id = n.visit_id join triages t on t.visit_id = v.id cross join company c
      where n.is_pregnant order by v.patient_id, v.id desc
    ), dated as (select *, day - weeks * 7 as lmp, day - weeks * 7 + 280 as edd from told where weeks is not null or created_at > last - interval '280 days')
    insert into pregnancies (patient_id, source, lmp, edd, dated_by, noted_on, noted_at, noted_by, triage_id, outcome, ended_on, ended_at)
    select patient_id, 'patient said', lmp, edd, case when edd is not null then 'last period' end, day, created_at, level_by, triage,
      case when edd < last::date then 'live birth' end, case when edd < last::date then edd end,
      case when edd < last::date then edd::timestamp at time zone 'UTC' end
    from dated on conflict do nothing`)

const loadNotes = async (client: Client, records: readonly Record[], staff: readonly number[]) => {
  const notes = records.flatMap(({ note, ...rest }) => (note ? [{ ...rest, note }] : []))
  notes.sort((a, b) => (a.note.created_at < b.note.created_at ? -1 : 1))
  const first = await reserve(client, 'consultations', notes.length)
  const codeOf = await codesOf(client)
  await copyRows(
    client,
    'consultations',
    'id visit_id patient_id doctor_id complaint history examination note plan disposition follow_up_on created_at changed_at changed_by source'.split(
      ' ',
    ),
    notes.map(({ visit, patient, source, note: n }, i): Value[] => {
      const by = staff[n.by] ?? null
      const texts = [n.complaint, n.history, n.examination, n.note, n.plan]
      return [first + i, visit, patient, by, ...texts, n.disposition, n.follow_up_on, n.created_at, n.changed_at, by, source]
    }),
  )
  await copyRows(
    client,
    'diagnoses',
    'consultation_id visit_id patient_id diagnosis_code_id code title certainty is_primary recorded_at recorded_by'.split(' '),
    notes.flatMap(({ visit, patient, note }, i) => {
      const titles = new Set<string>()
      return note.diagnoses.flatMap((one): Value[][] => {
        const { id, code, title } = codeOf(one)
        if (titles.has(title)) return []
        titles.add(title)
        return [[first + i, visit, patient, id, code, title, one.certainty, one.isPrimary, note.changed_at, staff[note.by] ?? null]]
      })
    }),
  )
  // Signed last, as in the house: what is signed takes no diagnosis any more.
  const signed = notes.flatMap(({ note }, i) => (note.signed_at ? [{ id: first + i, at: note.signed_at }] : []))
  await client.query(
    `update consultations c set signed_at = s.at, signed_by = c.doctor_id, version = 3
     from unnest($1::integer[], $2::timestamptz[]) s (id, at) where c.id = s.id`,
    [signed.map(({ id }) => id), signed.map(({ at }) => at)],
  )
}

const loadOverrides = async (client: Client, visits: readonly SomeVisit[], patients: readonly Patient[]) => {
  const kept = visits.flatMap((visit) => {
    const patient = patients[visit.patient]
    return patient ? careOf(visit, patient, visit.keep).overrides.map((override) => ({ source: visit.source, ...override })) : []
  })
  if (kept.length === 0) return
  await client.query(
    `insert into safety_overrides (prescribed_drug_id, stage, warning_key, kind, title, detail, source, rules_version, reason, overridden_at, overridden_by)
     select d.id, 'prescribing', o.key, o.kind, o.title, o.detail, o.source, $9, o.reason, d.prescribed_at, d.prescribed_by
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
       as o (visit, code, key, kind, title, detail, source, reason)
     join visits v on v.source = o.visit join prescriptions p on p.visit_id = v.id join items t on t.code = o.code
     join prescribed_drugs d on d.prescription_id = p.id and d.item_id = t.id and d.cancelled_at is null order by d.id`,
    [
      kept.map(({ source }) => source),
      kept.map(({ code }) => code),
      kept.map(({ warning }) => warning.key),
      kept.map(({ warning }) => warning.kind),
      kept.map(({ warning }) => warning.title),
      kept.map(({ warning }) => warning.detail),
      kept.map(({ warning }) => warning.source),
      kept.map(({ reason }) => reason),
      SAFETY_VERSION,
    ],
  )
}

/**
 * Writes what nurses measured and doctors wrote on visits that are there, in order of time, with their prescriptions: vital signs, triages,
 * notes, diagnoses, and the warnings that were gone ahead against. Inside a transaction. `patients` are those whom the visits name.
 */
export const loadClinical = async (
  client: Client,
  visits: readonly SomeVisit[],
  patients: readonly Patient[],
  { ids, before = new Map() }: Frame,
): Promise<void> => {
  const records = await planRecords(client, visits, patients, before)
  await loadTriages(client, records, ids.staff)
  await loadNotes(client, records, ids.staff)
  await loadOverrides(client, visits, patients)
}
