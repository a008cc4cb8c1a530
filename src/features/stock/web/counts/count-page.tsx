import { Button, ActionIcon, Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import { ApiError, call, query } from '#web/calls/api.ts'
import { pollAfter } from '#web/calls/query-client.ts'
import { dateTime, number, money } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { useRights } from '#web/session/rights.ts'
import { toast } from '#web/messages/toast.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { DocumentHead, isMissing, NoSuchDocument, useIdInAddress } from '#web/ui/document.tsx'
import { Empty, FourStates, Loading } from '#web/ui/four-states.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { Note, Status } from '#web/ui/status.tsx'
import { useScans } from '#web/devices/use-scans.ts'
import { approveCount, getCount } from '#features/stock/contract-counts.ts'
import { scanCode } from '#features/stock/contract-ledger.ts'
import { lineName } from './count-line.tsx'
import { CountStatus } from './count-status.tsx'
import { CountTable } from './count-table.tsx'
import type { FoundBatch } from './found-dialog.tsx'
import { firstOpen, lineOfCode, linesShown, type Sheet, type SheetPart } from './sheet-rows.ts'
import { useCountActions } from './use-count-actions.ts'
import { useSheet } from './use-sheet.ts'
import { IconArrowBackUp, IconBan, IconDots, IconPlus, IconPrinter, type Icon } from '@tabler/icons-react'
import countsStyles from './counts.module.css'
import stockStyles from '../stock.module.css'

/** How far a count is, and what it would change. */
const CountFigures = ({ count }: { count: Sheet }) => {
  const { lines, counted, variances, variance_value, submitted_by_name, submitted_at, ended_by_name, ended_at, status, note } = count
  const share = lines === 0 ? 0 : Math.round((100 * counted) / lines)
  return (
    <>
      <dl className={`panel flow rigid gap-4-8 pad-5-6 terms ${stockStyles.stockFigures} num`}>
        <div>
          <dt className="small">{t('Counted')}</dt>
          <dd>{t('{n} of {all}', { n: number(counted), all: number(lines) })}</dd>
        </div>
        {variances !== null && (
          <div>
            <dt className="small">{t('Variances')}</dt>
            <dd>{number(variances)}</dd>
          </div>
        )}
        {variance_value !== null && variances !== 0 && (
          <div>
            <dt className="small">{t('Variance value')}</dt>
            <dd>{money(variance_value, { withCurrency: true })}</dd>
          </div>
        )}
        {variances === null && (
          <div>
            <dt className="small">{t('Expected')}</dt>
            <dd>{t('Blind')}</dd>
          </div>
        )}
        {submitted_at !== null && (
          <div>
            <dt className="small">{t('Submitted')}</dt>
            <dd>
              {submitted_by_name} · {dateTime(submitted_at)}
            </dd>
          </div>
        )}
        {ended_at !== null && (
          <div>
            <dt className="small">{status === 'posted' ? t('Approved') : t('Cancelled')}</dt>
            <dd>
              {ended_by_name} · {dateTime(ended_at)}
            </dd>
          </div>
        )}
        {note !== '' && (
          <div className={stockStyles.stockReason}>
            <dt className="small">{t('Note')}</dt>
            <dd>{note}</dd>
          </div>
        )}
      </dl>
      {status === 'counting' && (
        <div
          className={`rigid clipped ${countsStyles.progress}`}
          role="progressbar"
          aria-label={t('Counted')}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={share}
        >
          <div className="full-height accent-ground" style={{ width: `${share}%` }} />
        </div>
      )}
    </>
  )
}

interface Props {
  may: { count: boolean; cancel: boolean; reject: boolean }
  onAdd: () => void
  onPrint: () => void
  onCancel: () => void
  onReject: () => void
}
interface Tool {
  label: string
  icon: Icon
  run: () => void
  hasSign: boolean
}

/** What else can be done with a count: buttons in a row, or one menu where there is no room. */
const CountTools = ({ may, onAdd, onPrint, onCancel, onReject }: Props) => {
  const all: (Tool | false)[] = [
    may.count && { label: t('Add batch'), icon: IconPlus, run: onAdd, hasSign: true },
    { label: t('Print'), icon: IconPrinter, run: onPrint, hasSign: true },
    may.cancel && { label: t('Cancel count'), icon: IconBan, run: onCancel, hasSign: false },
    may.reject && { label: t('Send back'), icon: IconArrowBackUp, run: onReject, hasSign: false },
  ]
  const tools = all.filter((tool) => tool !== false)
  return (
    <>
      {tools.map(({ label, icon: Sign, run, hasSign }) => (
        <Button key={label} className="not-phone" leftSection={hasSign ? <Sign size={16} aria-hidden /> : undefined} onClick={run}>
          {label}
        </Button>
      ))}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon className={`only-phone ${countsStyles.more}`} variant="default" size="var(--k-control)" aria-label={t('More')}>
            <IconDots size={20} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {tools.map(({ label, icon: Sign, run }) => (
            <Menu.Item key={label} leftSection={<Sign size={16} stroke={1.5} aria-hidden />} onClick={run}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  )
}

const FoundDialog = lazy(async () => ({ default: (await import('./found-dialog.tsx')).FoundDialog }))

const LIST = '/dashboard/inventory/counts'
/** Others count too: what they found is asked for again. */
const AGAIN_MS = 15_000
const unknown: FoundBatch = { item: null, lot: null, expires_on: null }

const isUnknown = (error: unknown) => error instanceof ApiError && error.status === 404

const emptyTitle = (part: SheetPart, q: string) => {
  if (q !== '') return t('No matches')
  if (part === 'open') return t('All lines counted')
  return part === 'differs' ? t('No differences') : t('No lines on this sheet')
}

/** Where the cursor is sent by scanner, search and dialog, and what was found that is not on the sheet. */
const useWanted = (count: Sheet, show: () => void) => {
  // A sheet opens where the counting goes on.
  const [wanted, setWanted] = useState<{ id: number } | null>(() => {
    const open = count.may.count ? firstOpen(count.sheet) : undefined
    return open ? { id: open.id } : null
  })
  const [found, setFound] = useState<FoundBatch | null>(null)
  const [message, setMessage] = useState<string | null>(null)
  const want = (id: number) => {
    show()
    setMessage(null)
    setWanted({ id })
  }
  const scan = async (code: string) => {
    try {
      const what = await call(scanCode, { query: { code } })
      const line = lineOfCode(count.sheet, what)
      if (line) return want(line.id)
      setMessage(t('{item} is not on this sheet.', { item: [what.item_name, what.lot].filter(Boolean).join(', ') }))
      setFound({ item: what.item, lot: what.lot, expires_on: what.expires_on })
    } catch (error) {
      if (!isUnknown(error)) return toast.failed(error)
      setMessage(t('No item with code {code}.', { code }))
    }
  }
  return { wanted, want, found, setFound, message, hush: () => setMessage(null), scan }
}

const Body = ({ count }: { count: Sheet }) => {
  const { may } = count
  const tools = useRef<HTMLDivElement>(null)
  const [part, setPart] = useState<SheetPart>(count.status === 'counting' ? 'all' : 'differs')
  const [q, setQ] = useState('')
  const editing = useSheet(count.id)
  const { submit, approve, reject, cancel, print, isRunning, pointed } = useCountActions(count)
  const { can } = useRights()
  const { wanted, want, found, setFound, message, hush, scan } = useWanted(count, () => {
    setPart('all')
    setQ('')
  })
  const isBlind = count.variances === null
  const lines = linesShown(count.sheet, { part, q, unexplained: pointed, staying: editing.touched })
  useScans((code) => void scan(code), may.count && found === null)
  useKeys([{ keys: '/', label: t('Find item'), run: () => tools.current?.querySelector('input')?.focus() }])
  const isWaiting = isRunning || editing.isSaving
  const unsaved = count.sheet.find(({ id }) => editing.typed[id] !== undefined)
  const refused = count.sheet.find(({ id }) => editing.typed[id]?.why !== undefined)
  return (
    <>
      <CountFigures count={count} />
      {count.end_reason !== '' && (
        <Note tone={count.status === 'cancelled' ? 'inactive' : 'attention'}>
          {count.status === 'cancelled'
            ? t('Cancelled: {reason}', { reason: count.end_reason })
            : t('Sent back: {reason}', { reason: count.end_reason })}
        </Note>
      )}
      {count.status === 'submitted' && !may.approve && can(approveCount) && (
        <Note tone="waiting">{t('You counted or submitted this count: another user must approve it.')}</Note>
      )}
      {pointed.size > 0 && (
        <Note tone="attention" alert>
          {count.status === 'counting'
            ? t(
                '{count, plural, one {{n} line differs from the expected quantity. Recount it, or enter a reason.} other {{n} lines differ from the expected quantities. Recount them, or enter a reason.}}',
                { count: pointed.size, n: number(pointed.size) },
              )
            : t('Stock is now lower than the shortage found. Send the sheet back and recount these lines.')}
        </Note>
      )}
      {message !== null && (
        <Note tone="attention" alert>
          {message}
        </Note>
      )}
      <div className={`row wrap filters labels-hidden ${countsStyles.tools}`} ref={tools}>
        <SearchField label={t('Item, code or lot')} value={q} onChange={setQ} />
        <ChoiceField
          label={t('Lines')}
          data={[
            { value: 'all' as const, label: t('All') },
            { value: 'open' as const, label: t('Not counted') },
            { value: 'differs' as const, label: t('Differs') },
          ]}
          value={part}
          onChange={(chosen) => {
            hush()
            editing.forget()
            setPart(chosen)
          }}
        />
        <span className="grow not-phone" />
        <CountTools
          may={may}
          onAdd={() => setFound(unknown)}
          onPrint={() => void print()}
          onCancel={() => void cancel()}
          onReject={() => void reject()}
        />
        {may.submit && refused && (
          <span className={`row phone-own-line ${countsStyles.unsaved}`} role="status">
            <Status tone="critical">{t('Not saved: {item}', { item: lineName(refused) })}</Status>
            <Button size="compact-sm" onClick={() => want(refused.id)}>
              {t('Go to line')}
            </Button>
          </span>
        )}
        {may.submit && (
          <Button
            variant="filled"
            className={countsStyles.action}
            loading={isWaiting}
            onClick={() => {
              hush()
              // What cannot be saved leads to itself instead.
              const inTheWay = refused ?? unsaved
              if (inTheWay) want(inTheWay.id)
              else void submit()
            }}
          >
            {t('Submit')}
          </Button>
        )}
        {may.approve && (
          <Button variant="filled" className={countsStyles.action} loading={isWaiting} onClick={() => void approve()}>
            {t('Approve')}
          </Button>
        )}
      </div>
      {lines.length === 0 ? (
        <Empty
          title={emptyTitle(part, q)}
          action={part !== 'all' || q !== '' ? <Button onClick={() => want(0)}>{t('Show all')}</Button> : undefined}
        />
      ) : (
        <CountTable lines={lines} editing={editing} mayCount={may.count} isBlind={isBlind} pointed={pointed} wanted={wanted} />
      )}
      <Suspense>
        {found && <FoundDialog key={JSON.stringify(found)} count={count.id} found={found} onClose={() => setFound(null)} onAdded={want} />}
      </Suspense>
    </>
  )
}

/** A count sheet: typed or scanned, handed in, approved by somebody else. */
export const CountPage = () => {
  const id = useIdInAddress()
  const asked = useQuery({
    ...query(getCount, { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.status === 'counting' ? pollAfter(AGAIN_MS, state) : false),
  })
  const count = asked.data
  const back = { to: LIST, label: t('Stock counts') }
  if (id === 0 || isMissing(asked)) return <NoSuchDocument title={t('Stock count not found')} {...back} />
  return (
    <div className="page-body">
      <DocumentHead
        title={count?.number ?? t('Stock count')}
        status={count && <CountStatus status={count.status} />}
        sub={
          count
            ? [count.store_name, t('started {when} by {who}', { when: dateTime(count.started_at), who: count.started_by_name })].join(' · ')
            : '\u00a0'
        }
        back={back}
      />
      <FourStates query={asked} loading={<Loading rows={10} height={28} />}>
        {(data) => <Body key={data.status} count={data} />}
      </FourStates>
    </div>
  )
}
