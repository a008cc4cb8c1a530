import type { RequestOf, ResponseOf } from '#shared/endpoint.ts'
import { daysBetween } from '#shared/zoned.ts'
import { isDay } from '#web/text/day-text.ts'
import type { beginPregnancy, listPregnancies, updatePregnancy } from '../contract.ts'
import {
  allowedDifference,
  earliestScan,
  eddByPeriod,
  eddByScan,
  eddByTransfer,
  suggestDating,
  type Dating,
  type DatingFacts,
  type DatingMethod,
  type Scan,
} from '../dating.ts'

export type PregnancyRecord = ResponseOf<typeof listPregnancies>['pregnancies'][number]
export type PregnancySource = PregnancyRecord['source']

/** What the boxes of a dating hold: '' for what is not known. */
export type DatingValues = {
  lmp: string
  lmp_is_certain: '' | 'yes' | 'no'
  scan_on: string
  /** As it is typed: "12w 3d", "12+3". */
  scan_age: string
  /** The scan replaces the one on record. */
  is_correction: boolean
  transfer_on: string
  transfer_days: string
  edd: string
  /** '' while the suggestion holds. */
  dated_by: '' | DatingMethod
  reason: string
}

export const noDating: DatingValues = {
  lmp: '',
  lmp_is_certain: '',
  scan_on: '',
  scan_age: '',
  is_correction: false,
  transfer_on: '',
  transfer_days: '',
  edd: '',
  dated_by: '',
  reason: '',
}

const DAYS_OF_WEEK = 7

/** Words and signs beside the figures of a gestation, in the languages of the program. */
const UNITS = /wiki|siku|weeks?|wks?|days?|sa|w|d|j|[+/,]/g

/** Days of a gestation as people write it: "12w 3d", "12+3", "12 3", "12w", "12 SA + 3 j"; null when it is none. */
export const readGestation = (text: string): number | null => {
  const parts = text.toLowerCase().replaceAll(UNITS, ' ').trim().split(/\s+/)
  const [weeks = '', days = '0'] = parts
  if (parts.length > 2 || !/^\d{1,2}$/.test(weeks) || !/^[0-6]$/.test(days)) return null
  return Number(weeks) * DAYS_OF_WEEK + Number(days)
}

const scanIn = ({ scan_on: on, scan_age: age }: DatingValues): Scan | null => {
  const days = readGestation(age)
  return isDay(on) && days !== null ? { on, days } : null
}
const transferIn = ({ transfer_on: on, transfer_days: text }: DatingValues): Scan | null =>
  isDay(on) && /^[1-7]$/.test(text.trim()) ? { on, days: Number(text) } : null
const scanOf = ({ scan_on: on, scan_days: days }: PregnancyRecord): Scan | null => (on !== null && days !== null ? { on, days } : null)
const certainIn = ({ lmp_is_certain: answer }: DatingValues) => (answer === '' ? null : answer === 'yes')

/** What dates the pregnancy: of two scans the earlier one, unless the later corrects it. */
const factsOf = (values: DatingValues, known: PregnancyRecord | null): DatingFacts => {
  const scan = scanIn(values)
  const before = known && scanOf(known)
  return {
    lmp: isDay(values.lmp) ? values.lmp : null,
    lmp_is_certain: certainIn(values),
    scan: values.is_correction && scan ? scan : earliestScan(before, scan),
    transfer: transferIn(values),
  }
}

/** Every due date that the facts allow, the suggested one marked, and the one that holds. */
export const choicesOf = (values: DatingValues, known: PregnancyRecord | null) => {
  const facts = factsOf(values, known)
  const { lmp, scan, transfer } = facts
  const choices: Dating[] = [
    ...(lmp ? [{ dated_by: 'last period' as const, edd: eddByPeriod(lmp) }] : []),
    ...(scan ? [{ dated_by: 'scan' as const, edd: eddByScan(scan) }] : []),
    ...(transfer ? [{ dated_by: 'ivf' as const, edd: eddByTransfer(transfer) }] : []),
    ...(isDay(values.edd) ? [{ dated_by: 'stated' as const, edd: values.edd }] : []),
  ]
  const suggested = suggestDating(facts) ?? choices[0] ?? null
  const chosen = choices.find(({ dated_by }) => dated_by === values.dated_by) ?? suggested
  return { facts, choices, suggested, chosen, isAgainst: chosen?.edd !== suggested?.edd }
}

