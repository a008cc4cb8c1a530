import type { Feature } from '../feature.ts'

export const feature: Feature = {
  accessLog: {
    nouns: [
      {
        entities: ['public booking', 'public bookings', 'matches of a public booking'],
        staff: 'the booking of the public',
        patient: 'your bookings',
      },
    ],
    sentences: {
      'convert public booking': { staff: 'Matched a booking with the record', patient: 'Matched a booking with your record' },
    },
  },
}
