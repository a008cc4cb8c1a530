import { Tabs } from '@mantine/core'
import { useLocation, useNavigate } from 'react-router'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/rights.ts'
import { listImports } from '../contract.ts'
import { listClinicExports } from '../contract-clinic.ts'
import { ROOM } from './words.tsx'

const CLINIC = `${ROOM}/clinic`

/** Single lists and the whole clinic, for whoever may see both. */
export const ImportsNav = () => {
  const { can } = useRights()
  const { pathname } = useLocation()
  const go = useNavigate()
  if (!can(listImports) || !can(listClinicExports)) return null
  return (
    <Tabs value={pathname === CLINIC ? CLINIC : ROOM} onChange={(to) => void go(to ?? ROOM)}>
      <Tabs.List aria-label={t('Import and export')}>
        <Tabs.Tab value={ROOM}>{t('Lists')}</Tabs.Tab>
        <Tabs.Tab value={CLINIC}>{t('Whole clinic')}</Tabs.Tab>
      </Tabs.List>
    </Tabs>
  )
}