/** By how much scan and last period differ, and by how much they may; null without both. */
export const differenceOf = ({ lmp, scan }: DatingFacts): { days: number; most: number } | null => {
  if (lmp === null || scan === null) return null
  const byPeriod = daysBetween(lmp, scan.on)
  return { days: Math.abs(byPeriod - scan.days), most: allowedDifference(byPeriod) }
}

/** What an open pregnancy is dated by, in the boxes; its scan stays on record, so that theirs are for the next one. */
export const datingOf = ({ lmp, lmp_is_certain: certain, transfer_on, transfer_days, edd, dated_by }: PregnancyRecord): DatingValues => ({
  ...noDating,
  lmp: lmp ?? '',
  lmp_is_certain: certain === null ? '' : certain ? 'yes' : 'no',
  transfer_on: transfer_on ?? '',
  transfer_days: transfer_days === null ? '' : String(transfer_days),
  edd: dated_by === 'stated' && edd !== null ? edd : '',
  dated_by: dated_by ?? '',
})

const textOrNull = (text: string) => (text.trim() === '' ? null : text.trim())

/** What was typed stays as it stands where it cannot be read: the contract refuses it at its box. */
const datingBody = (values: DatingValues, known: PregnancyRecord | null) => {
  const { chosen, isAgainst } = choicesOf(values, known)
  const hasScan = values.scan_on !== '' || values.scan_age.trim() !== ''
  return {
    lmp: textOrNull(values.lmp),
    lmp_is_certain: values.lmp === '' ? null : certainIn(values),
    ...(hasScan && { scan_on: textOrNull(values.scan_on), scan_days: readGestation(values.scan_age) }),
    transfer_on: textOrNull(values.transfer_on),
    transfer_days: values.transfer_days.trim() === '' ? null : Number(values.transfer_days),
    ...(chosen?.dated_by === 'stated' && { edd: chosen.edd }),
    ...(chosen === null && values.edd !== '' && { edd: values.edd }),
    ...(chosen && { dated_by: chosen.dated_by }),
    ...(isAgainst && { reason: textOrNull(values.reason) }),
  }
}

type BeginBody = NonNullable<RequestOf<typeof beginPregnancy>['body']>
type UpdateBody = NonNullable<RequestOf<typeof updatePregnancy>['body']>

export const beginBody = ({ source, note, ...dating }: DatingValues & { source: PregnancySource; note: string }): BeginBody => ({
  source,
  ...datingBody(dating, null),
  ...(note.trim() !== '' && { note: note.trim() }),
})

export const updateBody = (values: DatingValues, known: PregnancyRecord): UpdateBody => ({
  ...datingBody(values, known),
  ...(values.is_correction && { is_correction: true }),
})

/** What the contract cannot see: half a scan, an unreadable gestation, a due date against the rule without a reason. */
export const problemsOf = (
  values: DatingValues,
  known: PregnancyRecord | null,
): Partial<Record<keyof DatingValues, 'day' | 'gestation' | 'embryo' | 'reason'>> => ({
  ...(values.scan_age.trim() !== '' && values.scan_on === '' && { scan_on: 'day' as const }),
  ...((values.scan_on !== '' || values.scan_age.trim() !== '') &&
    readGestation(values.scan_age) === null && { scan_age: 'gestation' as const }),
  ...(values.transfer_days.trim() !== '' && values.transfer_on === '' && { transfer_on: 'day' as const }),
  ...((values.transfer_on !== '' || values.transfer_days.trim() !== '') &&
    !/^[1-7]$/.test(values.transfer_days.trim()) && { transfer_days: 'embryo' as const }),
  ...(choicesOf(values, known).isAgainst && values.reason.trim() === '' && { reason: 'reason' as const }),
})
