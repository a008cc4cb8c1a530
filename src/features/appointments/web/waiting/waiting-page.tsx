import { Button, Kbd, Select } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { IconHourglassEmpty, IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { z } from 'zod'
import { Id } from '#shared/paging.ts'
import { pages, query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { useRights } from '#web/session/rights.ts'
import { usePages, useRows, type Rows } from '#web/calls/rows.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { Note } from '#web/ui/status.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { addToWaiting, listFitting, listWaiting } from '../waiting-calls.ts'
import { waitingStatuses, waitingStatusLabel, type WaitingStatus } from '../waiting-calls.ts'
import { AnyDoctorField } from '../booking/place-fields.tsx'
import { waitingColumns } from './waiting-columns.tsx'
import type { WaitingOnScreen, WaitingTime } from './waiting-labels.ts'
import styles from './waiting.module.css'
import { PHONE } from '#web/look/tokens.ts'

const BookWaitingDialog = lazy(async () => ({ default: (await import('./book-waiting-dialog.tsx')).BookWaitingDialog }))
const WaitingDialog = lazy(async () => ({ default: (await import('./waiting-dialog.tsx')).WaitingDialog }))
const WaitingPanel = lazy(async () => ({ default: (await import('./waiting-panel.tsx')).WaitingPanel }))

const state = { doctor: Id, status: z.enum(waitingStatuses), open: Id, fits: Id, add: z.literal('1') }
const PAGE = 100

interface ListProps {
  rows: Rows<WaitingOnScreen>
  empty: React.ReactNode
  isOver?: boolean
  mayChange: boolean
  open: number | undefined
  onOpen: (id: number | null) => void
}

/** The rows, and what is done with one of them: opened, booked, changed. */
const WaitingRows = ({ rows, empty, isOver = false, mayChange, open, onOpen }: ListProps) => {
  const isNarrow = useMediaQuery('(max-width: 1280px)', undefined, { getInitialValueInEffect: false }) ?? false
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false }) ?? false
  const [booking, setBooking] = useState<{ entry: WaitingOnScreen; time: WaitingTime | null } | null>(null)
  const [changing, setChanging] = useState<WaitingOnScreen | null>(null)
  const book = (entry: WaitingOnScreen, time: WaitingTime | null) => setBooking({ entry, time })
  const opened = rows.data?.find(({ id }) => id === open)
  return (
    <div className={`stack gap-4 rows-box ${styles.rows}`}>
      <DataTable
        label={t('Waiting list')}
        columns={waitingColumns({ onBook: mayChange ? book : undefined, isOver, isNarrow, isPhone })}
        rows={rows}
        rowKey={({ id }) => id}
        onOpen={({ id }) => onOpen(id)}
        empty={empty}
      />
      <Suspense>
        {opened && (
          <WaitingPanel
            entry={opened}
            isBelow={booking !== null || changing !== null}
            onBook={book}
            onChange={setChanging}
            onClose={() => onOpen(null)}
          />
        )}
        {booking && <BookWaitingDialog {...booking} onClose={() => setBooking(null)} />}
        {changing && <WaitingDialog entry={changing} onClose={() => setChanging(null)} />}
      </Suspense>
    </div>
  )
}

type Opening = Pick<ListProps, 'mayChange' | 'open' | 'onOpen'>

/** Those who would fit the place that an appointment left. */
const Fitting = ({ appointment, onAll, ...opening }: Opening & { appointment: number; onAll: () => void }) => {
  const rows = useRows(query(listFitting, { query: { appointment } }))
  const all = <Button onClick={onAll}>{t('Show all')}</Button>
  return (
    <>
      <Note tone="waiting">
        <span className="row wrap">
          <span className="grow">{t('Patients who could take the cancelled slot.')}</span>
          {all}
        </span>
      </Note>
      <WaitingRows {...opening} rows={rows} empty={<Empty icon={IconSearch} title={t('No patients waiting for this time')} />} />
    </>
  )
}

interface WaitingTableProps extends Opening {
  doctor: number | undefined
  status: WaitingStatus | undefined
  onAdd: () => void
}
const WaitingTable = ({ doctor, status, onAdd, ...opening }: WaitingTableProps) => {
  const rows = usePages({ ...pages(listWaiting, { query: { doctor, status, limit: PAGE } }), placeholderData: keepPreviousData })
  const isOver = status !== undefined && status !== 'waiting'
  const isNarrowed = doctor !== undefined || isOver
  const empty = isNarrowed ? (
    <Empty icon={IconSearch} title={t('No matching patients')} />
  ) : (
    <Empty
      icon={IconHourglassEmpty}
      title={t('Waiting list is empty')}
      action={
        opening.mayChange && (
          <Button variant="filled" onClick={onAdd}>
            {t('Add patient')}
          </Button>
        )
      }
    >
      {t('Patients without a suitable time are listed here, with their next free times.')}
    </Empty>
  )
  return <WaitingRows {...opening} rows={rows} isOver={isOver} empty={empty} />
}

/** Who waits for a time with a doctor, the most urgent first, each with the next free times that would suit. */
export const WaitingPage = () => {
  const [url, setUrl] = useUrlState(state)
  const mayChange = useRights().can(addToWaiting)
  const { doctor, status, fits, open } = url
  const add = () => setUrl({ add: '1' })
  const opening = { mayChange, open, onOpen: (id: number | null) => setUrl({ open: id === null ? '' : String(id) }) }
  useKeys(mayChange ? [{ keys: 'N', label: t('Add to waiting list'), run: add }] : [])
  return (
    <Page
      title={t('Waiting list')}
      actions={
        mayChange && (
          <Button variant="filled" rightSection={<Kbd className="not-phone">N</Kbd>} aria-keyshortcuts="N" onClick={add}>
            {t('Add patient')}
          </Button>
        )
      }
    >
      {fits === undefined ? (
        <>
          <div className={`flow gap-4 ${styles.tools}`} role="search">
            <AnyDoctorField
              label={undefined}
              aria-label={t('Doctor')}
              value={doctor === undefined ? '' : String(doctor)}
              onChange={(id) => setUrl({ doctor: id })}
            />
            <Select
              aria-label={t('Status')}
              allowDeselect={false}
              data={waitingStatuses.map((value) => ({ value, label: t(waitingStatusLabel[value]) }))}
              value={status ?? 'waiting'}
              onChange={(value) => setUrl({ status: value === 'waiting' ? '' : (value ?? ''), open: '' })}
            />
          </div>
          <WaitingTable {...opening} doctor={doctor} status={status} onAdd={add} />
        </>
      ) : (
        <Fitting {...opening} appointment={fits} onAll={() => setUrl({ fits: '' })} />
      )}
      <Suspense>{url.add !== undefined && mayChange && <WaitingDialog entry={null} onClose={() => setUrl({ add: '' })} />}</Suspense>
    </Page>
  )
}
