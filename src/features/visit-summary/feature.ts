import type { Feature } from '../feature.ts'

export const feature: Feature = {
  accessLog: {
    nouns: [{ entities: ['visit summary'], patient: 'the summary of your visit' }],
  },
}
