import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { conflict, fieldError } from '#platform/errors/problem.ts'
import type { Panel } from '../contract.ts'
import { inEnglish, inputsOf, orderFormulas, parseFormula } from '../rules.ts'

interface Known {
  id: number
  code: string
  name: string
  kind: Panel['kind']
  formula: string | null
  is_active: boolean
}

const inputsOfText = (formula: string | null): string[] => {
  const read = formula === null ? null : parseFormula(formula)
  return read && 'formula' in read ? inputsOf(read.formula) : []
}

const findKnown = async (db: Db): Promise<Known[]> =>
  (await sql<Known>`select id, code, name, kind, formula, is_active from lab_panels`.execute(db)).rows

const whyUnfit = (input: Known | undefined) => {
  if (!input) return 'No test has this code'
  if (input.kind !== 'quantitative' && input.kind !== 'calculated') return 'This test has no number'
  return input.is_active ? null : 'This test is inactive'
}

type Wanted = Pick<Panel, 'code' | 'kind' | 'formula'>
/**
 * Checks the formula of a calculated panel: it is understood, names panels in use that have a number, and nothing needs itself. 400 at
 * `formula`. The catalogue is held.
 */
export const requireFormula = async (db: Db, { code, kind, formula }: Wanted, id: number | null) => {
  if (kind !== 'calculated' || formula === null) return
  const read = parseFormula(formula)
  if ('problem' in read) throw fieldError('formula', `${inEnglish(read.problem)} (${read.position + 1})`)
  const inputs = inputsOf(read.formula)
  if (inputs.length === 0) throw fieldError('formula', 'Use the code of at least one test in the formula.')
  const others = (await findKnown(db)).filter((panel) => panel.id !== id)
  const byCode = new Map(others.map((panel) => [panel.code, panel]))
  const self: Known = { id: id ?? 0, code, name: code, kind, formula, is_active: true }
  for (const input of inputs) {
    const reason = whyUnfit(input === code ? self : byCode.get(input))
    if (reason) throw fieldError('formula', `${reason}: ${input}.`)
  }
  const { cycle } = orderFormulas([...others, self].map((panel) => ({ code: panel.code, inputs: inputsOfText(panel.formula) })))
  if (cycle) throw fieldError('formula', `Circular formula: ${cycle.join(' → ')}.`)
}

/** The names of the calculated panels in use whose formula names the code. */
export const findFormulasWith = async (db: Db, code: string): Promise<string[]> =>
  (await findKnown(db)).filter((panel) => panel.is_active && inputsOfText(panel.formula).includes(code)).map(({ name }) => name)

/** 409 `needed` where calculated tests in use name the panel and it would no longer be what they name: by another code, or without a number. */
export const requireSameInput = async (db: Db, before: Panel, after: Wanted) => {
  const isNumber = after.kind === 'quantitative' || after.kind === 'calculated'
  if (after.code === before.code && (isNumber || after.kind === before.kind)) return
  const names = await findFormulasWith(db, before.code)
  if (names.length > 0)
    throw conflict(`The formula of ${names.join(', ')} names this test: its code and its number stay.`, { needed_by: names }, 'needed')
}
