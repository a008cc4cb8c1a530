import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { results } from '../figures/report.ts'
import { budgetSentence, growthOf, missesOfGrowth } from './compare-with-budget.ts'
import type { DayResult } from './measure-day.ts'
import { growthTable, kindsTable, memoryTable, sortsTable, summaryTable, tooFewTable, troubleTable } from './tables.ts'

const page = join(import.meta.dirname, '../../../docs/performance.md')

export type Kept = 'day' | 'day-tenth'
const pathOf = (name: Kept) => join(results, `${name}.json`)

const write = (path: string, day: DayResult) => {
  writeFileSync(path, `${JSON.stringify(day, null, 2)}\n`)
  return path
}
/** Keeps a day beside the other results, as JSON. */
export const saveDay = (name: Kept, day: DayResult): string => {
  mkdirSync(results, { recursive: true })
  return write(pathOf(name), day)
}
/** Leaves a day that is not kept where whoever wants to know more finds it; the next one takes its place. */
export const setDayAside = (name: Kept, day: DayResult): string => write(join(tmpdir(), `kliniki-${name}.json`), day)

const writePart = (part: string, lines: readonly string[]) => {
  const [begin, end] = [`<!-- part: ${part} -->`, `<!-- end: ${part} -->`]
  const before = readFileSync(page, 'utf8')
  const section = [begin, '', ...lines, '', end].join('\n')
  const [from, to] = [before.indexOf(begin), before.indexOf(end)]
  if (from < 0 || to < 0) throw new Error(`${page} has no place for “${part}”.`)
  writeFileSync(page, before.slice(0, from) + section + before.slice(to + end.length))
}

const number = (value: number) => value.toLocaleString('en')
const aboutMachine = ({ at, load, machine: { cpus, cpu, memory_gb, node, postgres }, rows }: DayResult) => [
  `Measured ${at.slice(0, 10)} on ${cpus} cores (${cpu}), ${memory_gb} GB, Node ${node}, PostgreSQL ${postgres}.`,
  `The load of the machine was ${load.before} before the first person came and ${load.after} at the end.`,
  '',
  `${number(rows.patients)} patients, ${number(rows.visits)} visits, ${number(rows.results)} laboratory results, ${number(rows.items)} invoice items,`,
  `${number(rows.prescribed)} prescribed lines, ${number(rows.movements)} stock movements, ${number(rows.postings)} postings.`,
]

/** Writes what the day came to into docs/performance.md; what people wrote around it stays. */
export const writeDay = (day: DayResult): string => {
  writePart('day', [
    ...aboutMachine(day),
    '',
    ...summaryTable(day),
    '',
    ...sortsTable(day),
    '',
    budgetSentence(day),
    '',
    '### Memory',
    '',
    `By minutes since the opening; requests count from minute ${day.warm_up_minutes} on.`,
    '',
    ...memoryTable(day),
    '',
    '### Errors and refusals',
    '',
    ...(day.figures.failures.length + day.figures.refusals.length + day.figures.cuts.length > 0 ? troubleTable(day) : ['None.']),
    '',
    '### Every kind of request',
    '',
    ...kindsTable(day),
  ])
  return page
}

/** The same for what ten times the data came to. */
export const writeGrowth = (small: DayResult, large: DayResult): string => {
  const growth = growthOf(small, large)
  const misses = missesOfGrowth(growth)
  writePart('growth', [
    ...aboutMachine(large),
    `Against it a clinic of ${number(small.rows.patients)} patients, ${number(small.rows.visits)} visits, ${number(small.rows.results)} results and ${number(small.rows.items)} items.`,
    `${large.minutes} minutes of the one were measured, ${small.minutes} of the other.`,
    '',
    `${growth.kinds.length} kinds of request were asked for often enough on both days; ${misses.length} of them take more than twice as long.`,
    '',
    ...growthTable(growth),
    ...(growth.tooFew.length > 0 ? ['', ...tooFewTable(growth)] : []),
  ])
  return page
}

const read = (name: Kept): DayResult | null => {
  const path = pathOf(name)
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as DayResult) : null
}
/** The day that was measured last and kept, if any. */
export const keptDay = (): DayResult | null => read('day')

/** Writes the page anew from the results that are kept. */
export const writePages = (): void => {
  const [day, tenth] = [keptDay(), read('day-tenth')]
  if (day) writeDay(day)
  if (day && tenth) writeGrowth(tenth, day)
}
