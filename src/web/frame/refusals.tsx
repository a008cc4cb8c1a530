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
