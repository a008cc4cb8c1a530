import type { Feature } from '../feature.ts'

export const feature: Feature = {
  accessLog: {
    nouns: [{ entities: ['workspace'], staff: 'the record', patient: 'your record' }],
  },
}
