import { sql } from 'kysely'
import { clinicDay } from '#features/company/public.ts'
import type { Overrides, SafetyWarning } from '#features/drugs/contract.ts'
import { isByWeight } from '#features/directions/public.ts'
import { checkSafety, doseNotes, weightDoubted, type DrugFacts } from '#features/drugs/public.ts'
import { weightValidDays } from '#features/drugs/rules.ts'
import type { AllergyStatus, PregnancySummary } from '#features/patients/contract-summaries.ts'
import { ageDay, allergyStatus, isAskedOfPregnancy, pregnancySummary, warnsOfPregnancy } from '#features/patients/public.ts'
import { findDoseWeight, type DoseWeight } from '#features/triage/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { invalidInput, Problem } from '#platform/errors/problem.ts'
import { findCurrentMedicines, type CurrentMedicine } from './current-medicines.ts'
import type { PlannedLine, Weighing } from './plan-line.ts'

interface PatientRow {
  age: number | null
  age_days: number | null
  is_pregnant: boolean | null
  /** Of an age and sex at which pregnancy is asked for. */
  is_asked: boolean
  pregnancy: PregnancySummary | null
  allergy_status: AllergyStatus
  allergies: {
    substance: string
    category: 'drug' | 'food' | 'environment' | 'other'
    severity: string
    reaction: string | null
    is_intolerance: boolean
  }[]
}

/** What the safety check has to know of a patient. */
export interface PatientNow extends PatientRow, DoseWeight {
  current: CurrentMedicine[]
}

/** Reads what the safety check has to know of a patient; undefined when there is no such patient. */
export const findPatientNow = async (db: Db, patient: number, now: Date): Promise<PatientNow | undefined> => {
  const [{ rows }, body, current] = await Promise.all([
    sql<PatientRow>`
      select extract(year from age(${ageDay(sql`p.id`, clinicDay(now))}, p.date_of_birth))::integer as age,
        ${ageDay(sql`p.id`, clinicDay(now))} - p.date_of_birth as age_days,
        ${warnsOfPregnancy(sql`p.id`, clinicDay(now))} as is_pregnant, ${isAskedOfPregnancy(clinicDay(now))} as is_asked,
        ${pregnancySummary(sql`p.id`, sql`p.gender`, clinicDay(now))} as pregnancy,
        (select coalesce(json_agg(json_build_object('substance', a.substance, 'category', a.category, 'severity', a.severity,
            'reaction', a.reaction, 'is_intolerance', a.is_intolerance) order by a.id), '[]')
          from allergies a where a.patient_id = p.id and a.ended_at is null) as allergies,
        ${allergyStatus(sql`p.id`)} as allergy_status
      from patients p where p.id = ${patient}`.execute(db),
    findDoseWeight(db, patient, now),
    findCurrentMedicines(db, patient, now),
  ])
  return rows[0] && { ...rows[0], ...body, current }
}

/** What a dose for each kilogram goes by: the last weight, unless it is too old for the age. */
export const weighingOf = ({ age, age_days, weight, days_old }: Pick<PatientNow, 'age' | 'age_days' | 'weight' | 'days_old'>): Weighing => {
  const isOld = days_old !== null && days_old > weightValidDays(age_days)
  return { weightKg: isOld ? null : weight, isOld, ageYears: age }
}

/** What a person said of an item; the rest is read from its name. */
const reported = ({ origin, substances, strengths, route }: DrugFacts) => (origin === 'person' ? { substances, strengths, route } : {})

/** Whose doses go by the weight. */
const CHILD_YEARS = 12

/** A stop for each drug whose dose goes by a weight that is implausible and that no person confirmed. */
const warnOfDoubtedWeight = ({ age, doubted }: Pick<PatientNow, 'age' | 'doubted'>, lines: readonly PlannedLine[]): SafetyWarning[] => {
  if (!doubted) return []
  const isChild = age !== null && age < CHILD_YEARS
  return lines
    .filter(({ item, directions, dosage }) => item.category === 'drug' && (isChild || isByWeight(`${directions ?? ''} ${dosage}`)))
    .map(({ item }) => weightDoubted({ item: item.id, name: item.name, ...doubted }))
}

/** What the safety rules say about lines of a patient who takes what is current, but for the lines that `without` names. */
export const assess = (
  patient: Omit<PatientNow, 'allergy_status' | 'pregnancy'>,
  lines: readonly PlannedLine[],
  without: ReadonlySet<number>,
): SafetyWarning[] => [
  ...warnOfDoubtedWeight(patient, lines),
  ...lines.flatMap(({ item, findings }) => doseNotes(item, findings)),
  ...checkSafety({
    lines: lines
      .filter(({ item }) => item.category === 'drug')
      .map(({ item, structure }) => ({
        key: String(item.id),
        name: item.name,
        ...reported(item.facts),
        unit: item.unit,
        form: item.facts.form,
        divides: item.facts.divides,
        isExternal: item.is_external,
        directions: structure,
      })),
    current: patient.current
      .filter(({ origin, id }) => origin === 'elsewhere' || !without.has(id))
      .map(({ name, facts, structure, is_ending }) => ({ name, ...reported(facts), directions: structure, isEnding: is_ending })),
    allergies: patient.allergies,
    patient: { ageYears: patient.age, weightKg: patient.weight, isPregnant: patient.is_pregnant, isPregnancyAsked: patient.is_asked },
  }).map(({ otherLine, titleKey, values, alternatives, ...warning }) => ({
    ...warning,
    alternatives: alternatives && [...alternatives],
    other_line: otherLine,
    title_key: titleKey,
    values: { ...values },
  })),
]

