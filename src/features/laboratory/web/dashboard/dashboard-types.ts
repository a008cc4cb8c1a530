import type { ResponseOf } from '#shared/endpoint.ts'
import type { getLabDashboard } from '#features/laboratory/contract-reports.ts'

export type Dashboard = ResponseOf<typeof getLabDashboard>
export type SectionRow = Dashboard['by_section'][number]
