import { IconActivityHeartbeat } from '@tabler/icons-react'
import { t } from '#web/i18n.ts'
import { Status } from '#web/ui/status.tsx'
import type { VisitOnScreen } from './visit-name.tsx'

/** Every critical value of a visit, whole and with its unit; nothing where there is none. */
export const CriticalFlag = ({ visit: { has_critical_triage, critical_text } }: { visit: VisitOnScreen }) =>
  has_critical_triage && (
    <Status chip whole tone="critical" icon={IconActivityHeartbeat}>
      {critical_text === null ? t('Critical') : t('Critical: {what}', { what: critical_text })}
    </Status>
  )
