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
        'drugs.change': { label: 'Edit the substances of drugs, for safety checks', roles: ['pharmacist'] },
      },
    },
  },
}
