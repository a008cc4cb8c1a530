import type { Client } from 'pg'
import { findRanges } from '#features/lab-catalogue/public.ts'
import { ageInDays, calculate, choiceFlagOf, flagOf, parseFormula, pickLimits } from '#features/lab-catalogue/rules.ts'
import { dateOf, dayOfInstant } from './calendar.ts'
import { dbOn } from './load-clinic.ts'
import { laboratorySql } from './laboratory-sql.ts'
import { measuredNumber, seenChoice } from './measured.ts'

interface Due {
  id: number
  patient: number
  panel: number
  request: number
  code: string
  kind: 'quantitative' | 'qualitative' | 'text' | 'calculated'
  choices: { value: string; flag: 'normal' | 'abnormal' | 'critical' }[]
  decimals: number | null
  collected_at: Date
  track: string
  sex: string
  born: string | null
  codes: string[]
  reported_at: Date | null
}
const MINUTE = 60_000

/** Formulas of calculated panels, by panel. */
const findFormulas = async (client: Client) => {
  const { rows } = await client.query<{ id: number; formula: string }>('select id, formula from lab_panels where formula is not null')
  return new Map(
    rows.flatMap(({ id, formula }) => {
      const read = parseFormula(formula)
      return 'formula' in read ? [[id, read.formula] as const] : []
    }),
  )
}
type Formulas = Awaited<ReturnType<typeof findFormulas>>

/** The result of one test, from what else the request has. Null: it cannot be calculated. */
const resultOf = (due: Due, age: number | null, values: ReadonlyMap<string, string>, formulas: Formulas): string | null => {
  if (due.kind === 'quantitative') return measuredNumber(due)
  if (due.kind === 'qualitative')
    return seenChoice(
      due,
      due.choices.map(({ value }) => value),
    )
  if (due.kind === 'text')
    return values.get('UCULT') === 'Growth' ? 'Escherichia coli: ciprofloxacin S, ceftriaxone S, amoxicillin R' : 'None'
  const formula = formulas.get(due.panel)
  if (!formula) return null
  const inputs = Object.fromEntries([...values].map(([code, value]) => [code, { value, comparator: null }]))
  const sex = due.sex === 'male' || due.sex === 'female' ? due.sex : null
  const found = calculate(formula, inputs, { age: age === null ? null : Math.floor(age / 365.25), sex }, due.decimals ?? 1)
  return 'value' in found ? found.value : null
}

const inOrder = (tests: readonly Due[]) =>
  tests.toSorted((a, b) => Number(a.kind === 'calculated') - Number(b.kind === 'calculated') || a.id - b.id)

interface Bench {
  formulas: Formulas
  ranges: Awaited<ReturnType<typeof findRanges>>
  technician: number
  manager: number
  now: Date
}
const rowOf = (due: Due, result: string, age: number | null, { ranges, technician, manager, now }: Bench) => {
  const on = dateOf(dayOfInstant(due.collected_at.getTime()))
  const sex = due.sex === 'male' || due.sex === 'female' ? due.sex : null
  const isNumber = due.kind === 'quantitative' || due.kind === 'calculated'
  const limits = pickLimits(
    ranges.filter(({ panel }) => panel === due.panel),
    { sex, ageInDays: age, isPregnant: null, on },
  )
  const { range } = limits
  const entered = Math.min(due.collected_at.getTime() + 17 * MINUTE, now.getTime())
  const isOpen = due.track === 'awaiting result'
  return {
    id: due.id,
    patient: due.patient,
    panel: due.panel,
    observed_at: due.collected_at,
    result,
    value: isNumber ? result : null,
    flag: isNumber ? flagOf(result, null, limits) : choiceFlagOf(due.choices, result),
    range: range?.id ?? null,
    origin: due.kind === 'calculated' ? 'calculated' : 'typed',
    entered_at: new Date(entered),
    entered_by: due.kind === 'calculated' ? null : technician,
    approved_at: isOpen ? null : new Date(Math.max(entered, Math.min(due.reported_at?.getTime() ?? entered + 11 * MINUTE, now.getTime()))),
    approved_by: isOpen ? null : manager,
  }
}

const measure = (tests: readonly Due[], bench: Bench) => {
  const values = new Map<string, string>()
  return inOrder(tests).flatMap((due) => {
    const age = due.born === null ? null : ageInDays(due.born, dateOf(dayOfInstant(due.collected_at.getTime())))
    const result = resultOf(due, age, values, bench.formulas)
    if (result === null) return []
    values.set(due.code, result)
    return [rowOf(due, result, age, bench)]
  })
}

/** Does the laboratory's work up to `now`: samples of what was asked for, results of what has gone on, calls about what is critical. */
export const loadLaboratory = async (client: Client, now: Date): Promise<void> => {
  await client.query(laboratorySql.open)
  await client.query(laboratorySql.find, [now])
  await client.query('analyze new_tests')
  await client.query(laboratorySql.sample)
  await client.query(laboratorySql.place)
  await client.query(laboratorySql.catchUp, [now])
  const { rows } = await client.query<Due>(laboratorySql.due)
  const { rows: people } = await client.query<{ technician: number; manager: number }>(
    `select min(id) filter (where role = 'labtech') as technician, min(id) filter (where role = 'lab_manager') as manager from users
       where email like '%@demo.kliniki.example'`,
  )
  const ranges = await findRanges(dbOn(client), [...new Set(rows.map(({ panel }) => panel))])
  const bench = { formulas: await findFormulas(client), ranges, ...people[0]!, now }
  const results = [...Map.groupBy(rows, ({ request }) => request).values()].flatMap((tests) => measure(tests, bench))
  if (results.length > 0) await client.query(laboratorySql.save, [JSON.stringify(results)])
  await client.query(laboratorySql.call)
}
