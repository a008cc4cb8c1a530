import type { Panel } from '#features/lab-catalogue/contract.ts'
import { inputsOf, orderFormulas, parseFormula, type Sentence } from '#features/lab-catalogue/rules.ts'

type Known = Pick<Panel, 'id' | 'code' | 'name' | 'kind' | 'formula' | 'is_active'>
export type FormulaState =
  | { kind: 'empty' }
  | { kind: 'unreadable'; problem: Sentence; position: number }
  | { kind: 'read'; needs: FormulaNeed[]; cycle: string[] | null }
/** A test that a formula names, and why it cannot be used. */
export interface FormulaNeed {
  code: string
  name: string | null
  fault: 'unknown' | 'no number' | 'out of use' | null
}

const inputsOfText = (text: string | null): string[] => {
  const read = text === null ? null : parseFormula(text)
  return read && 'formula' in read ? inputsOf(read.formula) : []
}
const findFault = (panel: Known | undefined): FormulaNeed['fault'] => {
  if (!panel) return 'unknown'
  if (panel.kind !== 'quantitative' && panel.kind !== 'calculated') return 'no number'
  return panel.is_active ? null : 'out of use'
}

/** What is to be said of a formula while it is typed, by the rules that the server keeps it by. */
export const formulaState = (text: string, self: { id: number | null; code: string }, panels: readonly Known[]): FormulaState => {
  if (text.trim() === '') return { kind: 'empty' }
  const read = parseFormula(text)
  if ('problem' in read) return { kind: 'unreadable', problem: read.problem, position: read.position }
  const others = panels.filter(({ id }) => id !== self.id)
  const inputs = inputsOf(read.formula)
  const { cycle } = orderFormulas([
    ...others.map((panel) => ({ code: panel.code, inputs: inputsOfText(panel.formula) })),
    { code: self.code, inputs },
  ])
  const needs = inputs.map((code) => {
    const panel = others.find((one) => one.code === code)
    return { code, name: panel?.name ?? null, fault: code === self.code ? null : findFault(panel) }
  })
  return { kind: 'read', needs, cycle }
}
