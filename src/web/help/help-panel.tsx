import { Button, Drawer, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowLeft, IconKeyboard, IconListCheck, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { t } from '../i18n.ts'
import { look, savePreferences, useMe } from '../look/preferences.ts'
import { PHONE } from '../look/tokens.ts'
import { menuFor, useMenu } from '../menu.tsx'
import { useRights } from '../session/rights.ts'
import { session } from '../session/tokens.ts'
import { landingOf } from '../session/token.ts'
import { useStore } from '../state/store.ts'
import { FourStates } from '../ui/four-states.tsx'
import { openKeys } from './help-shown.ts'
import styles from './help.module.css'
import { ManualArticle } from './manual-article.tsx'
import type { ManualPage } from './manual-page.ts'
import { isFor, pagesAt, searchManual } from './search-manual.ts'

const PATIENT = 'Patient'

/** The pages of a patient alone, or all. */
const useManual = (isPatient: boolean) =>
  useQuery({
    queryKey: ['manual', isPatient],
    queryFn: async () => (await (isPatient ? import('virtual:manual/patient') : import('virtual:manual/staff'))).default,
    staleTime: Infinity,
  })

interface Lists {
  title: string
  pages: readonly ManualPage[]
}

const PageList = ({ title, pages, open }: Lists & { open: (id: string) => void }) =>
  pages.length > 0 && (
    <section aria-label={title} className="mt-4">
      <h2 className="small strong t3">{title}</h2>
      <ul className={`bare-list ${styles.pages}`} lang="en">
        {pages.map((page) => (
          <li key={page.id}>
            <button type="button" className="plain" onClick={() => open(page.id)}>
              {page.title}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )

const SearchResults = ({ pages, typed, open }: { pages: readonly ManualPage[]; typed: string; open: (id: string) => void }) => {
  const found = searchManual(pages, typed)
  return (
    <section aria-label={t('Results')}>
      <p className="small t3" role="status">
        {found.length === 0 ? t('No matches.') : t('{count, plural, one {# page} other {# pages}}', { count: found.length })}
      </p>
      <ul className={`bare-list ${styles.pages}`} lang="en">
        {found.map(({ page, line }) => (
          <li key={page.id}>
            <button type="button" className="plain" onClick={() => open(page.id)}>
              {page.title}
              {line !== null && <span className="small t3 block">{line}</span>}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Links to the screens that a page of the manual is about, where the person may open them and is not there. */
const ScreenLinks = ({ page, close }: { page: ManualPage; close: () => void }) => {
  const { pathname } = useLocation()
  const entries = menuFor(useRights(), useMenu()).flatMap(({ children }) => children)
  const screens = entries.filter(({ to }) => to !== pathname && page.routes.includes(to))
  return screens.map(({ to, label }) => (
    <Button key={to} component={Link} to={to} variant="default" onClick={close}>
      {t('Open {page}', { page: t(label) })}
    </Button>
  ))
}

interface ManualProps {
  /** Where it opens; null for the page of the screen underneath. */
  first: string | null
  pages: readonly ManualPage[]
  roles: readonly string[]
  close: () => void
}

/** What is asked for, the page about the screen underneath, the pages of the person's roles, and the rest. */
const Manual = ({ first, pages, roles, close }: ManualProps) => {
  const { pathname } = useLocation()
  const [typed, setTyped] = useState('')
  /** The pages that the person went to, the newest last. */
  const [trail, setTrail] = useState<readonly string[]>([])
  const top = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLInputElement>(null)
  // The pages may come after the panel, which takes the focus, or before. On a phone the keyboard would cover them.
  useEffect(() => {
    if (!matchMedia(PHONE).matches) box.current?.focus()
  }, [])
  const { language } = useStore(look)
  const { user } = useStore(session)
  const isPatient = user?.role === 'patient'
  const go = useNavigate()
  const here = pagesAt(pages, pathname, roles)
  const shown = pages.find(({ id }) => id === (trail.at(-1) ?? first)) ?? here[0]
  const others = here.filter((page) => page !== shown)
  const own = pages.filter((page) => page !== shown && !others.includes(page) && isFor(page, roles))
  const rest = pages.filter((page) => page !== shown && !others.includes(page) && !own.includes(page))
  const open = (id: string) => {
    setTyped('')
    setTrail([...trail, id])
    top.current?.scrollIntoView()
  }
  const showSteps = () => {
    close()
    void savePreferences({ first_steps_closed: false })
    if (user) void go(landingOf(user.role))
  }
  return (
    <div className="stack gap-5" ref={top}>
      <TextInput
        ref={box}
        data-autofocus={matchMedia(PHONE).matches ? undefined : true}
        type="search"
        aria-label={t('Search help')}
        placeholder={t('Search help')}
        leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {language !== 'en' && <p className="small t3">{t('These pages are in English.')}</p>}
      {typed.trim() !== '' ? (
        <SearchResults pages={pages} typed={typed} open={open} />
      ) : (
        <>
          {trail.length > 0 && (
            <div>
              <Button
                variant="subtle"
                leftSection={<IconArrowLeft size={16} stroke={1.5} aria-hidden />}
                onClick={() => setTrail(trail.slice(0, -1))}
              >
                {t('Back')}
              </Button>
            </div>
          )}
          {shown && <ManualArticle key={trail.length} page={shown} takesFocus={trail.length > 0} open={open} />}
          <div className="row wrap">
            {shown && <ScreenLinks page={shown} close={close} />}
            {!isPatient && (
              <Button variant="default" leftSection={<IconKeyboard size={16} stroke={1.5} aria-hidden />} onClick={openKeys}>
                {t('Keyboard shortcuts')}
              </Button>
            )}
            <Button variant="default" leftSection={<IconListCheck size={16} stroke={1.5} aria-hidden />} onClick={showSteps}>
              {t('Show first steps')}
            </Button>
          </div>
          <nav aria-label={t('Help pages')}>
            <PageList title={t('Also on this screen')} pages={others} open={open} />
            <PageList title={t('Your tasks')} pages={own} open={open} />
            <PageList title={t('Tasks of others')} pages={rest} open={open} />
          </nav>
        </>
      )}
    </div>
  )
}

/** The manual beside the page: what this screen is for first. On a phone it fills the screen. */
export const HelpPanel = ({ page, close }: { page: string | null; close: () => void }) => {
  const isPatient = useStore(session).user?.role === 'patient'
  const groups = useMe()?.groups.map(({ name }) => name) ?? []
  const roles = isPatient ? [PATIENT] : groups
  const isPhone = useMediaQuery(PHONE)
  return (
    <Drawer
      opened
      onClose={close}
      position="right"
      size={isPhone ? '100%' : 480}
      title={t('Help')}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <FourStates query={useManual(isPatient)}>{(pages) => <Manual first={page} pages={pages} roles={roles} close={close} />}</FourStates>
    </Drawer>
  )
}
