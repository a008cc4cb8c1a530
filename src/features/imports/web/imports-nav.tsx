import { useLocation, useNavigate } from 'react-router'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { PartTabs } from '#web/ui/part-tabs.tsx'
import { listImports, listClinicExports } from '../contract.ts'
import { ROOM } from './words.tsx'

const CLINIC = `${ROOM}/clinic`

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
        { key: ROOM, label: t('Lists') },
        { key: CLINIC, label: t('Whole clinic') },
      ]}
      value={pathname === CLINIC ? CLINIC : ROOM}
      onChange={(to) => void go(to)}
    />
  )
}
