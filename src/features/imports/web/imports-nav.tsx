import { useLocation, useNavigate } from 'react-router'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { PartTabs } from '#web/ui/part-tabs.tsx'
import { listImports, listClinicExports } from '../contract.ts'
import { IMPORTS } from './labels.tsx'

const CLINIC = `${IMPORTS}/clinic`

/** Single lists and the whole clinic, for whoever may see both. */
export const ImportsNav = () => {
  const { can } = useRights()
  const { pathname } = useLocation()
  const go = useNavigate()
  if (!can(listImports) || !can(listClinicExports)) return null
  return (
    <PartTabs
      label={t('Import and export')}
      parts={[
        { key: IMPORTS, label: t('Lists') },
        { key: CLINIC, label: t('Whole clinic') },
      ]}
      value={pathname === CLINIC ? CLINIC : IMPORTS}
      onChange={(to) => void go(to)}
    />
  )
}
