/** Into how many parts one of an item may be divided: 1 is taken whole. */
export type Divides = 1 | 2 | 4

const swallowedWhole =
  /\b(?:modified|sustained|extended|prolonged|delayed|controlled|slow)[ -]?release\b|\b(?:mr|sr|xr|xl|er|cr|la|ec|gr|dr|retard|enteric|gastro ?resistant)\b/
const capsules = /\bcap(?:s|sules?)?\b/

interface Asked {
  name: string
  /** What it is counted in, such as tablet. */
  unit?: string | null | undefined
  form?: string | null | undefined
  /** What a person has said of it. */
  recorded?: Divides | null | undefined
}

/**
 * What is known of dividing an item: capsules and what releases slowly or is coated against acid are taken whole, whatever was said of them;
 * of tablets a person says it. Null where nobody has.
 */
export const dividesInto = ({ name, unit, form, recorded }: Asked): Divides | null => {
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, ' ')
  const isWhole = form === 'capsule' || capsules.test(unit?.toLowerCase() ?? '') || capsules.test(plain) || swallowedWhole.test(plain)
  return isWhole ? 1 : (recorded ?? null)
}

/** How much is in one of what an item is counted in: 100 ml in a bottle, 200 puffs in an inhaler. */
export interface Contents {
  amount: number
  unit: 'ml' | 'g' | 'puff' | 'drop'
}

const size =
  /(?<![\d.,/])(?<!(?:\/|per) ?)(\d+(?:\.\d+)?)\s*(mls?|litres?|l|g|gm|grams?|doses?|puffs?|actuations?|sprays?)\b(?!\s*(?:\/|per\b))/g

const measureOf = (text: string, form: string | null): readonly [Contents['unit'], number] | null => {
  if (text.startsWith('ml')) return ['ml', 1]
  if (text.startsWith('l')) return ['ml', 1000]
  if (text.startsWith('g')) return form === 'cream' || form === 'powder' ? ['g', 1] : null
  return ['puff', 1]
}

/** The size of the package in the name of an item, as in "syrup 60 ml" or "inhaler 200 doses"; null where the name says none, or two. */
export const contentsIn = (name: string, form: string | null): Contents | null => {
  const found = [...name.toLowerCase().matchAll(size)].flatMap(([, amount, text = '']) => {
    const measure = measureOf(text, form)
    return measure ? [{ amount: Number(amount) * measure[1], unit: measure[0] }] : []
  })
  const [only, ...more] = found
  return only && more.length === 0 && only.amount > 0 ? only : null
}
