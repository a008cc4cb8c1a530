import { Button } from '@mantine/core'
import { IconLock, IconMapSearch } from '@tabler/icons-react'
import { Link } from 'react-router'
import { t } from '../i18n.ts'
import { useStore } from '../state/store.ts'
import { session } from '../session/tokens.ts'
import { DeadEnd } from './dead-ends.tsx'

export const link = (to: string, label: string) => (
  <Button component={Link} to={to} variant="filled">
    {label}
  </Button>
)
const home = () => link('/', t('Go to my start page'))

export const NotFound = () => {
  const isPatient = useStore(session).user?.role === 'patient'
  return (
    <DeadEnd icon={IconMapSearch} title={t('Page not found')} action={home()}>
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
    <DeadEnd icon={IconLock} title={t('No access to this page')} action={home()}>
      {isPatient
        ? t('This page is for clinic staff.')
        : t('Your groups do not have permission for this page. Ask an administrator if you need access.')}
    </DeadEnd>
  )
}
