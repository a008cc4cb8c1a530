import type { Feature } from '../feature.ts'

export const feature: Feature = {
  tables: {
    names: ['insurance_companies'],
  },
  permissions: {
    insurance: {
      title: 'Insurance companies',
      place: 20,
      rights: {
        'insurance.view': {
          label: 'View insurance companies',
          roles: ['receptionist', 'nurse', 'doctor', 'labtech', 'lab_manager', 'pharmacist', 'cashier', 'accountant', 'records'],
        },
        'insurance.change': { label: 'Add and edit insurance companies', roles: ['accountant'] },
      },
    },
  },
}
