import type { ServerFeature } from '#features/feature.ts'
import { importCleaning } from './clean-up.ts'
import { clinicExportWorks } from './clinic/work.ts'
import { importWork } from './work.ts'

export const feature: ServerFeature = {
  works: () => [importWork, importCleaning, ...clinicExportWorks],
}
