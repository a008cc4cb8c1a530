import type { Feature } from '../feature.ts'

export const feature: Feature = {
  permissions: {
    reports: {
      title: 'Reports',
      place: 300,
      rights: {
        'reports.sales': { label: 'See sales, takings and debtors', roles: ['cashier', 'accountant'] },
        'reports.stock': {
          label: 'See what stock is worth, what is used and what is bought',
          roles: ['accountant', 'storekeeper', 'procurement'],
        },
        'reports.pharmacy': { label: 'See what the pharmacy handed out and sold', roles: ['pharmacist'] },
        'reports.laboratory': { label: 'See the laboratory’s turnaround and workload', roles: ['lab_manager'] },
      },
    },
  },
}
