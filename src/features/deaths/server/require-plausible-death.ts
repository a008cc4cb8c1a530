import { sql } from 'kysely'
import { clinicDay } from '#features/company/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { fieldError, Problem } from '#platform/errors/problem.ts'
import type { Confirmations, ImplausibleValue } from '#shared/implausible.ts'
import { inEnglish } from '#shared/sentence.ts'
import { findActsAfter } from './later-acts.ts'

export interface When {
  died_on: string
  died_at: string | null
}

/** A confirmed question as it is kept with the death. */
export interface KeptConfirmation {
  field: string
  value: number
  text: string
  reason: string
  by: number
  at: string
}

/** 400 for a death that has not come yet, or from before the birth. */
const refuseImpossible = async (db: Db, patient: number, { died_on, died_at }: When, now: Date) => {
  const { rows } = await sql<{ today: string; time: string; born: string | null; is_estimated: boolean }>`
    select ${clinicDay(now)}::text as today, to_char(${now}::timestamptz at time zone c.time_zone, 'HH24:MI') as time, p.date_of_birth::text as born,
      p.is_birth_date_estimated as is_estimated
    from patients p cross join company c where p.id = ${patient}`.execute(db)
  const { today, time, born, is_estimated } = rows[0]!
  if (died_on > today) throw fieldError('died_on', `${died_on} is in the future. Enter a day up to ${today}.`)
  if (died_on === today && died_at !== null && died_at > time)
    throw fieldError('died_at', `${died_at} on ${died_on} is in the future. Enter a time up to ${time}.`)
  // An estimated birthday stands for its year.
  const first = born && (is_estimated ? `${born.slice(0, 4)}-01-01` : born)
  if (first && died_on < first) throw fieldError('died_on', `${died_on} is before the date of birth, ${born}.`)
}

const SOURCE = 'Kliniki: acts that are recorded after a death are asked about'

const questionOf = (count: number, last: Date, { died_on }: When): ImplausibleValue => {
  const text = '{n} entries are recorded after this death, the last on {day}. Is the date of death correct?'
  const values = { n: count, day: last.toISOString().slice(0, 10) }
  return {
    field: 'died_on',
    value: Number(died_on.replaceAll('-', '')),
    unit: '',
    least: null,
    most: null,
    rule: 'acts-after-death',
    message: inEnglish({ text, values }),
    text,
    values,
    meant: [],
    source: SOURCE,
    can_confirm: true,
  }
}

interface Answers {
  confirmations: Confirmations
  kept: readonly KeptConfirmation[]
  by: number
  now: Date
}

/**
 * 400 for a death that cannot be, 409 `implausible` with the acts that are recorded after it unless they are confirmed with a reason. Answers the
 * confirmations that are kept with it.
 */
export const requirePlausibleDeath = async (
  db: Db,
  patient: number,
  when: When,
  { confirmations, kept, by, now }: Answers,
): Promise<KeptConfirmation[]> => {
  await refuseImpossible(db, patient, when, now)
  const acts = await findActsAfter(db, patient, when)
  const idle = confirmations.find(({ field }) => acts.length === 0 || field !== 'died_on')
  if (idle) throw fieldError('confirmations', `No confirmation is needed for ${idle.field}.`)
  if (acts.length === 0) return [...kept]
  const question = questionOf(acts.length, acts[0]!.at, when)
  const given = confirmations.find(({ field }) => field === 'died_on')
  if (!given && kept.some(({ value }) => value === question.value)) return [...kept]
  if (!given)
    throw new Problem(409, 'implausible', question.message, {
      extra: {
        questions: [question],
        acts: acts.map(({ kind, at }) => ({ kind, at: at.toISOString() })),
        hint: 'Correct the date or time of death, or confirm it with a reason in `confirmations`.',
      },
    })
  return [...kept, { field: 'died_on', value: question.value, text: question.message, reason: given.reason, by, at: now.toISOString() }]
}
