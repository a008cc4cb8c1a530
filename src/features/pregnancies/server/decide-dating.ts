import { PAST_DUE_DAYS } from '#features/patients/rules.ts'
import { fieldError } from '#platform/errors/problem.ts'
import { addDays, daysBetween } from '#shared/zoned.ts'
import {
  type Dating,
  type DatingMethod,
  earliestScan,
  eddByPeriod,
  eddByScan,
  eddByTransfer,
  gestationDays,
  suggestDating,
  TERM_DAYS,
} from '../dating.ts'
import { type DatedRow, scanOf, toFacts, transferOf } from './pregnancy-facts.ts'

/** What of a dating was sent; absent is unchanged, null is taken off. */
export type SentDating = { [K in keyof DatedRow]?: DatedRow[K] | undefined } & {
  reason?: string | null | undefined
  is_correction?: boolean | undefined
}

export interface Decided {
  /** What the pregnancy is dated by from now on. */
  row: DatedRow
  /** What was sent, as the history keeps it: a later scan is in it and dates nothing. */
  kept: DatedRow
  suggestion: Dating | null
  reason: string | null
}

const names = ['lmp', 'lmp_is_certain', 'scan_on', 'scan_days', 'transfer_on', 'transfer_days', 'edd', 'dated_by'] as const

/** True where something was sent that dates. */
export const isDating = (sent: SentDating) => names.some((name) => sent[name] !== undefined)

/** Beyond it a day is a slip of the year, whatever the reason. */
const MOST_DAYS_AGO = 400

const refuseOtherDays = (row: DatedRow, noted: string, today: string) => {
  for (const [field, latest] of [
    ['lmp', noted],
    ['scan_on', today],
    ['transfer_on', today],
  ] as const) {
    const day = row[field]
    if (day === null) continue
    if (day > latest)
      throw fieldError(
        field,
        field === 'lmp' && latest < today
          ? `${day} is after the pregnancy was recorded (${noted}).`
          : `${day} is in the future. Enter a day up to ${latest}.`,
      )
    if (daysBetween(day, noted) > MOST_DAYS_AGO)
      throw fieldError(
        field,
        `${day} is ${daysBetween(day, noted)} days before the pregnancy was recorded. At most ${MOST_DAYS_AGO} are accepted.`,
      )
  }
  for (const [on, days] of [
    ['scan_on', 'scan_days'],
    ['transfer_on', 'transfer_days'],
  ] as const) {
    if ((row[on] === null) !== (row[days] === null)) throw fieldError(row[on] === null ? on : days, `Send ${on} and ${days} together.`)
  }
  if (row.lmp_is_certain !== null && row.lmp === null) throw fieldError('lmp_is_certain', 'Also enter the first day of the last period.')
}

const neededFor = (field: keyof DatedRow, what: string) => fieldError(field, `Enter ${what}, or choose another method in dated_by.`)

/** The due date by a method; 400 for a method whose facts are not there. */
const eddBy = (method: DatingMethod, row: DatedRow): string => {
  if (method === 'last period') {
    if (row.lmp === null) throw neededFor('lmp', 'the first day of the last period')
    return eddByPeriod(row.lmp)
  }
  if (method === 'stated') {
    if (row.edd === null) throw neededFor('edd', 'the due date')
    return row.edd
  }
  const found = method === 'scan' ? scanOf(row) : transferOf(row)
  if (!found) throw method === 'scan' ? neededFor('scan_on', 'the scan') : neededFor('transfer_on', 'the transfer')
  return method === 'scan' ? eddByScan(found) : eddByTransfer(found)
}

const fieldBy = { 'last period': 'lmp', scan: 'scan_days', ivf: 'transfer_on', stated: 'edd' } as const

const refuseOtherEdd = ({ edd, dated_by, lmp }: DatedRow, today: string) => {
  if (edd === null || dated_by === null) return
  const field = fieldBy[dated_by]
  if (gestationDays(edd, today) < 0)
    throw fieldError(
      field,
      `This gives the due date ${edd}, more than ${TERM_DAYS} days ahead: the pregnancy would not have begun. At most ${addDays(today, TERM_DAYS)}.`,
    )
  if (gestationDays(edd, today) > MOST_DAYS_AGO)
    throw fieldError(field, `This gives the due date ${edd}: ${gestationDays(edd, today)} days of pregnancy.`)
  if (lmp !== null && (edd < lmp || daysBetween(lmp, edd) > PAST_DUE_DAYS))
    throw fieldError(
      field,
      `This gives the due date ${edd}, ${daysBetween(lmp, edd)} days after the last period (${lmp}). From 0 to ${PAST_DUE_DAYS} are accepted: correct one of the two.`,
    )
}

/** The scan that dates: the one on record unless an earlier one was sent, or a correction. */
const withEarliestScan = (before: DatedRow, sent: SentDating, merged: DatedRow): DatedRow => {
  if (sent.is_correction || !scanOf(merged)) return merged
  const scan = earliestScan(scanOf(before), scanOf(merged))
  // The same day once more corrects what it found.
  return scan && scan.on !== merged.scan_on ? { ...merged, scan_on: scan.on, scan_days: scan.days } : merged
}

const methodOf = (before: DatedRow, sent: SentDating, suggestion: Dating | null, isSame: boolean): DatingMethod | null => {
  if (sent.dated_by != null) return sent.dated_by
  if (sent.edd != null && suggestion === null) return 'stated'
  // What was chosen holds as long as the facts are what they were.
  if (isSame && before.dated_by !== null && sent.edd !== null) return before.dated_by
  return suggestion?.dated_by ?? (sent.edd === null ? null : before.dated_by === 'stated' ? 'stated' : null)
}

/**
 * How a pregnancy is dated once this is sent: by the suggestion of the rule, or as a person chooses, with a reason where that is another due
 * date. 400 by field for days that cannot be. `noted` is the day on which the pregnancy was recorded, `today` that of this dating.
 */
export const decideDating = (before: DatedRow, sent: SentDating, { noted, today }: { noted: string; today: string }): Decided => {
  const merged: DatedRow = {
    ...before,
    ...Object.fromEntries(names.flatMap((name) => (sent[name] === undefined ? [] : [[name, sent[name]]]))),
  }
  if (sent.lmp === null) merged.lmp_is_certain = null
  // A due date that was computed is not one that a person stated.
  if (sent.edd === undefined && before.dated_by !== 'stated') merged.edd = null
  refuseOtherDays(merged, noted, today)
  const facts = withEarliestScan(before, sent, merged)
  const suggestion = suggestDating(toFacts(facts))
  const isSame = JSON.stringify(toFacts(facts)) === JSON.stringify(toFacts(before))
  const dated_by = methodOf(before, sent, suggestion, isSame)
  const edd = dated_by && eddBy(dated_by, facts)
  if (sent.edd != null && sent.edd !== edd)
    throw fieldError('edd', `The due date by ${dated_by} is ${edd}. To use ${sent.edd}, send dated_by "stated" with a reason.`)
  const row = { ...facts, edd, dated_by }
  refuseOtherEdd(row, today)
  const isChosen = dated_by !== before.dated_by || edd !== before.edd || !isSame
  if (isChosen && suggestion && edd !== suggestion.edd && !sent.reason)
    throw fieldError(
      'reason',
      `The rule suggests ${suggestion.edd} by ${suggestion.dated_by}. Give the reason for ${edd ?? 'no due date'}.`,
    )
  return { row, kept: { ...merged, edd, dated_by }, suggestion, reason: sent.reason ?? null }
}
