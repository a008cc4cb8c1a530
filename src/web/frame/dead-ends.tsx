import { Button } from '@mantine/core'
import { IconAlertTriangle, IconLock, IconMapSearch, IconPlugConnectedX, type Icon } from '@tabler/icons-react'
import { useEffect, type ReactNode } from 'react'
import { Link, useRouteError } from 'react-router'
import { t } from '../i18n.ts'
import { useStore } from '../state/store.ts'
import { session } from '../session/tokens.ts'

export const DeadEnd = ({ icon: Sign, title, action, children }: { icon: Icon; title: string; action: ReactNode; children: ReactNode }) => (
  <div className="state" role="alert">
    <Sign size={40} stroke={1.25} aria-hidden />
    <h1>{title}</h1>
    <p>{children}</p>
    {action}
  </div>
)
export const link = (to: string, label: string) => (
  <Button component={Link} to={to} variant="filled">
    {label}
  </Button>
)
const home = () => link('/', t('Go to my start page'))

export const NotFound = () => {
  const isPatient = useStore(session).user?.role === 'patient'
  return (
    <DeadEnd icon={IconMapSearch} title={t('There is no such page')} action={home()}>
      {isPatient
        ? t('The address may be old or mistyped.')
        : t('The address may be old or mistyped. The box at the top finds patients, screens and actions.')}
    </DeadEnd>
  )
}

/** A page that the person may not open. */
export const NotYours = () => {
  const isPatient = useStore(session).user?.role === 'patient'
  return (
    <DeadEnd icon={IconLock} title={t('This page is not yours to open')} action={home()}>
      {isPatient
        ? t('It is for those who work in the clinic.')
        : t('Your groups do not have the permission that this page needs. Ask an administrator if you should have it.')}
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
