import { ActionIcon, Drawer, Kbd } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconHelp, IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconMenu2, IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useClinic } from '../clinic.ts'
import { t } from '../i18n.ts'
import { keyLabel } from '../keys.ts'
import { menuFor } from '../menu.tsx'
import { savePreferences, usePreferences } from '../preferences.ts'
import { useRights } from '../rights.ts'
import { Mark } from '../splash.tsx'
import { Bell } from './bell.tsx'
import { ConnectionState, LineLost } from './connection-state.tsx'
import { MenuList, MenuRail } from './menu-list.tsx'
import { FrameOverlays, openCommandBox, openKeysSheet } from './overlays.tsx'
import { PersonMenu } from './person-menu.tsx'

/** Below this width the menu starts as icons, unless the person chose otherwise. */
const NARROW = '(max-width: 1100px)'

const Find = () => {
  const { allowed } = useRights()
  const text = allowed('patients.view') ? t('Patient, number, phone, screen') : t('Screen or action')
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

const Side = ({ groups, isRail }: { groups: ReturnType<typeof menuFor>; isRail: boolean }) => {
  const clinic = useClinic()
  const Toggle = isRail ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  const toggle = (
    <ActionIcon
      aria-label={isRail ? t('Expand menu') : t('Collapse menu')}
      aria-expanded={!isRail}
      onClick={() => void savePreferences({ menu_rail: !isRail })}
    >
      <Toggle size={18} stroke={1.5} aria-hidden />
    </ActionIcon>
  )
  return (
    <nav className="menu" aria-label={t('Rooms')}>
      <div className="menu-head">
        <Mark />
        {!isRail && <span className="grow clip brand">Kliniki</span>}
        {!isRail && toggle}
      </div>
      <div className="menu-body">{isRail ? <MenuRail groups={groups} /> : <MenuList groups={groups} />}</div>
      <div className={isRail ? 'menu-body no-grow' : 'menu-foot small t3 clip'}>{isRail ? toggle : clinic?.name}</div>
    </nav>
  )
}

/** The house around every page of the staff: menu, top bar, and the page itself. Without anything to choose there is no menu. */
export const Frame = ({ children }: { children: ReactNode }) => {
  const groups = menuFor(useRights())
  const clinic = useClinic()
  const { menu_rail } = usePreferences()
  const isNarrow = useMediaQuery(NARROW)
  const isRail = menu_rail ?? isNarrow ?? false
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const { pathname } = useLocation()
  const page = useRef<HTMLElement>(null)
  const isFirst = useRef(true)

  // After going to another page the eye and the screen reader start at its top; the first page keeps its own focus.
  useEffect(() => {
    if (!isFirst.current) page.current?.focus({ preventScroll: true })
    isFirst.current = false
    page.current?.scrollTo(0, 0)
  }, [pathname])

  return (
    <div className={`frame${groups.length === 0 ? ' bare' : isRail ? ' rail' : ''}`}>
      <a className="skip" href="#page" onClick={() => page.current?.focus()}>
        {t('Skip to the page')}
      </a>
      {groups.length > 0 && <Side groups={groups} isRail={isRail} />}
      <div className="main">
        <LineLost />
        <header className="top">
          {groups.length > 0 ? (
            <ActionIcon className="only-phone" size={44} aria-label={t('Open menu')} onClick={() => setDrawerOpen(true)}>
              <IconMenu2 size={20} stroke={1.5} aria-hidden />
            </ActionIcon>
          ) : (
            <span className="row">
              <Mark />
              <span className="brand clip">{clinic?.name}</span>
            </span>
          )}
          {groups.length > 0 && <Find />}
          <span className="grow" />
          {clinic?.is_demo && <span className="demo not-phone">{t('Demonstration')}</span>}
          <span className="row not-phone">
            <ConnectionState />
          </span>
          <Bell />
          <ActionIcon className="not-phone" aria-label={t('Help and keys')} aria-keyshortcuts="?" onClick={openKeysSheet}>
            <IconHelp size={18} stroke={1.5} aria-hidden />
          </ActionIcon>
          <PersonMenu />
        </header>
        <main className="page" id="page" tabIndex={-1} ref={page}>
          {children}
        </main>
      </div>
      <Drawer
        opened={isDrawerOpen}
        onClose={() => setDrawerOpen(false)}
        title={clinic?.name}
        size={300}
        closeButtonProps={{ 'aria-label': t('Close') }}
      >
        <nav className="drawer" aria-label={t('Rooms')}>
          <MenuList groups={groups} onGo={() => setDrawerOpen(false)} />
        </nav>
      </Drawer>
      <FrameOverlays />
    </div>
  )
}
