import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconAlertTriangle, IconLock } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router'
import { getMe } from '#calls/users/contract.ts'
import { messageOf } from '../calls/api.ts'
import { whenRestored } from '../calls/connection-state.ts'
import { queryClient } from '../calls/query-client.ts'
import { t } from '../i18n.ts'
import { menuFor, useMenu } from '../menu.tsx'
import { permissionsQuery, useRights } from '../session/rights.ts'
import { signOut } from '../session/sign-out.ts'
import { useStore } from '../state/store.ts'
import { landingOf } from '../session/token.ts'
import { session } from '../session/tokens.ts'
import { DeadEnd } from './dead-ends.tsx'
import { link, NotYours } from './refusals.tsx'

const StockToday = lazy(async () => ({ default: (await import('#features/stock/web/today/stock-today.tsx')).StockToday }))
/** Sections whose people have a day of their own to begin with. */
const STOCK = ['Inventory', 'Purchasing']

/** What the person may open is not known: neither pages nor a refusal are shown. It is asked again by hand, and when the line is back. */
const RightsFailed = ({ person }: { person: number }) => {
  const { error, refetch } = useQuery(permissionsQuery(person))
  const retry = () => void Promise.all([refetch(), queryClient.invalidateQueries({ queryKey: [getMe.path] })])
  const tick = useEffectEvent(retry)
  useEffect(() => whenRestored(() => tick()), [])
  const actions = (
    <div className="row wrap">
      <Button variant="filled" onClick={retry}>
        {t('Try again')}
      </Button>
      <Button onClick={() => void signOut()}>{t('Sign out')}</Button>
    </div>
  )
  return (
    <DeadEnd icon={IconAlertTriangle} title={t('Your permissions could not be loaded')} action={actions}>
      {messageOf(error)}
    </DeadEnd>
  )
}

/** A page that somebody who works here may not open. Where that is their start page, the way out is a page that they may open. */
export const Forbidden = () => {
  const { pathname } = useLocation()
  const rights = useRights()
  const section = menuFor(rights, useMenu()).find(({ isBeside }) => !isBeside)
  const first = section?.children[0]
  const { user } = useStore(session)
  if (rights.isFailed && user) return <RightsFailed person={user.user_id} />
  const isStart = user !== null && pathname === landingOf(user.role)
  if (isStart && !first)
    return (
      <DeadEnd icon={IconLock} title={t('No pages available yet')} action={link('/dashboard/profile', t('My profile'))}>
        {t('You are signed in, but your groups give no access to any page. Ask an administrator for the permissions you need.')}
      </DeadEnd>
    )
  if (isStart && section && STOCK.includes(section.label) && rights.allowed('stock.view'))
    return (
      <Suspense>
        <StockToday title={t('Today in {room}', { room: t(section.label) })} />
      </Suspense>
    )
  if (isStart && section && first)
    return (
      <DeadEnd icon={section.icon} title={t('Today in {room}', { room: t(section.label) })} action={link(first.to, t(first.label))}>
        {t('The live board is for staff who care for patients. Your pages are in the menu.')}
      </DeadEnd>
    )
  return <NotYours />
}
