import type { Panel } from '#features/lab-catalogue/contract.ts'
import {
  calculate,
  inputsOf,
  orderFormulas,
  parseFormula,
  type Formula,
  type FormulaInput,
  type ReadResult,
} from '#features/lab-catalogue/rules.ts'
import type { Test } from './lock-tests.ts'

/** What a formula may use of a test it is made of. */
export interface Available extends FormulaInput {
  /** Null: it has no sample. */
  collected_at: Date | null
}
export interface Calculated {
  test: Test
  panel: Panel
  formula: Formula
  inputs: string[]
}

/** Samples of one draw are taken within so long of each other; what is further apart is of another hour of the patient. */
const DRAW_MS = 3_600_000
/** Of a calculated test that does not say how many decimals it has. */
const DECIMALS = 2

/** The calculated tests among these, by request, each after those it needs; what has no formula that can be read is left out. */
export const findCalculated = (tests: readonly Test[], panels: ReadonlyMap<number, Panel>): Map<number, Calculated[]> => {
  const all = tests.flatMap((test) => {
    const panel = panels.get(test.panel)
    if (!panel?.formula || test.state === 'cancelled') return []
    const read = parseFormula(panel.formula)
    return 'formula' in read ? [{ test, panel, formula: read.formula, inputs: inputsOf(read.formula) }] : []
  })
  const byRequest = Map.groupBy(all, ({ test }) => test.request)
  for (const [request, own] of byRequest) {
    const { order } = orderFormulas(own.map(({ panel, inputs }) => ({ code: panel.code, inputs })))
    if (order)
      byRequest.set(
        request,
        own.toSorted((a, b) => order.indexOf(a.panel.code) - order.indexOf(b.panel.code)),
      )
    else byRequest.delete(request)
  }
  return byRequest
}

const wholeYears = (birth: string | null, on: string) => {
  if (birth === null || birth > on) return null
  const had = on.slice(5) >= birth.slice(5) ? 0 : 1
  return Number(on.slice(0, 4)) - Number(birth.slice(0, 4)) - had
}

const areOfOneDraw = (inputs: readonly Available[]) => {
  const times = inputs.flatMap(({ collected_at }) => (collected_at ? [collected_at.getTime()] : []))
  return times.length === 0 || Math.max(...times) - Math.min(...times) <= DRAW_MS
}

/**
 * What a calculated test comes to from the results it is made of; null when one of them is missing, when they are of samples that were
 * taken more than an hour apart, or when the formula is not meant for this patient or these values.
 */
export const resultOf = ({ test, panel, formula, inputs }: Calculated, available: ReadonlyMap<string, Available>): ReadResult | null => {
  const found = inputs.flatMap((code) => available.get(code) ?? [])
  if (found.length < inputs.length || !areOfOneDraw(found)) return null
  const facts = { age: wholeYears(test.date_of_birth, test.on), sex: test.sex }
  const made = calculate(formula, Object.fromEntries(inputs.map((code) => [code, available.get(code)])), facts, panel.decimals ?? DECIMALS)
  if (!('value' in made)) return null
  const none = { comparator: null, choice: null, kind: null, rank: null, from: null }
  return { ...none, result: made.value, value: made.value, unit: panel.unit }
}
