import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ConfigurationError } from '#platform/config.ts'
import { numberOption, wholeOption } from '../../../tools/options.ts'
import { errorsOf, flawsOf, flawsOfSizes, flawsOfTenth, growthOf, missesOf, missesOfGrowth } from './compare-with-budget.ts'
import { type DayPlan, type DayResult, measureDay } from './measure-day.ts'
import { type Kept, keptDay, saveDay, setDayAside, writeDay, writeGrowth, writePages } from './page.ts'
import { growthTable, kindsTable, sortsTable, summaryTable, tooFewTable, troubleTable } from './tables.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)

const folder = (path: string | undefined) => (path === undefined ? undefined : resolve(path))

const readArguments = (args: readonly string[]) => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      minutes: { type: 'string' },
      people: { type: 'string' },
      pace: { type: 'string' },
      from: { type: 'string' },
      growth: { type: 'boolean', default: false },
      pages: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
    },
  })
  // Small and short, to see that everything works; its figures mean nothing.
  const usual = values.quick ? { minutes: 1, people: 20, pace: 12 } : { minutes: 45, people: 200, pace: 1 }
  return {
    isGrowth: values.growth,
    isPages: values.pages,
    plan: {
      size: values.quick ? 'quick' : 'whole',
      from: folder(values.from),
      minutes: numberOption('minutes', values.minutes, usual.minutes, 24 * 60),
      people: wholeOption('people', values.people, usual.people, 1, 1000),
      pace: numberOption('pace', values.pace, usual.pace, 100),
      say,
    } satisfies DayPlan,
  }
}

const reportMisses = (misses: readonly string[]) => {
  for (const miss of misses) say(`MISSED  ${miss}`)
  if (misses.length > 0) process.exitCode = 1
}
const report = (day: DayResult, { size }: DayPlan) => {
  for (const lines of [summaryTable(day), sortsTable(day), kindsTable(day), troubleTable(day)]) say(`\n${lines.join('\n')}`)
  say(`\nWrites: ${JSON.stringify(day.writes)}`)
  reportMisses(size === 'quick' ? errorsOf(day) : missesOf(day))
}
/** Writes the day down: what was measured in part, over less than was asked for or with errors is not kept among the results. */
const keep = (name: Kept, day: DayResult, flaws: readonly string[]) => {
  const path = flaws.length === 0 ? saveDay(name, day) : setDayAside(name, day)
  say(flaws.length === 0 ? `Kept: ${path}` : `Not kept: ${flaws.join('; ')}. Its figures: ${path}`)
  return flaws.length === 0
}

/** The same day over a tenth of the data, against the day that is kept. */
const compareSizes = async (plan: DayPlan) => {
  const large = keptDay()
  if (!large) throw new ConfigurationError('--growth compares with the day that is kept: measure that first.')
  await measureDay(plan, (small) => {
    const isKept = keep('day-tenth', small, [...flawsOfTenth(small), ...flawsOfSizes(small, large)])
    report(small, plan)
    const growth = growthOf(small, large)
    say(`\n${growthTable(growth).join('\n')}\n\n${tooFewTable(growth).join('\n')}`)
    reportMisses([...flawsOfSizes(small, large), ...missesOfGrowth(growth)])
    if (isKept) say(`Written: ${writeGrowth(small, large)}`)
  })
}

/**
 * `npm run bench -- day`: so many people at work at once, from door to receipt; with `--growth`, over a tenth of the data, compared with the
 * day that is kept. Ends with 1 after an error or a budget that was missed. `--pages` writes the page anew from what was kept.
 */
export const runDay = async (args: readonly string[]): Promise<void> => {
  const { isGrowth, isPages, plan } = readArguments(args)
  if (isPages) return writePages()
  if (isGrowth) return compareSizes({ ...plan, size: 'tenth' })
  await measureDay(plan, (day) => {
    const isKept = keep('day', day, flawsOf(day))
    report(day, plan)
    if (isKept) say(`Written: ${writeDay(day)}`)
  })
}
