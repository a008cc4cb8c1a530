import { Button, NativeSelect } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { z } from 'zod'
import type { ResponseOf } from '#shared/endpoint.ts'
import { pages } from '#web/calls/api.ts'
import { dateTime } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { usePages } from '#web/calls/rows.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { Status } from '#web/ui/status.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { listMessages } from '../contract.ts'
import { channels, messageStates } from '../rules.ts'
import { channelWord, kindWord, stateTone, stateWord } from './message-labels.ts'

const MessageDialog = lazy(async () => ({ default: (await import('./message-dialog.tsx')).MessageDialog }))
const OptOutsDialog = lazy(async () => ({ default: (await import('./opt-outs-dialog.tsx')).OptOutsDialog }))

export type MessageRow = ResponseOf<typeof listMessages>[number]

const state = { state: z.enum(messageStates), channel: z.enum(channels) }

/** Whom it is about, and the number of the appointment. */
const About = ({ message: { patient, patient_name, appointment_number } }: { message: MessageRow }) => {
  const { allowed } = useRights()
  const name = <bdi className="strong">{patient_name ?? '–'}</bdi>
  return (
    <span className="clip" title={[patient_name, appointment_number].filter(Boolean).join(' · ')}>
      {patient !== null && allowed('patients.view') ? (
        <Link className="link" to={`/dashboard/patients/${patient}`} onClick={(event) => event.stopPropagation()}>
          {name}
        </Link>
      ) : (
        name
      )}{' '}
      <span className="small t3 num">{appointment_number}</span>
    </span>
  )
}

/** What was written to patients, newest first, and what became of it. */
export const Outbox = () => {
  const [filters, set] = useUrlState(state)
  const list = usePages(pages(listMessages, { query: filters }))
  const [openId, setOpenId] = useState<number | null>(null)
  const [isListOpen, setListOpen] = useState(false)
  const opened = list.data?.find(({ id }) => id === openId)
  return (
    <>
      <div className="row wrap no-print">
        <NativeSelect
          aria-label={t('Status')}
          value={filters.state ?? ''}
          onChange={(event) => set({ state: event.currentTarget.value })}
          data={[{ value: '', label: t('All statuses') }, ...messageStates.map((value) => ({ value, label: stateWord(value) }))]}
        />
        <NativeSelect
          aria-label={t('Channel')}
          value={filters.channel ?? ''}
          onChange={(event) => set({ channel: event.currentTarget.value })}
          data={[{ value: '', label: t('E-mail and SMS') }, ...channels.map((value) => ({ value, label: channelWord(value) }))]}
        />
        <span className="grow" />
        <Button onClick={() => setListOpen(true)}>{t('Opted out')}</Button>
      </div>
      <DataTable
        label={t('Outbox')}
        rows={list}
        rowKey={({ id }) => id}
        onOpen={({ id }) => setOpenId(id)}
        empty={
          <Empty icon={IconMail} title={t('No messages')}>
            {t('Confirmations and reminders of appointments appear here once e-mail or SMS is turned on.')}
          </Empty>
        }
        columns={[
          {
            key: 'when',
            title: t('Created'),
            width: 148,
            hideOnPhone: true,
            render: (row) => <span className="num">{dateTime(row.created_at)}</span>,
          },
          { key: 'kind', title: t('Message'), render: (row) => kindWord(row.kind) },
          { key: 'patient', title: t('Patient'), render: (row) => <About message={row} /> },
          { key: 'channel', title: t('Channel'), width: 80, hideOnPhone: true, render: (row) => channelWord(row.channel) },
          { key: 'address', title: t('To'), hideOnPhone: true, render: (row) => <span className="clip">{row.address}</span> },
          {
            key: 'state',
            title: t('Status'),
            width: 132,
            render: (row) => <Status tone={stateTone[row.state]}>{stateWord(row.state)}</Status>,
          },
          {
            key: 'reason',
            title: t('Reason'),
            hideOnPhone: true,
            render: (row) => <span className="t2 clip">{row.reason && t(row.reason)}</span>,
          },
        ]}
      />
      <Suspense>
        {opened && <MessageDialog message={opened} onClose={() => setOpenId(null)} />}
        {isListOpen && <OptOutsDialog onClose={() => setListOpen(false)} />}
      </Suspense>
    </>
  )
}
