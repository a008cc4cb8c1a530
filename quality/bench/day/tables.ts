import { errorsIn, type Growth, isTooMuch, compareWithBudget } from './compare-with-budget.ts'
import type { DayResult } from './measure-day.ts'
import { budgets, type KindFigures } from './people/meter.ts'

const number = (value: number) => value.toLocaleString('en')
const ms = (value: number) => (value < 100 ? value.toFixed(1) : String(Math.round(value)))
const factor = (times: number) => (isTooMuch(times) ? `**${times}**` : times)
const met = (one: KindFigures) => ({ met: 'met', missed: '**missed**', 'too few': 'too few', none: '' })[compareWithBudget(one)]
const table = (heads: readonly string[], rows: readonly (readonly (string | number)[])[]) => [
  `| ${heads.join(' | ')} |`,
  `| ${heads.map((head, at) => (at === 0 || head === '' ? '---' : '---:')).join(' | ')} |`,
  ...rows.map((cells) => `| ${cells.join(' | ')} |`),
]

/** What the day came to: visits, requests, errors. */
export const summaryTable = (day: DayResult) => {
  const { figures, people, pace, minutes, inside, lost } = day
  return table(
    ['', 'in all', 'each minute'],
    [
      ['people at work', people, ''],
      [`minutes measured, at pace ${pace}`, minutes, ''],
      ['visits from door to receipt', number(figures.visits), figures.visits_per_minute],
      ['minutes from door to receipt: half of them, nearly all', `${ms(figures.way.p50 / 60)}, ${ms(figures.way.p95 / 60)}`, ''],
      ['in the house at the end', inside, ''],
      ['sent home by an error', lost, ''],
      ['requests', number(figures.requests), number(Math.round(figures.per_second * 60))],
      ['errors', errorsIn(day), ''],
      ['of these asked once more, and made good', errorsIn(day) - figures.errors, ''],
    ],
  )
}

/** Each sort of request against its budget. */
export const sortsTable = ({ figures }: DayResult) =>
  table(
    ['', 'requests', 'p50 ms', 'p95 ms', 'p99 ms', 'slowest', 'budget of p95', ''],
    figures.sorts.map((one) => [
      one.name,
      number(one.count),
      ms(one.p50),
      ms(one.p95),
      ms(one.p99),
      ms(one.max),
      one.budget ?? 'none',
      met(one),
    ]),
  )

/** Every kind of request against its budget, those that are asked for most first. */
export const kindsTable = ({ figures }: DayResult) =>
  table(
    ['', 'sort', 'requests', 'p50 ms', 'p95 ms', 'p99 ms', 'budget of p95', ''],
    figures.kinds.map((one) => [
      `\`${one.name}\``,
      one.sort,
      number(one.count),
      ms(one.p50),
      ms(one.p95),
      ms(one.p99),
      budgets[one.sort] ?? 'none',
      met(one),
    ]),
  )

/** Every fifth minute, and the last. */
export const memoryTable = ({ memory }: DayResult) =>
  table(
    ['minute', 'server MB', 'database MB'],
    memory
      .filter(({ minute }, at) => minute % 5 === 0 || at === memory.length - 1)
      .map(({ minute, server, database }) => [minute, server ?? '', database ?? '']),
  )

/** Errors, and the refusals that belong to the work: somebody else was quicker. */
export const troubleTable = ({ figures }: DayResult) =>
  table(
    ['', 'what', 'times'],
    [
      ...figures.failures.map(({ path, status, what, count }) => [
        `\`${path}\``,
        `**${status}** ${what.replaceAll('|', '/').slice(0, 120)}`,
        count,
      ]),
      ...figures.cuts.map(({ path, why, count }) => [`\`${path}\``, `asked once more: ${why.replaceAll('|', '/')}`, count]),
      ...figures.refusals.map(({ path, code, count }) => [`\`${path}\``, code, count]),
    ],
  )

export const growthTable = ({ kinds }: Growth) =>
  table(
    ['', 'sort', 'p50 ms: a tenth', 'all', 'times', 'p95 ms: a tenth', 'all', 'times'],
    kinds.map(({ name, sort, small, large, times }) => [
      `\`${name}\``,
      sort,
      ms(small.p50),
      ms(large.p50),
      factor(times.p50),
      ms(small.p95),
      ms(large.p95),
      factor(times.p95),
    ]),
  )

/** What was left out of the comparison. */
export const tooFewTable = ({ tooFew }: Growth) =>
  table(
    ['asked for too seldom to compare', 'sort', 'requests: a tenth', 'all'],
    tooFew.map(({ name, sort, small, large }) => [`\`${name}\``, sort, number(small), number(large)]),
  )
