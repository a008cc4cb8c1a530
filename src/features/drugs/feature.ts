import type { Feature } from '../feature.ts'

export const feature: Feature = {
  tables: {
    names: ['item_drugs'],
  },
  permissions: {
    drugs: {
      title: 'Drugs',
      place: 240,
      rights: {
        'drugs.change': { label: 'Say what substances a drug holds, for the safety check', roles: ['pharmacist'] },
      },
    },
  },
}
