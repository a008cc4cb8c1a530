import type { Feature } from '../feature.ts'

export const feature: Feature = {
  accessLog: {
    nouns: [
      {
        entities: ['public booking', 'public bookings', 'matches of a public booking'],
        staff: 'the public booking',
        patient: 'your bookings',
      },
    ],
    sentences: {
      'convert public booking': { staff: 'Matched a booking to the record', patient: 'Matched a booking to your record' },
    },
  },
}
