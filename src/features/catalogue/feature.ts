import type { Feature } from '../feature.ts'

export const feature: Feature = {
  tables: {
    names: ['tax_classes', 'items', 'price_lists', 'prices'],
    filledAtFirst: ['price_lists', 'tax_classes'],
  },
  permissions: {
    services: {
      title: 'Services',
      place: 100,
      rights: {
        'services.view': {
          label: 'View services and prices',
          roles: [
            'receptionist',
            'nurse',
            'doctor',
            'labtech',
            'lab_manager',
            'pharmacist',
            'cashier',
            'accountant',
            'storekeeper',
            'procurement',
            'records',
          ],
        },
      },
    },
    catalogue: {
      title: 'Catalogue',
      place: 250,
      rights: {
        'catalogue.change': { label: 'Add and edit catalogue items', roles: ['accountant'] },
      },
    },
    prices: {
      title: 'Prices',
      place: 260,
      rights: {
        'prices.view': { label: 'View the price lists of all payers', roles: ['cashier', 'accountant'] },
        'prices.change': { label: 'Edit prices and price lists', roles: ['accountant'] },
      },
    },
  },
  topics: {
    catalogue: { access: 'signed-in' },
  },
}
