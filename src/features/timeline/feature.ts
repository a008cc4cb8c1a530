import type { Feature } from '../feature.ts'

export const feature: Feature = {
  accessLog: {
    nouns: [{ entities: ['time line'], staff: 'the history', patient: 'your history' }],
  },
}
