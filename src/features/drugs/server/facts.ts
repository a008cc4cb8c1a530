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

export interface RecordedFacts {
  recorded_substances: string[] | null
  recorded_strengths: (Strength | null)[] | null
  recorded_form: string | null
  recorded_route: RouteCode | null
  recorded_divides: Divides | null
  recorded_contents: Contents | null
}

/** Joins what people recorded of the items `t`, as the columns of RecordedFacts. */
export const joinRecordedFacts = sql`left join item_drugs recorded on recorded.item_id = t.id`
export const recordedFactColumns = sql`recorded.substances as recorded_substances, recorded.strengths as recorded_strengths, recorded.form as recorded_form,
  recorded.route as recorded_route, recorded.divides_into as recorded_divides,
  case when recorded.contents_unit is not null
    then json_build_object('amount', recorded.contents_amount::float8, 'unit', recorded.contents_unit) end as recorded_contents`

/** What is known of a drug: a person's word goes before the name. */
export const factsOf = (name: string, recorded: RecordedFacts): DrugFacts => {
  if (recorded.recorded_substances) {
    const { recorded_substances: substances, recorded_strengths, recorded_form: form, recorded_route: route } = recorded
    const strengths = recorded_strengths ?? substances.map(() => null)
    const divides = dividesInto({ name, form, recorded: recorded.recorded_divides })
    const contents = recorded.recorded_contents ?? contentsIn(name, form)
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
