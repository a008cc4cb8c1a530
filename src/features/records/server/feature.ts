import type { ServerFeature } from '#features/feature.ts'
import { recordWorks } from './read-record.ts'

export const feature: ServerFeature = {
  works: () => recordWorks,
}
