import { ActionIcon } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useClinic } from '../calls/clinic.ts'
import { t } from '../i18n.ts'
import { menuFor, useMenu } from '../menu.tsx'
import { savePreferences, usePreferences } from '../look/preferences.ts'
import { useRights } from '../session/rights.ts'
import { Mark } from '../splash.tsx'
import { clockOffset, TOLERATED_MS } from '../state/clinic-clock.ts'
import { useStore } from '../state/store.ts'
import { LineLost } from './connection-state.tsx'
import { MenuList } from './menu-list.tsx'
import { NotEncrypted } from './not-encrypted.tsx'
import { FrameOverlays } from './overlays.tsx'
import { TopBar } from './top-bar.tsx'

const DeviceClock = lazy(async () => ({ default: (await import('./device-clock.tsx')).DeviceClock }))
const MenuDrawer = lazy(async () => ({ default: (await import('./menu-drawer.tsx')).MenuDrawer }))

const MenuRail = lazy(async () => ({ default: (await import('./menu-rail.tsx')).MenuRail }))

/** Below this width the menu starts as icons, unless the person chose otherwise. */
const NARROW = '(max-width: 1100px)'

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
    <nav className="menu" aria-label={t('Main menu')}>
      <div className="menu-head">
        <Mark />
        {!isRail && <span className="grow clip brand">Kliniki</span>}
        {!isRail && toggle}
      </div>
      <div className="menu-body">
        <Suspense>{isRail ? <MenuRail groups={groups} /> : <MenuList groups={groups} />}</Suspense>
      </div>
      <div className={isRail ? 'menu-body no-grow' : 'menu-foot small t3 clip'}>{isRail ? toggle : clinic?.name}</div>
    </nav>
  )
}

/** The house around every page of the staff: menu, top bar, and the page itself. Without anything to choose there is no menu. */
export const Frame = ({ children }: { children: ReactNode }) => {
  const groups = menuFor(useRights(), useMenu())
  const clinic = useClinic()
  const { menu_rail } = usePreferences()
  const isNarrow = useMediaQuery(NARROW)
  const isRail = menu_rail ?? isNarrow ?? false
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const { pathname } = useLocation()
  const page = useRef<HTMLElement>(null)
  const shown = useRef(pathname)
  const offset = useStore(clockOffset)

  // After going to another page the eye and the screen reader start at its top; the first page keeps its own focus.
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    page.current?.focus({ preventScroll: true })
    page.current?.scrollTo(0, 0)
  }, [pathname])

  return (
    <div className={`frame${groups.length === 0 ? ' bare' : isRail ? ' rail' : ''}`}>
      <a className="skip" href="#page" onClick={() => page.current?.focus()}>
        {t('Skip to the page')}
      </a>
      {groups.length > 0 && <Side groups={groups} isRail={isRail} />}
      <div className="main">
        <NotEncrypted />
        <LineLost />
        {Math.abs(offset) > TOLERATED_MS && (
          <Suspense>
            <DeviceClock />
          </Suspense>
        )}
        <TopBar hasMenu={groups.length > 0} openMenu={() => setDrawerOpen(true)} />
        <main className="page" id="page" tabIndex={-1} ref={page}>
          {children}
        </main>
      </div>
      {isDrawerOpen && (
        <Suspense>
          <MenuDrawer groups={groups} title={clinic?.name} close={() => setDrawerOpen(false)} />
        </Suspense>
      )}
      <FrameOverlays />
    </div>
  )
}
