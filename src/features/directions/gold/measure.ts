import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ownData, referenceData } from '../../../testing/inputs/folders.ts'
import type { Directions, Dose } from '../directions.ts'
import { readDirections } from '../rules.ts'

export interface Measured {
  lines: number
  /** Lines whose text states an amount, a frequency, both. */
  stated: { dose: number; frequency: number; both: number }
  found: { dose: number; frequency: number; both: number }
  /** A claim that contradicts the gold. */
  wrong: string[]
  /** Stated, and left out of what is claimed. */
  omitted: string[]
  /** Nothing is claimed; `isRight` where the gold abstains, too. */
  abstained: { line: number; why: string; isRight: boolean }[]
}

/** What the words of one line state. */
interface Gold {
  line: number
  text: string
  readings: Part[][]
  days: string[]
  prn: string
  max: string[]
  route: string[]
  food: string[]
  abstain: string
}
type Part = Pick<Dose, 'unit' | 'frequency' | 'frequency_min' | 'days' | 'amount' | 'amount_max'>

/** The sample of ParseRx, in the reference data beside this project. */
export const PARSERX = 'sig/parserx/csv__input.csv'

const statement = <T extends string>(text: string | undefined): T | null => (text === undefined || text === '-' ? null : (text as T))
const partOf = (text: string): Part => {
  const [amounts = '-', unit, frequencies = '-', days] = text.split(':')
  const [low, high] = amounts === '-' ? [] : amounts.split('-').map(Number)
  const [often, rare] = frequencies.split('..')
  return {
    amount: low ?? null, amount_max: high ?? null, unit: statement(unit), frequency: statement(often), frequency_min: statement(rare), days: days ? Number(days) : null,
  } // prettier-ignore
}

const rowsOf = (path: string) =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((row) => row.split('\t'))

const goldOf = (line: number, text: string, statements: string[]): Gold => {
  const [doses = '-', days = '-', prn = 'no', max = '-', route = '-', food = '-', abstain = '-'] = statements
  const readings = doses === '-' ? [] : doses.split(' or ').map((one) => one.split('; ').map(partOf))
  return { line, text, readings, days: days.split('|'), prn, max: max.split('|'), route: route.split('|'), food: food.split('|'), abstain }
}

/** Directions of the project's own beside what their words state. */
export const ownGold = (): Gold[] =>
  rowsOf(ownData('directions/typed.tsv')).map(([typed = '', ...statements], index) => goldOf(index + 1, typed, statements))

/** The lines of ParseRx beside the gold file; null where they are not at hand (DIRECTIONS_TEXTS names another place). */
export const parserxGold = (): Gold[] | null => {
  const place = process.env['DIRECTIONS_TEXTS'] ?? referenceData(PARSERX)
  if (place === null) return null
  const texts = readFileSync(place, 'utf8').split(/\r?\n/).filter(Boolean)
  return rowsOf(join(import.meta.dirname, 'parserx.tsv')).map(([line, sha256, ...statements]) => {
    const source = texts[Number(line) - 1]?.trim() ?? ''
    if (createHash('sha256').update(source).digest('hex').slice(0, 12) !== sha256)
      throw new Error(`Line ${line} is not the text of the gold file.`)
    return goldOf(Number(line), source, statements)
  })
}

const text = (value: string | number | null) => (value === null ? '-' : String(value))
const partText = (one: Part) => [one.amount, one.amount_max, one.unit, one.frequency, one.frequency_min, one.days].map(text).join(':')
/** Whether what is claimed says nothing else than the gold; what is left out is counted apart. */
const agrees = (claimed: Part[], stated: Part[]) =>
  claimed.length === stated.length &&
  claimed.every((one, index) => {
    const gold = stated[index]
    return gold !== undefined && (Object.keys(gold) as (keyof Part)[]).every((key) => one[key] === null || one[key] === gold[key])
  })

const wrongOf = (gold: Gold, claimed: Directions): string[] => {
  const wrong = gold.readings.some((one) => agrees(claimed.doses, one)) ? [] : [`doses ${claimed.doses.map(partText).join('; ')}`]
  const fields = { days: claimed.days, max: claimed.max_per_day, route: claimed.route, food: claimed.food }
  for (const [name, value] of Object.entries(fields)) {
    const expected = gold[name as 'days']
    if (value !== null && !expected.includes(String(value))) wrong.push(`${name} ${value}`)
  }
  if (gold.prn !== 'any' && claimed.is_prn !== (gold.prn === 'yes')) wrong.push(`prn ${claimed.is_prn}`)
  return wrong
}

const omittedOf = (gold: Gold, claimed: Directions): string[] => {
  const fields = { days: claimed.days, max: claimed.max_per_day, route: claimed.route, food: claimed.food }
  const omitted = Object.entries(fields).filter(([name, value]) => value === null && !gold[name as 'days'].includes('-')).map(([name]) => name) // prettier-ignore
  const isWhole = gold.readings.some((one) => claimed.doses.map(partText).join(';') === one.map(partText).join(';'))
  return isWhole ? omitted : ['doses', ...omitted]
}

const has = (doses: readonly Part[], key: 'amount' | 'frequency') => doses.length > 0 && doses.every((one) => one[key] !== null)

const none = () => ({ dose: 0, frequency: 0, both: 0 })

/** Reads every text and compares what is claimed with what its words state. */
export const measure = (lines: readonly Gold[]): Measured => {
  const result: Measured = { lines: 0, stated: none(), found: none(), wrong: [], omitted: [], abstained: [] }
  const count = (where: Measured['stated'], doses: readonly Part[]) => {
    const [dose, frequency] = [has(doses, 'amount'), has(doses, 'frequency')]
    if (dose) where.dose += 1
    if (frequency) where.frequency += 1
    if (dose && frequency) where.both += 1
  }
  for (const gold of lines) {
    result.lines += 1
    const { directions, abstained } = readDirections(gold.text)
    const isToAbstain = gold.abstain !== '-'
    const [expected = []] = gold.readings
    if (!isToAbstain) count(result.stated, expected)
    if (abstained !== null)
      result.abstained.push({
        line: gold.line,
        why: abstained,
        isRight: isToAbstain || (!has(expected, 'amount') && !has(expected, 'frequency')),
      })
    else if (isToAbstain)
      result.wrong.push(`${gold.line}: claims ${directions.doses.map(partText).join('; ')} where the text is ${gold.abstain}`)
    else {
      const wrong = wrongOf(gold, directions)
      if (wrong.length > 0) result.wrong.push(`${gold.line}: ${wrong.join(', ')}`)
      const omitted = omittedOf(gold, directions)
      if (omitted.length > 0) result.omitted.push(`${gold.line}: ${omitted.join(', ')}`)
      const stated = expected.map((one, index) => ({ ...one, amount: one.amount === null ? null : (directions.doses[index]?.amount ?? null), frequency: one.frequency === null ? null : (directions.doses[index]?.frequency ?? null) })) // prettier-ignore
      count(result.found, stated)
    }
  }
  return result
}
