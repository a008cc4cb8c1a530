/** A naming culture: how its people are called, and how names pass from parents to children. */
export type Culture = {
  readonly name: string
  /** Share of the clinic's people, relative to the other cultures. */
  readonly weight: number
  /** First names, the commonest first. */
  readonly female: readonly string[]
  readonly male: readonly string[]
  /** Second names (family names or fathers' names), the commonest first. */
  readonly second: readonly string[]
  /** Share of people whose first name is a baptismal one of the country; their own culture's name then comes in the middle. */
  readonly christian?: number
  /** Children carry their father's first name as second name and his father's in the middle. */
  readonly patronymic?: true
  /** Share of people with one name alone. */
  readonly mononym?: number
  /** Middle names that only tell the sex. */
  readonly middle?: { readonly female: readonly string[]; readonly male: readonly string[]; readonly share: number }
  /** Share of people with a second first name in the middle. */
  readonly doubled?: number
  /** Share of hyphenated or doubled family names, and the sign between the two. */
  readonly joined?: { readonly share: number; readonly sign: '-' | ' ' }
  /** The form of a family name that a woman carries. */
  readonly feminine?: (second: string) => string
  /** Settled abroad: seldom has the country's identity number. */
  readonly foreign?: true
  /** The language in which some of its people need an interpreter. */
  readonly language?: string
}

/** Names of a comma-separated list, once each; throws on a blank one. */
export const list = (text: string): readonly string[] => {
  const names = text.split(',').map((name) => name.trim())
  if (names.includes('')) throw new RangeError('A blank name in a list')
  return [...new Set(names)]
}
