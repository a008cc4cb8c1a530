import { type Sex, firstName, pickCulture, secondName, secondNameFor } from './names.ts'
import type { Culture } from './names-culture.ts'
import type { NextOfKin } from './people.ts'
import { type Random, weightTable } from './random.ts'
import { pickAddress, pickResidence } from './places.ts'

export type Member = {
  first_name: string
  /** Empty for people with one name. */
  second_name: string
  sex: Sex
  /** Day number. */
  birth: number
  phone: string | null
  single: boolean
  /** The name that patronymic cultures put in the middle. */
  fathersFather: string
  kin: NextOfKin
}

export type Household = {
  culture: Culture
  residence: string
  address: string
  members: Member[]
  /** Index of the one who registers first, more often a child or its mother. */
  firstVisitor: number
  /** Family number with the insurance, null when uninsured. */
  insuranceNumber: string | null
  payer: number | null
}

const YEAR = 365.25
type Kind = 'single' | 'couple' | 'family' | 'mother' | 'father' | 'grandparent' | 'elder'
const kinds = weightTable<readonly [Kind, number]>(
  [
    ['single', 30],
    ['couple', 9],
    ['family', 30],
    ['mother', 14],
    ['father', 2],
    ['grandparent', 4],
    ['elder', 5],
  ],
  ([, weight]) => weight,
)
const childCounts = weightTable([1, 2, 3, 4, 5, 6], (n) => [30, 30, 20, 11, 6, 3][n - 1] ?? 0)
const prefixes = ['70', '71', '72', '72', '72', '74', '79', '71', '70', '75', '76', '11']

const phoneNumber = (rng: Random) => {
  const prefix = rng.pick(prefixes)
  return prefix === '11' ? `+25411${rng.integer(1_000_000, 9_999_999)}` : `+254${prefix}${rng.integer(1_000_000, 9_999_999)}`
}

const adultAge = (rng: Random) => 18 + rng.next() ** 1.9 * 45
const elderAge = (rng: Random) => (rng.chance(0.02) ? 95 + rng.next() * 10 : 60 + rng.next() ** 1.7 * 34)
// Under-fives come far more often than schoolchildren.
const childAge = (rng: Random, oldest: number) => rng.next() ** 1.9 * oldest

type Person = Omit<Member, 'kin' | 'phone'>

const nextName = (names: readonly string[], name: string) => names[(names.indexOf(name) + 1) % names.length] as string

