import { sql } from 'kysely'
import type { Confirmations } from '#shared/implausible.ts'
import type { Db } from '#platform/db/connect.ts'
import { fieldError, Problem } from '#platform/errors/problem.ts'
import { askAbout, PLAUSIBILITY_VERSION, type Earlier, type Person, type Question } from '../plausibility/ask.ts'
import { questionText, toImplausibleValue } from '../plausibility/question-text.ts'
import type { VitalSet } from '../measures.ts'

const DAY_MS = 86_400_000

/** A confirmed value as it is kept beside its set. */
export interface KeptConfirmation {
  field: string
  value: number
  rule: string
  text: string
  reason: string
  by: number
  at: string
  version: string
}

interface EarlierRow {
  weight: number | null
  weight_at: Date | null
  height: number | null
  height_at: Date | null
}

/** The last weight and height of a patient before `at`, but for the set that is corrected. */
export const findEarlier = async (db: Db, patient: number, at: Date, corrected: number | null): Promise<Person['earlier']> => {
  const last = (measure: 'weight' | 'height') => sql`
    select s.${sql.ref(measure)}::float8 as value, s.taken_at from vital_signs s
    where s.patient_id = ${patient} and s.replaced_by is null and s.${sql.ref(measure)} is not null and s.taken_at <= ${at}
      and s.id is distinct from ${corrected}::bigint
    order by s.taken_at desc, s.id desc limit 1`
  const { rows } = await sql<EarlierRow>`
    select w.value as weight, w.taken_at as weight_at, h.value as height, h.taken_at as height_at
    from (select) one left join lateral (${last('weight')}) w on true left join lateral (${last('height')}) h on true`.execute(db)
  const earlier = (value: number | null | undefined, from: Date | null | undefined): Earlier | undefined =>
    value == null || from == null ? undefined : { value, days: Math.floor((at.getTime() - from.getTime()) / DAY_MS) }
  const [weight, height] = [earlier(rows[0]?.weight, rows[0]?.weight_at), earlier(rows[0]?.height, rows[0]?.height_at)]
  return { ...(weight && { weight }), ...(height && { height }) }
}

/** Whole days of age on the day of the clinic; null when the birthday is not known. */
export const ageDaysOn = (dateOfBirth: string | null, day: string): number | null =>
  dateOfBirth === null ? null : Math.max(0, Math.round((Date.parse(day) - Date.parse(dateOfBirth)) / DAY_MS))

/** 409 `implausible` with every question that no confirmation answers. */
export const implausible = (questions: readonly Question[]) =>
  new Problem(409, 'implausible', questions.map(questionText).join(' '), {
    extra: {
      questions: questions.map(toImplausibleValue),
      hint: 'Correct the value, or confirm it with a reason in `confirmations`.',
    },
  })

interface Asking {
  set: VitalSet
  person: Person
  known: { weight?: number | null; height?: number | null }
  confirmations: Confirmations
  /** What was confirmed of the set that is corrected: it holds for the same value. */
  kept: readonly KeptConfirmation[]
  by: number
  now: Date
}

/**
 * Holds a set against the plausibility rules, for every way in: 409 `implausible` for what no person confirmed, 400 for a confirmation of a
 * value that nothing is asked about. Answers what is kept beside the set.
 */
export const requirePlausible = ({ set, person, known, confirmations, kept, by, now }: Asking): KeptConfirmation[] => {
  const questions = askAbout(set, person, known)
  const isKept = ({ field, value }: Question) => kept.find((one) => one.field === field && one.value === value)
  const given = new Map(confirmations.map(({ field, reason }) => [field, reason]))
  const idle = confirmations.find(({ field }) => !questions.some((one) => one.field === field))
  if (idle)
    throw fieldError(
      'confirmations',
      `No confirmation is needed for ${idle.field}. Confirm only: ${questions.map(({ field }) => field).join(', ') || 'nothing'}.`,
    )
  const open = questions.filter((question) => !given.has(question.field) && !isKept(question))
  if (open.length > 0) throw implausible(open)
  return questions.map((question) => {
    const { field, value, rule } = question
    const reason = given.get(field)
    if (reason === undefined) return isKept(question)!
    return { field, value, rule, text: questionText(question), reason, by, at: now.toISOString(), version: PLAUSIBILITY_VERSION }
  })
}
