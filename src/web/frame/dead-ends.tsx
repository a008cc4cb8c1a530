import { Button } from '@mantine/core'
import { IconAlertTriangle, IconWifiOff, type Icon } from '@tabler/icons-react'
import { useEffect, type ReactNode } from 'react'
import { useRouteError } from 'react-router'
import { t } from '../i18n.ts'

export const DeadEnd = ({ icon: Sign, title, action, children }: { icon: Icon; title: string; action: ReactNode; children: ReactNode }) => (
  <div className="state" role="alert">
    <Sign size={40} stroke={1.25} aria-hidden />
    <h1>{title}</h1>
    <p>{children}</p>
    {action}
  </div>
)

/** Nothing could be loaded at all. */
export const Offline = ({ retry }: { retry: () => void }) => (
  <DeadEnd
    icon={IconWifiOff}
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
