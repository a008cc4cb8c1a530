import type { Feature } from '../feature.ts'

export const feature: Feature = {
  tables: {
    names: ['paper_settings'],
  },
}
