import { sentence, type Sentence } from '#shared/sentence.ts'
import { arityOf, functionNames, isFunctionName, type FunctionName } from './formula-functions.ts'

export type Operator = '+' | '-' | '*' | '/' | '^'
/** A formula that was understood: what `calculate` works out. */
export type Formula =
  | { kind: 'number'; value: string }
  | { kind: 'panel'; code: string }
  | { kind: 'age' }
  | { kind: 'negative'; of: Formula }
  | { kind: 'operation'; operator: Operator; left: Formula; right: Formula }
  | { kind: 'call'; name: FunctionName; values: readonly Formula[] }

/** Why a formula was not understood, and at which of its characters, counted from 0. */
export interface FormulaProblem {
  problem: Sentence
  position: number
}

export const MAX_FORMULA = 500

interface Token {
  text: string
  position: number
}
const TOKEN = /\d{1,12}(?:\.\d{1,6})?(?![\d.])|[A-Za-z]\w*|[-+*/^(),]|\s+|./gsu

class Unreadable extends Error {
  readonly problem: Sentence
  readonly position: number
  constructor(problem: Sentence, position: number) {
    super(problem.text)
    this.problem = problem
    this.position = position
  }
}

/** Reads by precedence: + and -, then * and /, then the sign, then ^ (from the right), then what stands alone. */
class Reader {
  private readonly tokens: Token[]
  private readonly end: number
  private place = 0

  constructor(text: string) {
    this.tokens = [...text.matchAll(TOKEN)]
      .map((match) => ({ text: match[0], position: match.index }))
      .filter(({ text }) => text.trim() !== '')
    this.end = text.length
  }

  whole(): Formula {
    const formula = this.sum()
    if (this.place < this.tokens.length) throw this.unexpected()
    return formula
  }

  private get next(): string {
    return this.tokens[this.place]?.text ?? ''
  }
  private get position(): number {
    return this.tokens[this.place]?.position ?? this.end
  }
  private unexpected(): Unreadable {
    const problem =
      this.next === '' ? sentence('The formula is incomplete.') : sentence('{found} is not expected here.', { found: this.next })
    return new Unreadable(problem, this.position)
  }
  private take(...wanted: string[]): string | null {
    if (!wanted.includes(this.next)) return null
    return this.tokens[this.place++]?.text ?? null
  }
  private need(wanted: string): void {
    if (!this.take(wanted)) throw this.unexpected()
  }

  private sum(): Formula {
    let left = this.product()
    for (let sign = this.take('+', '-'); sign; sign = this.take('+', '-'))
      left = { kind: 'operation', operator: sign as Operator, left, right: this.product() }
    return left
  }
  private product(): Formula {
    let left = this.signed()
    for (let sign = this.take('*', '/'); sign; sign = this.take('*', '/'))
      left = { kind: 'operation', operator: sign as Operator, left, right: this.signed() }
    return left
  }
  private signed(): Formula {
    return this.take('-') ? { kind: 'negative', of: this.signed() } : this.power()
  }
  private power(): Formula {
    const left = this.alone()
    return this.take('^') ? { kind: 'operation', operator: '^', left, right: this.signed() } : left
  }
  private alone(): Formula {
    if (this.take('(')) {
      const inside = this.sum()
      this.need(')')
      return inside
    }
    const { next, position } = this
    if (/^\d/.test(next)) return this.taken({ kind: 'number', value: next })
    if (/^[A-Z][A-Z0-9_]*$/.test(next)) return this.taken({ kind: 'panel', code: next })
    if (next === 'age') return this.taken({ kind: 'age' })
    if (!/^[A-Za-z]/.test(next)) throw this.unexpected()
    if (!isFunctionName(next))
      throw new Unreadable(sentence('Unknown name {name}. Allowed: {names}.', { name: next, names: functionNames.join(', ') }), position)
    this.place += 1
    return this.call(next, position)
  }
  private taken(formula: Formula): Formula {
    this.place += 1
    return formula
  }
  private call(name: FunctionName, position: number): Formula {
    this.need('(')
    const values = [this.sum()]
    while (this.take(',')) values.push(this.sum())
    this.need(')')
    const { least, most } = arityOf(name)
    const count = least === most ? least : `${least}-${most}`
    if (values.length < least || values.length > most)
      throw new Unreadable(sentence('Number of values for {name}: {count}.', { name, count }), position)
    const [, digits] = values
    if (name === 'round' && digits && !(digits.kind === 'number' && /^[0-6]$/.test(digits.value)))
      throw new Unreadable(sentence('round accepts 0 to 6 decimals.'), position)
    return { kind: 'call', name, values }
  }
}

/**
 * Reads the formula of a calculated test: numbers, + - * / ^ and brackets, codes of panels in capitals, `age` in years, and the functions
 * of `functionNames`. What is not understood is a problem with its position; nothing is ever run as a program.
 */
export const parseFormula = (text: string): { formula: Formula } | FormulaProblem => {
  if (text.length > MAX_FORMULA)
    return { problem: sentence('Enter at most {most} characters.', { most: MAX_FORMULA }), position: MAX_FORMULA }
  try {
    return { formula: new Reader(text).whole() }
  } catch (error) {
    if (error instanceof Unreadable) return { problem: error.problem, position: error.position }
    throw error
  }
}

const partsOf = (formula: Formula): readonly Formula[] => {
  if (formula.kind === 'negative') return [formula.of]
  if (formula.kind === 'operation') return [formula.left, formula.right]
  return formula.kind === 'call' ? formula.values : []
}
const codesOf = (formula: Formula): string[] => (formula.kind === 'panel' ? [formula.code] : partsOf(formula).flatMap(codesOf))

/** The codes of the panels that a formula needs, each once, in the order in which it names them. */
export const inputsOf = (formula: Formula): string[] => [...new Set(codesOf(formula))]

/**
 * The order in which tests are calculated: each after those that it needs. A code that is not among `panels` is left to whoever checks that
 * it exists. When some need each other there is no order but their circle, which begins and ends with the same code.
 */
export const orderFormulas = (
  panels: readonly { code: string; inputs: readonly string[] }[],
): { order: string[]; cycle: null } | { order: null; cycle: string[] } => {
  const inputs = new Map(panels.map((panel) => [panel.code, panel.inputs]))
  const order = new Set<string>()
  const visit = (code: string, path: readonly string[]): string[] | null => {
    if (order.has(code) || !inputs.has(code)) return null
    if (path.includes(code)) return [...path.slice(path.indexOf(code)), code]
    for (const input of inputs.get(code) ?? []) {
      const cycle = visit(input, [...path, code])
      if (cycle) return cycle
    }
    order.add(code)
    return null
  }
  for (const { code } of panels) {
    const cycle = visit(code, [])
    if (cycle) return { order: null, cycle }
  }
  return { order: [...order], cycle: null }
}
