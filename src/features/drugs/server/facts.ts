import { sql } from 'kysely'
import { readDrugName } from './read-name.ts'
import type { RouteCode } from '#features/directions/rules.ts'
import { contentsIn, dividesInto, type Contents, type Divides } from '../division.ts'
import type { Strength } from '../rules.ts'

/** What a drug holds: as a person said, or as its name says. */
export interface DrugFacts {
  origin: 'name' | 'person' | null
  substances: string[]
  strengths: (Strength | null)[]
  form: string | null
  route: RouteCode | null
  /** Into how many parts one may be divided; null where nobody knows. */
  divides: Divides | null
  /** How much one of what it is counted in holds; null where nobody knows. */
  contents: Contents | null
  /** True while a part of the name is not understood and nobody has said what it is. */
  isUnknown: boolean
}

export interface ToldFacts {
  told_substances: string[] | null
  told_strengths: (Strength | null)[] | null
  told_form: string | null
  told_route: RouteCode | null
  told_divides: Divides | null
  told_contents: Contents | null
}

/** Joins what persons said about the items `t`, as the columns of ToldFacts. */
export const joinTold = sql`left join item_drugs told on told.item_id = t.id`
export const toldColumns = sql`told.substances as told_substances, told.strengths as told_strengths, told.form as told_form,
  told.route as told_route, told.divides_into as told_divides,
  case when told.contents_unit is not null
    then json_build_object('amount', told.contents_amount::float8, 'unit', told.contents_unit) end as told_contents`

/** What is known of a drug: a person's word goes before the name. */
export const factsOf = (name: string, told: ToldFacts): DrugFacts => {
  if (told.told_substances) {
    const { told_substances: substances, told_strengths, told_form: form, told_route: route } = told
    const strengths = told_strengths ?? substances.map(() => null)
    const divides = dividesInto({ name, form, told: told.told_divides })
    const contents = told.told_contents ?? contentsIn(name, form)
    return { origin: 'person', substances, strengths, form, route, divides, contents, isUnknown: false }
  }
  const { substances, strengths, form, route, unknown } = readDrugName(name)
  const [divides, contents] = [dividesInto({ name, form }), contentsIn(name, form)]
  return { origin: substances.length > 0 ? 'name' : null, substances, strengths, form, route, divides, contents, isUnknown: unknown }
}

const oneStrength = ({ amount, unit, per }: Strength) =>
  `${amount} ${unit}${per ? `/${per.amount === 1 ? '' : `${per.amount} `}${per.unit}` : ''}`

/** Strengths in words, such as 500 mg or 125 mg/5 ml; null where one is not known. */
export const strengthText = ({ strengths }: Pick<DrugFacts, 'strengths'>): string | null =>
  strengths.length > 0 && strengths.every((one) => one !== null) ? strengths.map(oneStrength).join(' + ') : null
