import { listenForBarcodes } from '../devices/barcode.ts'
import { ActionIcon, Kbd } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import {
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconDots,
  IconHelp,
  IconMenu2,
  IconMessageQuestion,
  IconSearch,
} from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode, useLayoutEffect } from 'react'
import { Link, useLocation } from 'react-router'
import { useClinic } from '../calls/clinic.ts'
import { t } from '../i18n.ts'
import { savePreferences, usePreferences } from '../look/preferences.ts'
import { useRights } from '../session/rights.ts'
import { type OwnMenu, useOwnMenu } from './own-menu.ts'
import { Mark } from '../splash.tsx'
import { clockOffset, TOLERATED_MS } from '../state/clinic-clock.ts'
import { useStore, createStore } from '../state/store.ts'
import { LineLost, ConnectionState } from './connection-state.tsx'
import { MenuList } from './menu-list.tsx'
import { FirstSteps } from '../help/first-steps-place.tsx'
import { HelpOverlay } from '../help/help-overlay.tsx'
import { openHelp } from '../help/help-shown.ts'
import { NotEncrypted } from './not-encrypted.tsx'
import { PageAnnouncer } from './page-announcer.tsx'
import { keyLabel, useKeys } from '../keyboard/keys.ts'
import { Person } from './person.tsx'
import { WARM_MS } from '../calls/warm.ts'
import { TABLET } from '../look/tokens.ts'

const loadCommandBox = () => import('./command-box.tsx')
const CommandBox = lazy(async () => ({ default: (await loadCommandBox()).CommandBox }))
const CriticalNews = lazy(async () => ({ default: (await import('./critical-news.tsx')).CriticalNews }))

/** The text that the command box opened with; null while it is closed. A scanned text goes straight to the one thing it names. */
const command = createStore<{ text: string; isScanned: boolean; isEntered?: boolean } | null>(null)

const openCommandBox = () => command.set({ text: '', isScanned: false })

