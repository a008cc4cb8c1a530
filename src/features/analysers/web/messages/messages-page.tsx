import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconMessages } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { Id } from '#shared/paging.ts'
import { pages, query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { usePages } from '#web/calls/rows.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { ChoiceFilter } from '#web/ui/filters.tsx'
import { listEquipment, MessageState, messageStates } from '#features/analysers/contract.ts'
import { listMessages } from '#features/analysers/contract-inbox.ts'
import { AnalyserNav, SECTION } from '../analyser-nav.tsx'
import { messageWord } from '../labels.tsx'
import { directionWord, messageColumns } from './message-columns.tsx'

const url = { equipment: Id, state: MessageState, direction: z.enum(['in', 'out']) }
const ways = ['in', 'out'] as const

/** Everything that came from the instruments or went to them. */
export const MessagesPage = () => {
  const go = useNavigate()
  const [{ equipment, state, direction }, set] = useUrlState(url)
  const { data: equipments = [] } = useQuery(query(listEquipment, { query: {} }))
  const messages = usePages(pages(listMessages, { query: { equipment, state, direction, limit: 100 } }))
  const isFiltered = equipment !== undefined || state !== undefined || direction !== undefined
  return (
    <Page title={t('Analyser messages')} sub={t('As received and sent; messages are never changed')}>
      <AnalyserNav />
      <div className="row wrap filters">
        <ChoiceFilter
          label={t('Analyser')}
          any={t('Any analyser')}
          data={equipments.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={equipment}
          onChange={(equipment) => set({ equipment })}
        />
        <ChoiceFilter
          label={t('Status')}
          any={t('All statuses')}
          data={messageStates.map((value) => ({ value, label: messageWord(value) }))}
          value={state}
          onChange={(state) => set({ state })}
        />
        <ChoiceFilter
          label={t('Direction')}
          any={t('Any direction')}
          data={ways.map((value) => ({ value, label: directionWord(value) }))}
          value={direction}
          onChange={(direction) => set({ direction })}
        />
      </div>
      <DataTable
        label={t('Messages')}
        columns={messageColumns(true)}
        rows={messages}
        rowKey={({ id }) => id}
        onOpen={({ id }) => void go(`${SECTION}/messages/${id}`)}
        tone={({ state: stands }) => (stands === 'failed' ? 'critical' : undefined)}
        empty={
          isFiltered ? (
            <Empty
              icon={IconMessages}
              title={t('No matches')}
              action={<Button onClick={() => set({ equipment: '', state: '', direction: '' })}>{t('Show all')}</Button>}
            >
              {t('No matching messages.')}
            </Empty>
          ) : (
            <Empty icon={IconMessages} title={t('No messages yet')}>
              {t('Analyser messages are kept here as received, before they are read.')}
            </Empty>
          )
        }
      />
    </Page>
  )
}
