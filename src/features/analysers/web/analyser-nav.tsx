import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import { query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { PartTabs } from '#web/ui/part-tabs.tsx'
import { getInboxCounts } from '../contract-inbox.ts'

export const SECTION = '/dashboard/laboratory/analysers'
const places = ['instruments', 'inbox', 'messages', 'controls'] as const
type Place = (typeof places)[number]
const words: Record<Place, () => string> = {
  instruments: () => t('Analysers'),
  inbox: () => t('Inbox'),
  messages: () => t('Messages'),
  controls: () => t('Controls'),
}

const addressOf = (place: Place) => (place === 'instruments' ? SECTION : `${SECTION}/${place}`)

/** The four lists of the analysers, with how much waits in each. */
export const AnalyserNav = () => {
  const { can } = useRights()
  const { pathname } = useLocation()
  const go = useNavigate()
  const mayRead = can(getInboxCounts)
  const { data } = useQuery({ ...query(getInboxCounts, { query: {} }), enabled: mayRead })
  if (!mayRead) return null
  const counts: Partial<Record<Place, number>> = { instruments: data?.failed_jobs, inbox: data?.waiting, messages: data?.failed_messages }
  const here = places.find((place) => pathname === addressOf(place)) ?? 'instruments'
  return (
    <PartTabs
      label={t('Analysers')}
      parts={places.map((key) => ({ key, label: words[key](), count: counts[key] }))}
      value={here}
      onChange={(place) => void go(addressOf(place))}
    />
  )
}
