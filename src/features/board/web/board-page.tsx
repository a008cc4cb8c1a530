import { useMediaQuery, useCallbackRef } from '@mantine/hooks'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { MoveDialog } from '#features/attendance/web/move-dialog.tsx'
import { trackWord } from '#features/attendance/web/visit-name.tsx'
import { useVisitChanges } from '#features/attendance/web/use-visit-changes.ts'
import { useVisitRights } from '#features/attendance/web/use-visit-rights.ts'
import { DEFAULT_TRACK, type Track } from '#features/attendance/rules.ts'
import { Id } from '#shared/paging.ts'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { savePreferences, usePreferences } from '#web/look/preferences.ts'
import { useRights } from '#web/session/rights.ts'
import { session } from '#web/session/session.ts'
import { useStore } from '#web/state/store.ts'
import { toast } from '#web/messages/toast.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { BoardHead } from './board-head.tsx'
import {
  columnOf,
  filters,
  countOnSite,
  isColumn,
  markOf,
  shownColumns,
  startQueue,
  type ColumnKey,
  type Visit,
  matches,
  onSite,
  summaryOf,
  type Filter,
} from './board-rules.ts'
import { useBoard, type LiveBoard } from './use-board.ts'
import { focusCard, focusedVisit, neighbourOf } from './walk-cards.ts'
import styles from './board.module.css'
import { PHONE } from '#web/look/tokens.ts'
import { Button } from '@mantine/core'
import { IconArmchair } from '@tabler/icons-react'
import { Empty, Failed } from '#web/ui/four-states.tsx'
import { Note } from '#web/ui/status.tsx'
import { BoardColumn, Cards, ColumnSum } from './board-column.tsx'
import { BoardTabs } from './board-tabs.tsx'
import { useDragging } from './drag.ts'

/** Columns and cards of the size of what is coming. */
const BoardLoading = ({ isPhone }: { isPhone: boolean }) => (
  <div
    className={
      isPhone
        ? `phone-column phone-fill phone-flex phone-gap-4 ${styles.rxList}`
        : `min-h-0 outlined round-l flex-1 grid canvas ${styles.board}`
    }
    role="status"
    aria-label={t('Loading')}
  >
    {(isPhone ? shownColumns.slice(0, 1) : shownColumns).map(({ key }, column) => (
      <div key={key} className={`stack min-w-0 min-h-0 ${styles.col}`}>
        <div className={`stack line-bottom surface gap-1 ${styles.colHead}`}>
          <div className="skeleton" style={{ height: 20, width: 88, marginBottom: 24 }} />
        </div>
        <div className={`stack scroll gap-4 pad-4 flex-1 ${styles.colBody}`} data-part="col-body">
          {Array.from({ length: 3 + (column % 2) }, (_, row) => (
            <div key={row} className="skeleton" style={{ height: 102, flex: 'none' }} />
          ))}
        </div>
      </div>
    ))}
  </div>
)

/** The list could not be fetched: it is empty, and never looks like an empty house. */
const BoardFailed = ({ error, retry }: { error: unknown; retry: () => void }) => (
  <div className={`stack pad-6 flex-1 items-centre justify-centre ${styles.rxFailed}`}>
    <Failed error={error} retry={retry} title={t('The list of patients on site could not be loaded')} />
    <Note tone="attention">{t('No patients are shown here, but patients may well be waiting. Check the waiting room.')}</Note>
  </div>
)

const NoPatients = ({ onStart }: { onStart?: (() => void) | undefined }) => (
  <Empty
    icon={IconArmchair}
    title={t('No patients on site')}
    action={
      onStart && (
        <Button variant="filled" onClick={onStart}>
          {t('Start visit')}
        </Button>
      )
    }
  >
    {t('Patients with an open visit appear here, in the queue where they wait.')}
  </Empty>
)

interface Props {
  board: LiveBoard
  filter: Filter
  track: ColumnKey | null
  isPhone: boolean
  onOpen: (id: number) => void
  onMove: (visit: Visit, to: Track) => void
  onQueue: (column: ColumnKey) => void
  onStart?: (() => void) | undefined
}

