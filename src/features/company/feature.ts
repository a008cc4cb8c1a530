import type { Feature } from '../feature.ts'

export const feature: Feature = {
  tables: {
    names: ['company', 'set_up_codes', 'departments'],
    leftOut: {
      set_up_codes: 'a one-time code',
    },
    filledAtFirst: ['company'],
  },
  permissions: {
    company: {
      title: 'Clinic',
      place: 10,
      rights: {
        'company.view': {
          label: 'View number formats and departments',
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
        'company.change': { label: 'Edit clinic details, logo and number formats', roles: [] },
      },
    },
  },
  topics: {
    company: { access: 'signed-in' },
    // Settings of any feature.
    settings: { access: 'signed-in' },
  },
  constraints: {
    company_currency_kept: { says: 'The currency cannot be changed: bills have already been issued in it.' },
  },
}
