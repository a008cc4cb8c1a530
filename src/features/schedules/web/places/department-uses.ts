import type { listDepartmentUses } from '#features/company/contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { t } from '#web/i18n.ts'

type Uses = ResponseOf<typeof listDepartmentUses>[number]

/** What a department is used by, in words; empty for nothing. */
export const usesText = ({ services, rooms, stores, referrals }: Uses): string =>
  [
    services > 0 && t('{{count}} services', { count: services }),
    rooms > 0 && t('{{count}} rooms', { count: rooms }),
    stores > 0 && t('{{count}} stores', { count: stores }),
    referrals > 0 && t('{{count}} referrals', { count: referrals }),
  ]
    .filter(Boolean)
    .join(' · ')