/** Everybody in the house, by column; or one queue alone; or, on a phone, one track at a time. */
const BoardView = ({ board, filter, track, isPhone, onOpen, onMove, onQueue, onStart }: Props) => {
  const { columns, targets, now, fresh } = board
  const [active, setActive] = useState<ReadonlyMap<string, number>>(new Map())
  const rights = useVisitRights()
  const movesOf = useCallbackRef(rights.movesOf)
  const open = useCallbackRef(onOpen)
  const move = useCallbackRef(onMove)
  const noteFocus = useCallbackRef(({ id, track: at }: Visit) => {
    const column = columnOf(at) ?? ''
    if (active.get(column) !== id) setActive(new Map(active).set(column, id))
  })
  useDragging()

  if (board.visits.length === 0) return <NoPatients onStart={onStart} />
  const inColumn = (key: ColumnKey) => (columns.get(key) ?? []).filter((visit) => matches(visit, filter, targets, now))
  const cardsOf = (key: ColumnKey) => ({
    visits: inColumn(key),
    targets,
    now,
    fresh,
    active: active.get(key),
    movesOf,
    onOpen: open,
    onFocus: noteFocus,
  })
  const alone = isPhone ? (track ?? 'reception') : track
  if (alone === null)
    return (
      <div className={`min-h-0 outlined round-l flex-1 grid canvas ${styles.board}`} role="group" aria-label={t('Board')}>
        {shownColumns.map(({ key }) => (
          <BoardColumn key={key} column={key} onQueue={onQueue} onDrop={move} {...cardsOf(key)} />
        ))}
      </div>
    )

  const cards = cardsOf(alone)
  const sum = summaryOf(alone, cards.visits, targets, now)
  const list = (
    <>
      <p className={`small t3 num ${styles.rxSum}`}>
        <ColumnSum summary={sum} />
        {sum.over > 0 && ` · ${t('{count} over target', { count: sum.over })}`}
      </p>
      <div
        className={
          isPhone ? `phone-column phone-fill phone-flex phone-gap-4 ${styles.rxList}` : `min-h-0 scroll flex-1 grid gap-4 ${styles.rxQueue}`
        }
        data-cards
      >
        {cards.visits.length === 0 ? (
          <p className={`t3 span-all text-centre ${styles.rxNone}`}>
            {filter === 'everyone' ? t('{track}: no patients', { track: trackWord(alone) }) : t('No matching patients')}
          </p>
        ) : (
          <Cards {...cards} />
        )}
      </div>
    </>
  )
  if (!isPhone) return list
  const marks = new Map(
    [...columns].flatMap(([key, visits]) => {
      const mark = markOf(visits, targets, now)
      return mark ? [[key, mark] as const] : []
    }),
  )
  return (
    <BoardTabs
      track={alone}
      marks={marks}
      counts={new Map([...columns].map(([key]) => [key, onSite(inColumn(key), now).length]))}
      onTrack={onQueue}
    >
      {list}
    </BoardTabs>
  )
}

const AnnouncementStrip = lazy(async () => ({
  default: (await import('#features/announcements/web/strip-panel.tsx')).AnnouncementStrip,
}))
const LeftOpenNote = lazy(async () => ({ default: (await import('#features/attendance/web/left-open-banner.tsx')).LeftOpenNote }))
const RegisterDialog = lazy(async () => ({ default: (await import('#features/registration/web/register-dialog.tsx')).RegisterDialog }))
const SetUpBanner = lazy(async () => ({ default: (await import('#features/setup/web/set-up-banner.tsx')).SetUpBanner }))
const StartFor = lazy(async () => ({ default: (await import('./start-for.tsx')).StartFor }))
const TodayPanel = lazy(async () => ({ default: (await import('#features/appointments/web/today-panel.tsx')).TodayPanel }))
const VisitDialog = lazy(async () => ({ default: (await import('#features/attendance/web/visit-dialog.tsx')).VisitDialog }))

const WHOLE = 'all'
/** What is shown is in the address: a queue alone, a filter, an open visit, the patient whose visit is to start. */
const state = { track: z.string(), show: z.enum(filters), visit: Id, start: Id }

/** The queue of this person: what they pinned, else the queue of their role, else the room they work in. */
const useQueues = () => {
  const { landing } = usePreferences()
  const { mayAttend } = useVisitRights()
  const role = useStore(session).user?.role
  const pinned = startQueue(landing, role)
  const rooms = [DEFAULT_TRACK, ...shownColumns.map(({ key }) => key)].flatMap((track) => columnOf(track) ?? [])
  return { pinned, mine: pinned ?? rooms.find((room) => mayAttend(room)) ?? 'reception' }
}

const useTitle = (title: string) => {
  // The tab's title is outside React.
  useEffect(() => {
    document.title = `${title} · Kliniki`
  }, [title])
}

