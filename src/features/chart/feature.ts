import type { Feature } from '../feature.ts'

export const feature: Feature = {
  accessLog: {
    nouns: [{ entities: ['overview'], staff: 'the overview', patient: 'the overview of your record' }],
  },
}
