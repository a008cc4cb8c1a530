import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import { query } from '#web/api.ts'
import { number } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/rights.ts'
import { getInboxCounts } from '../contract-inbox.ts'
import './analysers.css'

export const ROOM = '/dashboard/laboratory/analysers'
const places = ['instruments', 'inbox', 'messages', 'controls'] as const
type Place = (typeof places)[number]
const words: Record<Place, () => string> = {
  instruments: () => t('Analysers'),
  inbox: () => t('Inbox'),
  messages: () => t('Messages'),
  controls: () => t('Controls'),
}

const addressOf = (place: string | null) => (place === null || place === 'instruments' ? ROOM : `${ROOM}/${place}`)

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
    <Tabs className="no-print an-tabs" value={here} onChange={(place) => void go(addressOf(place))}>
      <Tabs.List aria-label={t('Analysers')}>
        {places.map((place) => (
          <Tabs.Tab key={place} value={place}>
            {words[place]()}
            {counts[place] ? <span className="num an-count">{number(counts[place])}</span> : null}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  )
}
