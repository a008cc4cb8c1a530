import { Button } from '@mantine/core'
import { IconAlertTriangle, IconWifiOff, type Icon } from '@tabler/icons-react'
import { useEffect, type ReactNode } from 'react'
import { useRouteError } from 'react-router'
import { restored } from '../calls/again.ts'
import { connection } from '../calls/connection-state.ts'
import { isUp } from '../calls/connection.ts'
import { t } from '../i18n.ts'
import { useStore } from '../state/store.ts'

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
    title={t('The clinic’s server is not responding')}
    action={
      <Button variant="filled" onClick={retry}>
        {t('Try again')}
      </Button>
    }
  >
    {t('Check the network connection of this computer. This page tries again automatically.')}
  </DeadEnd>
)

const reload = () => location.reload()

/** As the browsers and the build say it of a file of the program. */
const LOST = /dynamically imported module|module script failed|preload CSS/i
const RELOADED = 'reloaded_at'
/** What is lost so soon again is not there. */
const AGAIN_MS = 30_000

/** Loads the page anew once the server answers: before that the browser would show its own error instead. Drafts are kept as by any reload. */
const reloadWhenUp = async () => {
  if (Date.now() - Number(sessionStorage.getItem(RELOADED) ?? 0) < AGAIN_MS) return
  if (!(await isUp(Date.now()))) await restored()
  sessionStorage.setItem(RELOADED, String(Date.now()))
  reload()
}

/** A screen that broke, or one whose file was lost on the line, or is gone because the program was renewed meanwhile: that one heals by itself. */
export const Broken = () => {
  const error = useRouteError()
  const { isLost } = useStore(connection)
  const isFile = LOST.test(String(error))
  useEffect(() => {
    console.error(error)
    if (isFile) void reloadWhenUp()
  }, [error, isFile])
  if (isLost && isFile) return <Offline retry={() => void reloadWhenUp()} />
  return (
    <DeadEnd
      icon={IconAlertTriangle}
      title={t('This page has stopped working')}
      action={
        <Button variant="filled" onClick={reload}>
          {t('Reload page')}
        </Button>
      }
    >
      {t('Saved data is safe. Reload the page. If it happens again, report to an administrator what you were doing.')}
    </DeadEnd>
  )
}