/** A warning that is gone ahead against. */
export interface Overridden {
  warning: SafetyWarning
  reason: string
}

/**
 * The warnings that are gone ahead against, each with its reason. 409 `unsafe` with all warnings when one that stops has none; `settled`
 * are keys that were given a reason before.
 */
export const requireReasons = (
  warnings: readonly SafetyWarning[],
  overrides: Overrides,
  settled: ReadonlySet<string> = new Set(),
): Overridden[] => {
  const reasons = new Map(overrides.map(({ key, reason }) => [key, reason]))
  const open = warnings.filter(({ severity, key }) => severity === 'stop' && !reasons.has(key) && !settled.has(key))
  if (open.length > 0)
    throw new Problem(409, 'unsafe', 'This may harm the patient. To continue, give a reason for each warning.', { extra: { warnings } })
  return warnings.flatMap((warning) => {
    const reason = reasons.get(warning.key)
    return reason === undefined || settled.has(warning.key) ? [] : [{ warning, reason }]
  })
}

/** What somebody who hands out has given reasons for, and what only others have. */
export interface Reasoned {
  own: ReadonlySet<string>
  others: ReadonlySet<string>
}

/**
 * The same where it is handed out: the prescriber's reason stands beside a reason of one's own, and never in its place. 409 `unsafe` as above
 * for a stop that nobody gave a reason for; 400 on `overrides` for one that only others gave theirs for.
 */
export const requireOwnReasons = (warnings: readonly SafetyWarning[], overrides: Overrides, { own, others }: Reasoned): Overridden[] => {
  const overridden = requireReasons(warnings, overrides, new Set([...own, ...others]))
  const given = new Map(overrides.map(({ key, reason }) => [key, reason]))
  const open = warnings.filter(({ severity, key }) => severity === 'stop' && !own.has(key) && !given.has(key))
  if (open.length > 0)
    throw invalidInput({
      overrides: ['Enter your own reason for each blocking warning.', ...open.map(({ key, title }) => `${key}: ${title}`)],
    })
  const besides = warnings.flatMap((warning) => {
    const reason = given.get(warning.key)
    return reason !== undefined && others.has(warning.key) && !own.has(warning.key) ? [{ warning, reason }] : []
  })
  return [...overridden, ...besides]
}

interface Keeping {
  stage: 'prescribing' | 'dispensing'
  /** The line of an item. */
  lineOf: ReadonlyMap<string, number>
  /** The lines are those of a sale, which nobody prescribed. */
  isSale?: boolean
  by: number
  now: Date
}

/** Writes down what was gone ahead against, on the line it is about. */
export const keepOverrides = async (db: Db, overridden: readonly Overridden[], { stage, lineOf, isSale = false, by, now }: Keeping) => {
  const rows = overridden.flatMap(({ warning, reason }) => {
    const line = lineOf.get(warning.line) ?? lineOf.get(warning.other_line ?? '')
    return line === undefined ? [] : [{ warning, reason, line }]
  })
  if (rows.length === 0) return
  await db
    .insertInto('safety_overrides')
    .values(
      rows.map(({ warning: { key, kind, title, detail, source, version }, reason, line }) => ({
        prescribed_drug_id: isSale ? null : line,
        dispense_item_id: isSale ? line : null,
        stage,
        warning_key: key,
        kind,
        title,
        detail,
        source,
        rules_version: version,
        reason,
        overridden_at: now,
        overridden_by: by,
      })),
    )
    .execute()
}

/** Takes the reasons that were given for a line over to the one in its place, by whom and when they were given, for what is warned of still. */
export const carryReasons = async (db: Db, from: number, to: number, warnings: readonly SafetyWarning[]) => {
  await sql`
    insert into safety_overrides (prescribed_drug_id, stage, warning_key, kind, title, detail, source, rules_version, reason, overridden_at,
      overridden_by)
    select ${to}::integer, stage, warning_key, kind, title, detail, source, rules_version, reason, overridden_at, overridden_by
    from safety_overrides
    where prescribed_drug_id = ${from} and stage = 'prescribing' and warning_key = any(${warnings.map(({ key }) => key)}::text[])
    order by id`.execute(db)
}

/** What the trail says of them. */
export const overridesInTrail = (overridden: readonly Overridden[], line: string) =>
  overridden
    .filter(({ warning }) => warning.line === line || warning.other_line === line)
    .map(({ warning: { key, title }, reason }) => ({ key, title, reason }))
