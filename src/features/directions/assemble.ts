import type { Dose, FrequencyCode, UnitCode } from './directions.ts'
import { type Fact, numberNotRead } from './facts.ts'
import { dosesPerDay, timesOfDay } from './frequencies.ts'

/** Thrown inside the reader alone: the text does not say one thing. */
export class Unclear extends Error {}

interface Part {
  amount: number | null
  max: number | null
  unit: UnitCode | null
  strength: string | null
  isDecimal?: boolean
  codes: FrequencyCode[]
  min: FrequencyCode | null
  isOnce: boolean
  days: number | null
}

const twoFrequencies = 'Two different frequencies.'
const twoDoses = 'Two different doses.'
const steps = 'The steps are not clear.'
const isTime = (code: FrequencyCode) => timesOfDay.includes(code)
/** Without a unit more than so many may be milligrams as well as tablets. */
const MOST_WITHOUT_UNIT = 4
const emptyPart = (): Part => ({ amount: null, max: null, unit: null, strength: null, codes: [], min: null, isOnce: false, days: null })

/** What the frequencies of one part come to: one code, several times of the day, or none. */
const settle = ({ codes, isOnce }: Part, notes: string[]): FrequencyCode[] => {
  const times = codes.filter(isTime)
  const [other, ...more] = codes.filter((one) => !isTime(one))
  if (more.length > 0 || (isOnce && times.length > 1)) throw new Unclear(twoFrequencies)
  if (!other) return times.length > 0 || !isOnce ? times : ['STAT']
  const perDay = dosesPerDay(other) ?? 0
  if (isOnce && (perDay > 1 || other === 'STAT')) throw new Unclear(twoFrequencies)
  if (times.length === 0) return [other]
  if (other === 'OD' && times.length === 1) return times
  const agrees = /^(BD|TDS|QDS|WKLY|2WKLY|MONTHLY|ALT|\d\/WK)$/.test(other) && times.length === Math.max(1, perDay)
  if (!agrees) throw new Unclear(twoFrequencies)
  notes.push(
    times.map((one) => ({ OM: 'in the morning', NOON: 'at midday', EVE: 'in the evening', ON: 'at night' })[one as 'OM']).join(', '),
  )
  return [other]
}

/** The parts of the text in their order, and what holds for all of them. */
const partsOf = (facts: Fact[], notes: string[]) => {
  let part = emptyPart()
  const parts = [part]
  let isSequence = false
  let isPending = false
  let total: number | null = null
  let perDay = false
  const begin = (next: Part) => {
    part = next
    parts.push(part)
    isPending = false
  }
  const isClosed = () => part.days !== null || part.codes.includes('STAT')
  if (facts.filter((one) => one.kind === 'freq' && one.isWeekday).length > 1) throw new Unclear(twoFrequencies)
  facts.forEach((fact, index) => {
    if (fact.kind === 'dose') {
      if (facts.slice(0, index).some((one) => one.kind === 'instr')) throw new Unclear(twoDoses)
      const { amount, max, strength, isDecimal } = fact
      const isSame = part.amount === amount && part.unit === fact.unit && (strength?.startsWith('=') || fact.isRepeated)
      if (isSame) return
      if (part.amount === null && !isPending) Object.assign(part, { amount, max, strength, isDecimal, unit: fact.unit })
      else {
        const isStep = isClosed()
        if (!isStep && !(part.codes.length > 0 && part.codes.every(isTime) && !isPending)) throw new Unclear(twoDoses)
        if (isStep && !isPending && (fact.isJoined || part.codes.some(isTime))) throw new Unclear(steps)
        isSequence ||= isStep
        begin({ ...emptyPart(), amount, max, strength, isDecimal, unit: fact.unit ?? part.unit })
      }
    } else if (fact.kind === 'freq') {
      if (isPending) {
        isSequence = true
        begin({ ...part, codes: [], min: null, isOnce: false, days: null })
      }
      if (fact.min && part.min && fact.min !== part.min) throw new Unclear(twoFrequencies)
      part.min ??= fact.min
      if (!part.codes.includes(fact.code)) part.codes.push(fact.code)
    } else if (fact.kind === 'days') {
      if (part.days === null) part.days = fact.days
      else if (part.days !== fact.days) {
        if (!isSequence || total !== null) throw new Unclear('Two different durations.')
        total = fact.days
      }
    } else if (fact.kind === 'once') part.isOnce = true
    else if (fact.kind === 'perDay') perDay = true
    else if (fact.kind === 'td') {
      if (part.unit === 'patch' || part.unit === null || part.unit === 'g' || part.unit === 'application') throw new Unclear('TD may mean three times a day or through the skin: write it in words.') // prettier-ignore
      part.codes.push('TDS')
    } else if (fact.kind === 'then') {
      if (!isClosed() || isPending) throw new Unclear(steps)
      isPending = true
    } else if (fact.kind === 'end') {
      if (facts.slice(index + 1).some((one) => !['note', 'text', 'instr'].includes(one.kind))) throw new Unclear(steps)
    } else if (fact.kind === 'upto') {
      const next = facts[index + 1]
      if (!(next?.kind === 'freq' && next.isCount && next.at === fact.next))
        throw new Unclear('A word may change the dose or the frequency.')
    } else if (fact.kind === 'text' && isPending) throw new Unclear(steps)
  })
  if (isPending) throw new Unclear(steps)
  if (perDay) {
    const isOne = parts.length === 1 && part.codes.length === 0 && part.amount === 1 && part.max === null
    if (!isOne) throw new Unclear('Amount per day without the amount at a time.')
    part.codes.push('OD')
  }
  const strengths = new Set(parts.map((one) => one.strength))
  if (parts.length > 1 && [...strengths].filter((one) => one?.startsWith('=') !== true).length > 1)
    throw new Unclear('Two different strengths.')
  notes.push(...[...strengths].filter((one) => one !== null))
  return { parts, isSequence, total }
}

