import type { Feature } from '../feature.ts'

export const feature: Feature = {
  permissions: {
    reports: {
      title: 'Reports',
      place: 300,
      rights: {
        'reports.sales': { label: 'View sales, takings and debtors', roles: ['cashier', 'accountant'] },
        'reports.stock': {
          label: 'View stock value, usage and purchases',
          roles: ['accountant', 'storekeeper', 'procurement'],
        },
        'reports.pharmacy': { label: 'View pharmacy dispensing and sales', roles: ['pharmacist'] },
        'reports.laboratory': { label: 'View laboratory turnaround and workload', roles: ['lab_manager'] },
      },
    },
  },
}
