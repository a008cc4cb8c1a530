import type { Permission } from '#shared/permissions.ts'
import type { Dimension, Subject } from '#platform/questions/subject.ts'
import { grains } from '../query.ts'
import type { ModelCatalogue, ModelDimension } from './model/catalogue.ts'

const dimensionsOf = (name: string, dimension: Dimension): ModelDimension[] => {
  if (dimension.is === 'choice') return [{ name, title: dimension.title, values: Object.keys(dimension.values) }]
  if (dimension.is === 'named') return [{ name, title: dimension.title, named: true }]
  // How a number compares is the reader's to say; in bands it is a group like any other.
  return dimension.bands ? [{ name, title: dimension.title }] : []
}

/** The subjects that somebody may ask about, as a model sees them; dimensions for which they lack a right are left out. */
export const modelCatalogue = (subjects: readonly Subject[], permissions: ReadonlySet<string>): ModelCatalogue => {
  const may = (access: readonly Permission[] = []) => access.every((permission) => permissions.has(permission))
  return subjects.map(({ name, title, measures, dimensions, list, at }) => ({
    subject: name,
    title,
    measures: Object.entries(measures).map(([measure, { title }]) => ({ name: measure, title })),
    dimensions: Object.entries(dimensions).flatMap(([key, dimension]) => (may(dimension.access) ? dimensionsOf(key, dimension) : [])),
    has_rows: list !== undefined,
    times: at ? grains : [],
  }))
}
