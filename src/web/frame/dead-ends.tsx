import { Button } from '@mantine/core'
import { IconAlertTriangle, IconLock, IconMapSearch, IconPlugConnectedX, type Icon } from '@tabler/icons-react'
import { useEffect, type ReactNode } from 'react'
import { Link, useLocation, useRouteError } from 'react-router'
import { t } from '../i18n.ts'
import { menuFor } from '../menu.tsx'
import { useRights } from '../rights.ts'
import { useStore } from '../store.ts'
import { landingOf } from '../token.ts'
import { session } from '../tokens.ts'

const DeadEnd = ({ icon: Sign, title, action, children }: { icon: Icon; title: string; action: ReactNode; children: ReactNode }) => (
  <div className="state" role="alert">
    <Sign size={40} stroke={1.25} aria-hidden />
    <h1>{title}</h1>
    <p>{children}</p>
    {action}
  </div>
)
const link = (to: string, label: string) => (
  <Button component={Link} to={to} variant="filled">
    {label}
  </Button>
)
const home = () => link('/', t('Go to my start page'))

export const NotFound = () => (
  <DeadEnd icon={IconMapSearch} title={t('There is no such page')} action={home()}>
    {t('The address may be old or mistyped. The box at the top finds patients, screens and actions.')}
  </DeadEnd>
)

/** A page that the person may not open. Where that is their start page, the way out is a page that they may open. */
export const Forbidden = () => {
  const { pathname } = useLocation()
  const room = menuFor(useRights()).find(({ isBeside }) => !isBeside)
  const first = room?.children[0]
  const { user } = useStore(session)
  const isStart = user !== null && pathname === landingOf(user.role)
  if (isStart && !first)
    return (
      <DeadEnd icon={IconLock} title={t('No screen is open to you yet')} action={link('/dashboard/profile', t('My profile'))}>
        {t('You are signed in, but your groups have no permission that opens one. Ask an administrator for what your work needs.')}
      </DeadEnd>
    )
  if (isStart && room && first)
    return (
      <DeadEnd icon={room.icon} title={t('Your work begins in {{room}}', { room: t(room.label) })} action={link(first.to, t(first.label))}>
        {t('The live board of the house is for those who look after patients. Everything that is yours to open stands in the menu.')}
      </DeadEnd>
    )
  return (
    <DeadEnd icon={IconLock} title={t('This page is not yours to open')} action={home()}>
      {t('Your groups do not have the permission that this page needs. Ask an administrator if you should have it.')}
    </DeadEnd>
  )
}

/** Nothing could be loaded at all. */
export const Offline = ({ retry }: { retry: () => void }) => (
  <DeadEnd
    icon={IconPlugConnectedX}
    title={t('The clinic’s server does not answer')}
    action={
      <Button variant="filled" onClick={retry}>
        {t('Try again')}
      </Button>
    }
  >
    {t('Check the network of this computer. This page tries again by itself.')}
  </DeadEnd>
)

const reload = () => location.reload()

/** A screen that broke, or one whose file is gone because the program was renewed meanwhile. */
export const Broken = () => {
  const error = useRouteError()
  useEffect(() => {
    console.error(error)
  }, [error])
  return (
    <DeadEnd
      icon={IconAlertTriangle}
      title={t('Something broke on this screen')}
      action={
        <Button variant="filled" onClick={reload}>
          {t('Load the page again')}
        </Button>
      }
    >
      {t('What you saved is safe. Load the page again; if it breaks once more, tell an administrator what you did.')}
    </DeadEnd>
  )
}