/** The reception interface: everybody in the house, where they are, what they wait for, and for how long. */
export const BoardPage = () => {
  const board = useBoard()
  const go = useNavigate()
  const { allowed } = useRights()
  const { me, mayAttend } = useVisitRights()
  const { move, attend, undo, lastMoved } = useVisitChanges()
  const { pinned, mine } = useQueues()
  const isPhone = useMediaQuery(PHONE) ?? false
  const [{ track: asked, show = 'everyone', visit: openId, start }, setUrl] = useUrlState(state)
  const [dialog, setDialog] = useState<'register' | 'start' | null>(null)
  const [movingId, setMovingId] = useState<number | null>(null)

  const track = asked === undefined ? pinned : isColumn(asked) ? asked : null
  useTitle(track ? t('Queue: {track}', { track: trackWord(track) }) : t('Live board'))
  const showQueue = (column: ColumnKey | null) => setUrl({ track: column ?? (pinned ? WHOLE : undefined) })
  const open = (id: number) => setUrl({ visit: String(id) })
  const find = (id: number | undefined) => board.visits.find((visit) => visit.id === id)

  const send = (visit: Visit, to: Track) => {
    const next = neighbourOf(visit.id)
    setMovingId(null)
    setUrl({ visit: undefined })
    void move(visit, to, me)
    focusCard(next ?? visit.id)
  }
  const pin = () => {
    const isPinned = pinned === track
    void savePreferences({ landing: isPinned || track === null ? '' : track })
    setUrl({ track: track ?? WHOLE })
    toast.done(isPinned || track === null ? t('Start view: whole board.') : t('Start view: {track}.', { track: trackWord(track) }))
  }
  const onFocused = (act: (visit: Visit) => void) => () => {
    const visit = find(focusedVisit())
    if (visit) act(visit)
    else toast.failed(t('Select a card first: use the arrow keys.'))
  }
  const takeOrHandBack = (visit: Visit) => {
    if (mayAttend(visit.track) && (visit.attended_by === null || visit.attended_by === me.id))
      void attend(visit, me, visit.attended_by === null)
    else open(visit.id)
  }
  const onRegister = allowed('patients.add') ? () => setDialog('register') : undefined
  const onStart = allowed('attendance.start') ? () => setDialog('start') : undefined
  useKeys([
    ...(onRegister ? [{ keys: 'N', label: t('Register patient'), run: onRegister }] : []),
    ...(onStart ? [{ keys: 'V', label: t('Start visit'), run: onStart }] : []),
    { keys: 'M', label: t('Move selected patient'), run: onFocused(({ id }) => setMovingId(id)) },
    { keys: 'T', label: t('Take or hand back selected patient'), run: onFocused(takeOrHandBack) },
    {
      keys: 'Q',
      label: track === null ? t('My queue: {track}', { track: trackWord(mine) }) : t('Whole board'),
      run: () => showQueue(track === null ? mine : null),
    },
    ...(allowed('billing.view') ? [{ keys: 'B', label: t('Cashier queue'), run: () => void go('/dashboard/billing') }] : []),
    { keys: 'P', label: t('Set as start view'), run: pin },
    ...(lastMoved ? [{ keys: 'Z', label: t('Undo my last move'), run: () => void undo(lastMoved) }] : []),
  ])

  const { leftOpen } = countOnSite(board.visits, board.now)
  const moving = find(movingId ?? undefined)
  const known = find(openId)
  return (
    <div className="stack fill">
      <BoardHead
        board={board}
        filter={show}
        onFilter={(filter) => setUrl({ show: filter === 'everyone' ? undefined : filter })}
        track={isPhone ? null : track}
        isPinned={track !== null && pinned === track}
        onPin={pin}
        onQueue={showQueue}
        onRegister={onRegister}
        onStart={onStart}
      />
      <Suspense>{leftOpen > 0 && <LeftOpenNote count={leftOpen} />}</Suspense>
      <Suspense>{track === null && allowed('company.change') && <SetUpBanner />}</Suspense>
      <Suspense>{track === null && allowed('announcements.view') && <AnnouncementStrip />}</Suspense>
      <Suspense>{track === null && allowed('appointments.view') && <TodayPanel onOpenVisit={open} />}</Suspense>
      {board.isLoading ? (
        <BoardLoading isPhone={isPhone} />
      ) : board.error ? (
        <BoardFailed error={board.error} retry={board.refetch} />
      ) : (
        <BoardView
          board={board}
          filter={show}
          track={track}
          isPhone={isPhone}
          onOpen={open}
          onMove={send}
          onQueue={showQueue}
          onStart={onStart}
        />
      )}
      {moving && (
        <MoveDialog
          visit={moving}
          onMove={(to) => send(moving, to)}
          onClose={() => {
            setMovingId(null)
            focusCard(moving.id)
          }}
        />
      )}
      <Suspense>
        {dialog === 'register' && <RegisterDialog onClose={() => setDialog(null)} />}
        {(dialog === 'start' || (start !== undefined && onStart)) && (
          <StartFor
            patient={start}
            onStarted={({ id }) => {
              setDialog(null)
              setUrl({ start: undefined })
              focusCard(id)
            }}
            onOpenVisit={(id) => {
              setDialog(null)
              setUrl({ start: undefined, visit: String(id) })
            }}
            onClose={() => {
              setDialog(null)
              setUrl({ start: undefined })
            }}
          />
        )}
        {openId !== undefined && <VisitDialog id={openId} known={known} onMove={send} onClose={() => setUrl({ visit: undefined })} />}
      </Suspense>
    </div>
  )
}
