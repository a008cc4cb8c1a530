import { ActionIcon, Kbd } from '@mantine/core'
import { IconHelp, IconMenu2, IconSearch } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useClinic } from '../calls/clinic.ts'
import { t } from '../i18n.ts'
import { keyLabel } from '../keyboard/keys.ts'
import { useRights } from '../session/rights.ts'
import { Mark } from '../splash.tsx'
import { ConnectionState } from './connection-state.tsx'
import { openCommandBox, openKeysSheet } from './overlays.tsx'
import { Person } from './person.tsx'

const Bell = lazy(async () => ({ default: (await import('./bell.tsx')).Bell }))

const Find = () => {
  const { allowed } = useRights()
  const text = allowed('patients.view')
    ? t('Patient, number, phone, screen')
    : allowed('stock.view')
      ? t('Item, code, screen')
      : t('Screen or action')
  return (
    <button type="button" className="plain find" onClick={openCommandBox} aria-keyshortcuts="Control+K Meta+K">
      <IconSearch size={16} stroke={1.75} aria-hidden />
      <span className="clip">
        <span className="not-phone">{text}</span>
        <span className="only-phone">{t('Find anything')}</span>
      </span>
      <Kbd className="not-phone">{keyLabel('Mod+K')}</Kbd>
    </button>
  )
}

const HouseName = () => {
  const clinic = useClinic()
  return (
    <span className="row">
      <Mark />
      <span className="brand clip">{clinic?.name}</span>
    </span>
  )
}

/** Search, how fresh the screen is, what waits, help, and the person. Without rooms it carries the clinic's name instead. */
export const TopBar = ({ hasMenu, openMenu }: { hasMenu: boolean; openMenu: () => void }) => {
  const clinic = useClinic()
  return (
    <header className="top">
      {hasMenu && (
        <ActionIcon className="only-phone" size={44} aria-label={t('Open menu')} onClick={openMenu}>
          <IconMenu2 size={20} stroke={1.5} aria-hidden />
        </ActionIcon>
      )}
      {hasMenu ? <Find /> : <HouseName />}
      <span className={hasMenu ? 'grow not-phone' : 'grow'} />
      {clinic?.is_demo && <span className="demo not-phone">{t('Demonstration')}</span>}
      <span className="row not-phone">
        <ConnectionState />
      </span>
      <Suspense fallback={<span className="bell-place" />}>
        <Bell />
      </Suspense>
      <ActionIcon className="not-phone" aria-label={t('Help and keys')} aria-keyshortcuts="?" onClick={openKeysSheet}>
        <IconHelp size={18} stroke={1.5} aria-hidden />
      </ActionIcon>
      <Person />
    </header>
  )
}
