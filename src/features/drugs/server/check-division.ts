import type { Directions, UnitCode } from '#features/directions/rules.ts'
import { dividesInto } from '../division.ts'
import type { Strength, Warning } from '../rules.ts'
import type { Checked } from './medicine.ts'
import { warningOf } from './warning.ts'

const pieces: readonly UnitCode[] = ['tablet', 'capsule', 'pill']
const inMcg: Partial<Record<string, number>> = { mcg: 1, mg: 1000, g: 1_000_000 }

/** How many pieces a dose is; null where it is no number of them. */
const piecesOf = (amount: number, unit: UnitCode, strength: Strength | null, isPiece: boolean): number | null => {
  if (pieces.includes(unit)) return amount
  const [asked, held] = [inMcg[unit], strength && inMcg[strength.unit]]
  return isPiece && asked && held && strength && !strength.per ? (amount * asked) / (strength.amount * held) : null
}

const isWhole = (value: number) => Math.abs(value - Math.round(value)) < 1e-6

/** The parts of one piece that the doses come to, such as 2 for halves; 1 where each is whole. */
const partsIn = ({ doses }: Directions, strength: Strength | null, isPiece: boolean): number => {
  const amounts = doses.flatMap(({ amount, amount_max: max, unit }) =>
    unit === null ? [] : [amount, max].flatMap((one) => (one === null ? [] : (piecesOf(one, unit, strength, isPiece) ?? []))),
  )
  return Math.max(1, ...amounts.map((one) => (isWhole(one) ? 1 : isWhole(one * 2) ? 2 : isWhole(one * 4) ? 4 : 5)))
}

/**
 * What speaks against dividing what is prescribed: a stop for what is taken whole or cannot be divided so far, a note where nobody has said
 * whether a tablet is scored.
 */
export const checkDivision = (lines: readonly Checked[]): Warning[] =>
  lines.flatMap((line) => {
    const { directions, form, unit, name } = line
    if (!directions) return []
    const isPiece = form === 'tablet' || form === 'capsule' || (form === null && /^(?:tab|cap|caplet|pill)/i.test(unit ?? ''))
    const strength = line.substances.length === 1 ? (line.strengths[0] ?? null) : null
    const parts = partsIn(directions, strength, isPiece)
    const divides = dividesInto({ name, form, unit, told: line.divides })
    if (parts === 1 || (divides !== null && parts <= divides && parts !== 5)) return []
    const about = [...line.substances, name.toLowerCase()]
    const finding = { kind: 'dose', about, at: line, values: { drug: line.label } } as const
    return divides === null
      ? warningOf({
          ...finding,
          severity: 'note',
          rule: 'division-unknown',
          titleKey: 'divisionUnknown',
          detail: 'The catalogue does not say whether the tablet is scored. Look at it before it is divided, or choose another strength.',
          source: '',
        })
      : warningOf({
          ...finding,
          severity: 'stop',
          rule: 'not-divided',
          titleKey: 'notDivided',
          detail:
            'Capsules, and tablets that release slowly or are coated against acid, are swallowed whole. Choose another strength or form.',
          source: 'General rule of dispensing, to be confirmed by the clinical lead',
        })
  })
