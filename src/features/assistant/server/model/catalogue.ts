export interface ModelDimension {
  name: string
  title: string
  /** The words of a choice. */
  values?: readonly string[]
  /** Rows that have names: filtered by what was said, which the model does not see. */
  named?: true
}

/** What a model may choose from: names and titles of the program, nothing that anybody entered. */
export interface ModelSubject {
  subject: string
  title: string
  measures: readonly { name: string; title: string }[]
  dimensions: readonly ModelDimension[]
  /** Its rows can be asked for one by one. */
  has_rows: boolean
  /** By which times it can be put together: day, week … */
  times: readonly string[]
}
export type ModelCatalogue = readonly ModelSubject[]

const unique = (names: readonly string[]) => [...new Set(names)].sort()
const object = (properties: Record<string, object>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})
const oneOf = (names: readonly string[]) => ({ type: 'string', ...(names.length > 0 && { enum: unique(names) }) })
const orNull = (schema: object) => ({ anyOf: [schema, { type: 'null' }] })
const listOf = (items: object) => ({ type: 'array', items })

/**
 * The JSON schema of a choice from this catalogue. It keeps to what every server of the protocol takes: every field required, nothing else
 * allowed, no limits of length or size.
 */
export const choiceSchema = (catalogue: ModelCatalogue) => {
  const dimensions = catalogue.flatMap((subject) => subject.dimensions.map(({ name }) => name))
  const times = catalogue.flatMap((subject) => subject.times)
  return object({
    answerable: { type: 'boolean' },
    subject: oneOf(catalogue.map(({ subject }) => subject)),
    ask: oneOf(['measure', 'rows']),
    measure: orNull(oneOf(catalogue.flatMap(({ measures }) => measures.map(({ name }) => name)))),
    groups: listOf(oneOf([...dimensions, ...times])),
    filters: listOf(object({ dimension: oneOf(dimensions), values: listOf({ type: 'string' }) })),
    top: orNull(object({ count: { type: 'integer' }, order: oneOf(['most', 'least']) })),
  })
}
