import { IconLock } from '@tabler/icons-react'
import { useLocation } from 'react-router'
import { t } from '../i18n.ts'
import { menuFor } from '../menu.tsx'
import { useRights } from '../session/rights.ts'
import { useStore } from '../state/store.ts'
import { landingOf } from '../session/token.ts'
import { session } from '../session/tokens.ts'
import { DeadEnd } from './dead-ends.tsx'
import { link, NotYours } from './refusals.tsx'

/** A page that somebody who works here may not open. Where that is their start page, the way out is a page that they may open. */
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
  return <NotYours />
}