/** A household as it stands on `day` (a day number): who lives together, how they are called, and who answers for whom. */
export const planHousehold = (rng: Random, day: number): Household => {
  const culture = pickCulture(rng)
  const family = secondName(rng, culture)
  const [kind] = rng.weighted(kinds)
  const address = pickAddress(rng)
  const fathersFather = rng.zipf(culture.male)

  const person = (sex: Sex, age: number, second: string, grandfather: string): Person => {
    const single = rng.chance(culture.mononym ?? 0)
    const first = firstName(rng, culture, sex)
    const own = single ? '' : secondNameFor(culture, second, sex)
    return {
      // Nobody is called twice the same.
      first_name: first === own ? nextName(culture[sex], first) : first,
      second_name: own,
      sex,
      birth: day - Math.max(1, Math.round(age * YEAR)),
      single,
      fathersFather: grandfather,
    }
  }
  const ownName = () => (culture.patronymic ? rng.zipf(culture.male) : secondName(rng, culture))
  const hyphenated = (own: string) => (culture.christian && rng.chance(0.03) && own !== family ? `${own}-${family}` : own)

  const adults: Person[] = []
  const children: Person[] = []
  if (kind === 'single') adults.push(person(rng.chance(0.57) ? 'female' : 'male', adultAge(rng), family, fathersFather))
  if (kind === 'couple' || kind === 'family') {
    const motherAge = kind === 'couple' ? adultAge(rng) : 19 + rng.next() ** 1.3 * 28
    const takesName = !culture.patronymic && rng.chance(culture.christian ? 0.45 : 0.75)
    adults.push(person('female', motherAge, takesName ? family : hyphenated(ownName()), rng.zipf(culture.male)))
    adults.push(person('male', Math.max(19, motherAge + rng.normal(4, 4)), family, fathersFather))
  }
  if (kind === 'mother') adults.push(person('female', 18 + rng.next() ** 1.3 * 27, family, fathersFather))
  if (kind === 'father') adults.push(person('male', 24 + rng.next() ** 1.2 * 28, family, fathersFather))
  if (kind === 'elder' || kind === 'grandparent')
    adults.push(person(rng.chance(0.58) ? 'female' : 'male', elderAge(rng), family, fathersFather))

  if (kind === 'family' || kind === 'mother' || kind === 'father' || kind === 'grandparent') {
    const father = adults.find((adult) => adult.sex === 'male')
    const parentAge = (day - (adults[0] as Person).birth) / YEAR
    const oldest = kind === 'grandparent' ? 17 : Math.min(17.5, parentAge - 17)
    const childName = culture.patronymic ? (father?.first_name ?? fathersFather) : family
    const ages: number[] = []
    for (let i = rng.weighted(childCounts); i > 0; i--) {
      const age = childAge(rng, oldest)
      if (ages.every((other) => Math.abs(other - age) > 0.85)) ages.push(age)
    }
    for (const age of ages) children.push(person(rng.chance(0.49) ? 'female' : 'male', age, childName, fathersFather))
  }

  const people = [...adults, ...children]
  const phones = people.map((one, i) => {
    const age = (day - one.birth) / YEAR
    return rng.chance(i < adults.length ? (age > 75 ? 0.55 : 0.93) : age > 15 ? 0.35 : 0) ? phoneNumber(rng) : null
  })
  // All kin first: naming somebody as kin may give that person a telephone.
  const kin = people.map((_, i) => kinOf(rng, i, { adults, people, phones, kind, culture, ownName }))
  const members = people.map((one, i): Member => ({
    ...one,
    phone: phones[i] ?? null,
    kin: kin[i] as NextOfKin,
  }))
  const isChildFirst = children.length > 0 && rng.chance(0.55)
  return {
    culture,
    residence: pickResidence(rng),
    address,
    members,
    firstVisitor: isChildFirst ? rng.integer(adults.length, members.length - 1) : 0,
    insuranceNumber: rng.chance(0.36) ? String(rng.integer(1, 9_999_999)).padStart(7, '0') : null,
    payer: null,
  }
}

type KinSource = { adults: Person[]; people: Person[]; phones: (string | null)[]; kind: Kind; culture: Culture; ownName: () => string }

const outside = weightTable<readonly [string, Sex, number]>(
  [
    ['mother', 'female', 26],
    ['sister', 'female', 22],
    ['brother', 'male', 20],
    ['father', 'male', 16],
    ['friend', 'male', 8],
    ['aunt', 'female', 8],
  ],
  ([, , weight]) => weight,
)
const offspring = weightTable<readonly [string, Sex, number]>(
  [
    ['daughter', 'female', 5],
    ['son', 'male', 5],
    ['niece', 'female', 1],
  ],
  ([, , weight]) => weight,
)

const kinOf = (rng: Random, index: number, { adults, people, phones, kind, culture, ownName }: KinSource): NextOfKin => {
  const self = people[index] as Person
  const isChild = index >= adults.length
  const other = isChild ? rng.integer(0, adults.length - 1) : adults.length === 2 ? 1 - index : -1
  const answering = adults[other]
  if (answering) {
    const parent = answering.sex === 'female' ? 'mother' : 'father'
    const spouse = answering.sex === 'female' ? 'wife' : 'husband'
    const relationship = !isChild ? spouse : kind === 'grandparent' ? `grand${parent}` : parent
    const phone = phones[other] ?? phoneNumber(rng)
    phones[other] = phone
    return { first_name: answering.first_name, second_name: answering.second_name, relationship, phone }
  }
  const [relationship, sex] = rng.weighted(kind === 'elder' || kind === 'grandparent' ? offspring : outside)
  const isFamily = relationship !== 'friend' && relationship !== 'aunt' && rng.chance(0.6) && !culture.patronymic
  // Patronymic: a son or daughter is called after this person when it is the father.
  const second =
    isFamily && self.second_name
      ? self.second_name
      : culture.patronymic && self.sex === 'male' && kind === 'elder'
        ? self.first_name
        : ownName()
  return {
    first_name: firstName(rng, culture, sex),
    second_name: secondNameFor(culture, second, sex),
    relationship,
    phone: phoneNumber(rng),
  }
}