const rarest = (code: FrequencyCode | null) => {
  const perDay = code ? dosesPerDay(code) : null
  return perDay !== null && perDay < 1 && !code?.includes('/') ? 1 / perDay : code?.includes('/') ? 7 : 1
}

/** The doses, the days and whether it is taken when needed; throws Unclear where the facts contradict one another. */
export const assemble = (facts: Fact[]): { doses: Dose[]; days: number | null; isPrn: boolean; notes: string[] } => {
  const notes: string[] = []
  const isPrn = facts.some((one) => one.kind === 'prn' || one.kind === 'upto')
  const isMdu = facts.some((one) => one.kind === 'mdu')
  const { parts, isSequence, total } = partsOf(facts, notes)
  const settled = parts.map((part) => ({ part, codes: settle(part, notes) }))
  const last = settled.at(-1)
  const units = new Set(parts.map((one) => one.unit))
  if (units.size > 1) throw new Unclear('Two different units.')
  if (parts.some(({ unit, amount, max, isDecimal }) => unit === null && (isDecimal || (max ?? amount ?? 0) > MOST_WITHOUT_UNIT)))
    throw new Unclear(numberNotRead)

  if (isSequence) {
    if (isPrn || settled.some(({ codes }) => codes.length > 1)) throw new Unclear(steps)
    const isShared = settled.slice(0, -1).every(({ codes }) => codes.length === 0)
    const doses = settled.map(({ part, codes }): Dose => ({
      amount: part.amount, amount_max: part.max, unit: part.unit, frequency: codes[0] ?? (isShared ? (last?.codes[0] ?? null) : null),
      frequency_min: part.min, days: part.days,
    })) // prettier-ignore
    const isWhole = doses.every(({ amount, days, frequency }) => amount !== null && (days !== null) !== (frequency === 'STAT'))
    const named = doses.filter(({ frequency }) => frequency !== null).length
    const days = doses.reduce((sum, one) => sum + (one.days ?? 0), 0)
    if (!isWhole || (named > 0 && named < doses.length) || (total !== null && total !== days) || days > 730) throw new Unclear(steps)
    if (doses.length > 10) throw new Unclear('More than ten steps.')
    if (doses.some((one) => (one.days ?? 730) < rarest(one.frequency))) throw new Unclear(steps)
    return { doses, days, isPrn, notes }
  }

  const days = last?.part.days ?? null
  const doses = settled.flatMap(
    ({ part, codes }) =>
    (codes.length > 0 ? codes : [null]).map((frequency): Dose => ({
      amount: part.amount, amount_max: part.max, unit: part.unit, frequency, frequency_min: part.min, days: null,
    })), // prettier-ignore
  )
  if (doses.length > 1 && new Set(doses.map((one) => one.frequency)).size < doses.length) throw new Unclear(twoDoses)
  if (doses.length > 1 && doses.some((one) => one.frequency === null)) throw new Unclear(twoDoses)
  // "1 mane 2 bd"
  if (doses.length > 1 && !doses.every((one) => one.frequency !== null && isTime(one.frequency))) throw new Unclear(twoFrequencies)
  // "stat for 3 days"
  if (days !== null && days > 1 && doses.some((one) => one.frequency === 'STAT')) throw new Unclear(twoFrequencies)
  const [first] = doses
  if (first && first.frequency === null && doses.length === 1) first.frequency = isMdu ? 'MDU' : isPrn ? 'PRN' : null
  if (!first || (first.amount === null && first.frequency === null)) throw new Unclear('No dose and no frequency found.')
  if (days !== null && doses.some((one) => days < rarest(one.frequency)))
    throw new Unclear('The number of days is shorter than the time between doses.')
  return { doses, days, isPrn, notes }
}
