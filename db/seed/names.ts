import type { Culture } from './names-culture.ts'
import { africa } from './names-africa.ts'
import { asia } from './names-asia.ts'
import { europe } from './names-europe.ts'
import { christian, kenya } from './names-kenya.ts'
import { type Random, weightTable } from './random.ts'

export type Sex = 'female' | 'male'

export const cultures: readonly Culture[] = [...kenya, ...africa, ...asia, ...europe]

const byWeight = weightTable(cultures, (culture) => culture.weight)

/** A culture, by its share of the clinic's people. */
export const pickCulture = (rng: Random) => rng.weighted(byWeight)

/** A first name of the culture, or a baptismal one where that is the custom. */
export const firstName = (rng: Random, culture: Culture, sex: Sex) =>
  rng.chance(culture.christian ?? 0) ? rng.zipf(christian[sex]) : rng.zipf(culture[sex])

/** A family or father's name. In communities with baptismal names, a few are called after a father's baptismal name. */
export const secondName = (rng: Random, culture: Culture): string => {
  if (culture.christian && rng.chance(0.1)) return rng.zipf(christian.male)
  const name = rng.zipf(culture.second)
  if (!culture.joined || !rng.chance(culture.joined.share)) return name
  const other = rng.pick(culture.second)
  return other === name || other.includes(' ') || name.includes(' ') ? name : `${name}${culture.joined.sign}${other}`
}

/** The form of a family name that a person of this sex carries. */
export const secondNameFor = (culture: Culture, second: string, sex: Sex) =>
  sex === 'female' && culture.feminine ? culture.feminine(second) : second

/** Names between first and second, or null. Never one of these again. */
export const otherNames = (rng: Random, culture: Culture, sex: Sex, own: readonly string[], fathersFather: string): string | null => {
  const other = middleName(rng, culture, sex, fathersFather)
  return other !== null && own.includes(other) ? null : other
}

const middleName = (rng: Random, culture: Culture, sex: Sex, fathersFather: string) => {
  if (culture.patronymic) return rng.chance(0.7) ? fathersFather : null
  if (culture.middle) return rng.chance(culture.middle.share) ? rng.pick(culture.middle[sex]) : null
  if (culture.christian) return rng.chance(0.62) ? rng.zipf(culture[sex]) : rng.chance(0.15) ? rng.zipf(christian[sex]) : null
  return rng.chance(culture.doubled ?? 0) ? rng.pick(culture[sex]) : null
}
