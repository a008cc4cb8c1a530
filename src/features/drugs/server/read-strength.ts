import { dictionary } from '#shared/dictionary.ts'
import { knownTotals } from '../knowledge/substances.ts'
import type { DrugForm, Strength } from '../rules.ts'

const NUMBER = String.raw`\d+(?:\.\d+)?`
const UNIT = String.raw`mcg|ug|mg|gm|grams?|grammes?|g|miu|mu|mega(?:\s*units?)?|million\s*(?:units?|iu)|iu|unt|units?|mmol|meq|%|ml|litres?|l`
const PER_UNIT = String.raw`mls?|actuat(?:ion)?|puff|dose|spray|hr|hour|h|g|gm|tab(?:let)?|cap(?:sule)?|vial|amp(?:oule)?|sachet|drop|l`
const strengthPattern = new RegExp(
  String.raw`(?<![a-z0-9.])(${NUMBER}(?:\s*[/+]\s*${NUMBER})*)\s*(${UNIT})(?![a-z])(?:\s*(?:/|per)\s*(${NUMBER})?\s*(${PER_UNIT})(?![a-z]))?`,
  'g',
)

const unitNames: Record<string, readonly [Strength['unit'] | 'volume', number]> = dictionary<
  readonly [Strength['unit'] | 'volume', number]
>({
  mcg: ['mcg', 1],
  ug: ['mcg', 1],
  mg: ['mg', 1],
  iu: ['unit', 1],
  unt: ['unit', 1],
  miu: ['unit', 1e6],
  mu: ['unit', 1e6],
  mmol: ['mmol', 1],
  meq: ['mmol', 1],
  ml: ['volume', 1],
  l: ['volume', 1000],
})
const unitOf = (text: string): readonly [Strength['unit'] | 'volume', number] =>
  unitNames[text] ??
  (text.startsWith('g') ? ['g', 1] : text.startsWith('m') ? ['unit', 1e6] : text.startsWith('unit') ? ['unit', 1] : ['volume', 1000])

const perOf = (amount: string | undefined, text: string | undefined): Strength['per'] => {
  if (text === undefined) return undefined
  if (/^(tab|cap|vial|amp|sachet)/.test(text)) return undefined
  const value = Number(amount ?? 1)
  if (text.startsWith('ml')) return { amount: value, unit: 'ml' }
  if (text === 'l') return { amount: value * 1000, unit: 'ml' }
  if (text.startsWith('g')) return { amount: value, unit: 'g' }
  if (text.startsWith('h')) return { amount: value, unit: 'hour' }
  return { amount: value, unit: text === 'drop' ? 'drop' : 'puff' }
}

/** Takes the figures with units out of a name: the strengths in their order, and the words that are left. */
export const takeStrengths = (name: string, form: DrugForm | null) => {
  const strengths: Strength[] = []
  const text = name.replaceAll(/(\d),(\d{3})(?!\d)/g, '$1$2').replaceAll(/(\d),(\d)/g, '$1.$2')
  // "1 000 mg" may be a thousand; "B 12 500 mcg" is not.
  if (/(?<![a-z0-9])\d{1,3} \d{3}\s*[a-z]/.test(text)) return { strengths, rest: text }
  const rest = text.replaceAll(strengthPattern, (_, numbers: string, unitText: string, perAmount?: string, perText?: string) => {
    const amounts = numbers.split(/[/+]/).map(Number)
    if (unitText === '%') {
      const per = { amount: 1, unit: form === 'cream' ? ('g' as const) : ('ml' as const) }
      strengths.push(...amounts.map((amount) => ({ amount: amount * 10, unit: 'mg' as const, per })))
      return ' '
    }
    const [unit, factor] = unitOf(unitText)
    // "500 mg/1 g" are two strengths, unless something of which a gram is a measure.
    const isTwo = perAmount !== undefined && perText?.startsWith('g') === true && form !== 'cream' && form !== 'powder'
    const per = isTwo ? undefined : perOf(perAmount, perText)
    // "cream 20 g" and "60 ml" are the size of the package.
    if (unit === 'volume' || (unit === 'g' && per === undefined && (form === 'cream' || form === 'powder'))) return ' '
    strengths.push(...amounts.map((amount) => ({ amount: amount * factor, unit, ...(per && { per }) })))
    if (isTwo) strengths.push({ amount: Number(perAmount), unit: 'g' })
    return ' '
  })
  return { strengths, rest }
}

const inMg = ({ amount, unit }: Strength) => (unit === 'g' ? amount * 1000 : unit === 'mcg' ? amount / 1000 : amount)
const isSame = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((one) => b.includes(one))

/** Gives each substance its strength; null where the figures do not say whose they are. */
export const sharedOut = (substances: readonly string[], strengths: readonly Strength[]): (Strength | null)[] => {
  const last = strengths.at(-1)
  if (!last) return substances.map(() => null)
  if (substances.length === 1) return [strengths.length === 1 ? last : null]
  const known = knownTotals.rows.find(({ of }) => isSame(of, substances))
  if (known && (strengths.length === 1 || strengths.length === 2)) {
    const total = strengths.reduce((sum, one) => sum + inMg(one), 0)
    const parts = known.parts.find((one) => Math.abs(one.reduce((sum, part) => sum + part, 0) - total) < 0.75)
    if (parts)
      return substances.map((name) => ({
        amount: parts[known.of.indexOf(name)] ?? 0,
        unit: 'mg' as const,
        ...(last.per && { per: last.per }),
      }))
  }
  if (strengths.length !== substances.length) return substances.map(() => null)
  const isPerLast = strengths.every(({ per }, index) => index === strengths.length - 1 || per === undefined)
  return strengths.map((one) => (isPerLast && last.per ? { ...one, per: last.per } : one))
}
