import type { ServerFeature } from '#features/feature.ts'
import { demonstrationWork } from './job.ts'

export const feature: ServerFeature = {
  works: () => [demonstrationWork],
}