/** Stands in until the command box is there: what is typed meanwhile goes into it, and is no key of the screen beneath. */
const CommandBoxOpening = () => {
  // Before the next key comes.
  useLayoutEffect(() => {
    const keep = (event: KeyboardEvent) => {
      const now = command.get()
      if (!now || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === 'Escape') command.set(null)
      else if (event.key === 'Enter') command.set({ ...now, isEntered: now.text !== '' })
      else if (event.key.length === 1) command.set({ ...now, text: now.text + event.key, isEntered: false })
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', keep, { capture: true })
    return () => window.removeEventListener('keydown', keep, { capture: true })
  }, [])
  return null
}

/** What opens over any page of the frame: the command box, the help. */
const FrameOverlays = () => {
  const { allowed } = useRights()
  const opened = useStore(command)
  const maySearch = allowed('patients.view') || allowed('stock.view') || allowed('laboratory.view')
  // Whoever has to act on critical vital signs or values.
  const mayBeAlarmed = allowed('attendance.doctor') || allowed('laboratory.request')
  useKeys([{ keys: 'Mod+K', label: t('Find anything'), run: openCommandBox, hidden: true }])
  // A scanner is a keyboard: it is heard outside React.
  useEffect(() => {
    if (!maySearch) return undefined
    return listenForBarcodes((text) => command.set({ text, isScanned: true }))
  }, [maySearch])
  // Fetched while nothing else is to do: it is the box that everybody opens first.
  useEffect(() => {
    const timer = setTimeout(() => void loadCommandBox().catch(() => null), WARM_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      <Suspense fallback={<CommandBoxOpening />}>{opened && <CommandBox {...opened} close={() => command.set(null)} />}</Suspense>
      <HelpOverlay />
      <Suspense>{mayBeAlarmed && <CriticalNews />}</Suspense>
      <PageAnnouncer />
    </>
  )
}

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

const ClinicName = () => {
  const clinic = useClinic()
  return (
    <span className="row">
      <Mark />
      <span className="brand clip">{clinic?.name}</span>
    </span>
  )
}

/** Search, how fresh the screen is, what waits, help, and the person. Without rooms it carries the clinic's name instead. */
const TopBar = ({ hasMenu, openMenu }: { hasMenu: boolean; openMenu: () => void }) => {
  const clinic = useClinic()
  return (
    <header className="top">
      {hasMenu && (
        <ActionIcon className="only-phone" size={44} aria-label={t('Open menu')} onClick={openMenu}>
          <IconMenu2 size={20} stroke={1.5} aria-hidden />
        </ActionIcon>
      )}
      {hasMenu ? <Find /> : <ClinicName />}
      <span className={hasMenu ? 'grow not-phone' : 'grow'} />
      {clinic?.is_demo && <span className="demo not-phone">{t('Demonstration')}</span>}
      <span className="row not-phone">
        <ConnectionState />
      </span>
      {hasMenu && (
        <Link to="/dashboard/assistant" className="row ask" aria-label={t('Ask a question')}>
          <IconMessageQuestion size={18} stroke={1.5} aria-hidden />
          <span className="not-phone">{t('Ask')}</span>
        </Link>
      )}
      <Suspense fallback={<span className="bell-place" />}>
        <Bell />
      </Suspense>
      <ActionIcon className="not-phone" aria-label={t('Help')} aria-keyshortcuts="F1" onClick={openHelp}>
        <IconHelp size={18} stroke={1.5} aria-hidden />
      </ActionIcon>
      <Person />
    </header>
  )
}

const DeviceClock = lazy(async () => ({ default: (await import('./device-clock.tsx')).DeviceClock }))
const MenuDrawer = lazy(async () => ({ default: (await import('./menu-drawer.tsx')).MenuDrawer }))

const MorePanel = lazy(async () => ({ default: (await import('./more-panel.tsx')).MorePanel }))
const MenuRail = lazy(async () => ({ default: (await import('./menu-rail.tsx')).MenuRail }))

/** Below this width the menu starts as icons, unless the person chose otherwise. */
const Side = ({ own, isRail }: { own: OwnMenu; isRail: boolean }) => {
  const clinic = useClinic()
  const [isMore, setMore] = useState(false)
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
        <Suspense>{isRail ? <MenuRail own={own} /> : <MenuList own={own} />}</Suspense>
      </div>
      <div className="menu-body no-grow">
        <button
          type="button"
          className="plain group"
          aria-label={t('More pages')}
          title={isRail ? t('More pages') : undefined}
          aria-haspopup="dialog"
          aria-expanded={isMore}
          onClick={() => setMore(true)}
        >
          <IconDots size={18} stroke={1.5} aria-hidden />
          {!isRail && t('More')}
        </button>
      </div>
      <Suspense>{isMore && <MorePanel own={own} isRail={isRail} close={() => setMore(false)} />}</Suspense>
      <div className={isRail ? 'menu-body no-grow' : 'menu-foot small t3 clip'}>{isRail ? toggle : clinic?.name}</div>
    </nav>
  )
}

/** The house around every page of the staff: menu, top bar, and the page itself. Without anything to choose there is no menu. */
export const Frame = ({ children }: { children: ReactNode }) => {
  const own = useOwnMenu()
  const hasMenu = own.open.length > 0
  const clinic = useClinic()
  const { menu_rail } = usePreferences()
  const isNarrow = useMediaQuery(TABLET)
  const isRail = menu_rail ?? isNarrow ?? false
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const { pathname } = useLocation()
  const page = useRef<HTMLElement>(null)
  const shown = useRef(pathname)
  const offset = useStore(clockOffset)

  const left = useRef<{ pathname: string; focused: Element | null }>(null)

  // While the page before is taken away, and before the new one can put the focus into a box of its own.
  useLayoutEffect(
    () => () => {
      left.current = { pathname, focused: document.activeElement }
    },
    [pathname],
  )
  // After going to another page the eye and the screen reader start at its top, unless it put the focus somewhere; the first page keeps its own.
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    page.current?.scrollTo(0, 0)
    const { activeElement: now } = document
    if (now === left.current?.focused || !page.current?.contains(now)) page.current?.focus({ preventScroll: true })
  }, [pathname])

  return (
    <div className={`frame${!hasMenu ? ' bare' : isRail ? ' rail' : ''}`}>
      <a className="skip" href="#page" onClick={() => page.current?.focus()}>
        {t('Skip to content')}
      </a>
      {hasMenu && <Side own={own} isRail={isRail} />}
      <div className="main">
        <NotEncrypted />
        <LineLost />
        {Math.abs(offset) > TOLERATED_MS && (
          <Suspense>
            <DeviceClock />
          </Suspense>
        )}
        <TopBar hasMenu={hasMenu} openMenu={() => setDrawerOpen(true)} />
        <FirstSteps />
        <main className="page" id="page" tabIndex={-1} ref={page}>
          {children}
        </main>
      </div>
      {isDrawerOpen && (
        <Suspense>
          <MenuDrawer own={own} title={clinic?.name} close={() => setDrawerOpen(false)} />
        </Suspense>
      )}
      <FrameOverlays />
    </div>
  )
}
