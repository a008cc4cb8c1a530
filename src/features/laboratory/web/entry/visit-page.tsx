import { useQueryClient } from '@tanstack/react-query'
import { IconFlask2, IconCheck } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useParams } from 'react-router'
import { recordCriticalTry } from '#calls/laboratory/contract-results.ts'
import { approveResults, enterResults, getEntry, withdrawResult } from '#features/laboratory/contract-results.ts'
import { isCritical } from '#features/laboratory/contract-fields.ts'
import { call, query } from '#web/calls/api.ts'
import { askReason } from '#web/messages/dialogs.ts'
import { t } from '#web/i18n.ts'
import { useKeys, keyLabel } from '#web/keyboard/keys.ts'
import { useRights } from '#web/session/rights.ts'
import { session } from '#web/session/tokens.ts'
import { isMissing, NoSuchDocument } from '#web/ui/document.tsx'
import { Empty, FourStates, Loading } from '#web/ui/four-states.tsx'
import { useAction } from '#web/calls/use-action.ts'
import { confirmCritical } from '../critical/confirm-critical.ts'
import type { EntryActions } from './entry-line.tsx'
import { approvableEntries, entryGroups, itemRowOf, limitsOf, countEntries } from '../results/entry-rules.ts'
import { EntryTable } from './entry-table.tsx'
import { ItemsNote } from '../results/items-note.tsx'
import { readTyped } from '../results/reading.ts'
import { useApproving } from '../results/use-approving.ts'
import { useCalls } from '../results/use-calls.ts'
import { useSteady } from '#web/state/use-steady.ts'
import { useResultItems } from '../results/use-result-items.ts'
import { useVisit } from './use-visit.ts'
import { VisitHead } from './visit-head.tsx'
import { problemWords } from '../results/labels.ts'
import type { EntryRow } from '../results/work-types.ts'
import { Button, Kbd } from '@mantine/core'
import { number } from '#web/text/format.ts'
import { Status } from '#web/ui/status.tsx'
import styles from '../results/results.module.css'

interface Props {
  rows: readonly EntryRow[]
  /** How many this person may approve. */
  approvable: number
  unsaved: number
  mayApprove: boolean
  isRunning: boolean
  onApprove: () => void
}

/** How the tests of the visit stand, and the button that ends it. */
const VisitFoot = ({ rows, approvable, unsaved, mayApprove, isRunning, onApprove }: Props) => {
  const { open, entered, approved } = countEntries(rows)
  const isOwn = entered > 0 && approvable === 0 && unsaved === 0
  return (
    <footer className={`doc-foot ${styles.visitFoot} num`}>
      {open > 0 && <Status tone="waiting">{t('{n} without result', { n: number(open) })}</Status>}
      {entered > 0 && <Status tone="progress">{t('{n} to approve', { n: number(entered) })}</Status>}
      {approved > 0 && <Status tone="done">{t('{n} approved', { n: number(approved) })}</Status>}
      {unsaved > 0 && (
        <Status tone="attention">
          {t('{count, plural, one {# result not saved yet} other {# results not saved yet}}', { count: unsaved })}
        </Status>
      )}
      <span className="grow" />
      {mayApprove && isOwn && <span className="t3">{t('Entered by you: another user must approve these.')}</span>}
      {mayApprove && entered + unsaved > 0 && (
        <Button
          variant="filled"
          loading={isRunning}
          disabled={approvable + unsaved === 0}
          leftSection={<IconCheck size={16} aria-hidden />}
          rightSection={<Kbd className="not-phone">{keyLabel('Mod+Enter')}</Kbd>}
          onClick={onApprove}
        >
          {t('{count, plural, one {Approve # result} other {Approve # results}}', { count: approvable + unsaved })}
        </Button>
      )}
    </footer>
  )
}

const AmendDialog = lazy(async () => ({ default: (await import('./amend-dialog.tsx')).AmendDialog }))
const CommentDialog = lazy(async () => ({ default: (await import('../results/comment-dialog.tsx')).CommentDialog }))
const CriticalDialog = lazy(async () => ({ default: (await import('../critical/critical-dialog.tsx')).CriticalDialog }))
const ResultClashDialog = lazy(async () => ({ default: (await import('../results/clash-dialog.tsx')).ResultClashDialog }))
const RevisionsDrawer = lazy(async () => ({ default: (await import('./revisions-drawer.tsx')).RevisionsDrawer }))

const WORK_LIST = '/dashboard/laboratory/worklist'
type Asked = { what: 'amend' | 'comment' | 'history'; row: EntryRow }

const findProblem = (row: EntryRow, text: string): string | null => {
  const reading = readTyped(row.panel, text, limitsOf(row))
  return 'problem' in reading && !reading.beyond ? problemWords(reading.problem, row.panel.unit) : null
}

/** To the next box that can be typed in. */
const stepFrom = (from: HTMLElement | null, by: 1 | -1) => {
  const boxes = [...document.querySelectorAll<HTMLElement>('[data-part="entry-table"] [data-place]')]
  boxes[boxes.indexOf(from!) + by]?.focus()
}

/** The results of one visit: entered, held against range and past, approved, corrected, printed. Ctrl and Enter approve what may be. */
export const VisitPage = () => {
  const process = Number(useParams()['process']) || 0
  const client = useQueryClient()
  const { can } = useRights()
  const { run } = useAction()
  const person = session.get().user?.user_id ?? 0
  const { entry, requests, samples, mustDiffer } = useVisit(process)
  const rows = entry.data
  const calls = useCalls(requests[0]?.visit)
  const items = useResultItems(`visit-${process}`, calls.askSaved)
  const approving = useApproving()
  const [asked, setAsked] = useState<Asked | null>(null)
  const groups = useMemo(() => entryGroups(rows ?? []), [rows])
  const close = () => setAsked(null)

  const itemOf = (row: EntryRow) => items.items[itemRowOf(row)]?.[row.test_panel]
  const withdraw = async (row: EntryRow) => {
    const reason = await askReason({
      title: t('Withdraw {test}', { test: row.test_panel_name }),
      text: t('The test is reopened. The reported result stays on record, and the report is marked as amended.'),
      action: t('Withdraw'),
      isGrave: true,
    })
    if (reason !== null)
      run(
        () => call(withdrawResult, { params: { id: row.id }, body: { reason, version: row.version } }),
        t('{test} withdrawn.', { test: row.test_panel_name }),
      )
  }
  const actions = useSteady<EntryActions>({
    type: (row, text) => items.put(itemRowOf(row), row, { text, isTyped: true }, row.current?.result ?? ''),
    done: (row, text) => {
      const item = itemOf(row)
      if (!item) return
      const isAsBefore = text.trim() === (row.current?.result ?? '') && item.comment === null
      if (isAsBefore) return items.drop(itemRowOf(row), row.test_panel)
      items.put(itemRowOf(row), row, { text, why: findProblem(row, text) }, text)
    },
    drop: (row) => items.drop(itemRowOf(row), row.test_panel),
    comment: (row) => setAsked({ what: 'comment', row }),
    amend: (row) => setAsked({ what: 'amend', row }),
    history: (row) => setAsked({ what: 'history', row }),
    withdraw: (row) => void withdraw(row),
    call: (row) => calls.ask(row.id),
    step: (from, step) => stepFrom(from, step === 'up' || step === 'back' ? -1 : 1),
  })
  const mayBe = approvableEntries(rows ?? [], (row) => items.items[itemRowOf(row)] ?? {}, person, mustDiffer)
  const approve = async () => {
    // What is typed counts: it is saved first, and approved as the server answers it.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    await items.save()
    const now = client.getQueryData(query(getEntry, { params: { process_id: process } }).queryKey) ?? rows ?? []
    const wanted = approvableEntries(now, () => ({}), person, mustDiffer)
    const isSure = await confirmCritical({
      count: wanted.length,
      critical: wanted.filter(({ current }) => isCritical(current?.flag ?? null)),
      visit: requests[0]?.visit,
      onCall: can(recordCriticalTry) ? calls.ask : undefined,
    })
    if (isSure) await approving.approve(wanted.map(({ id, version }) => ({ id, version })))
  }
  useKeys([
    ...(can(approveResults) ? [{ keys: 'Mod+Enter', label: t('Approve all eligible results'), run: () => void approve() }] : []),
    ...(calls.open.length > 0 ? [{ keys: 'F8', label: t('Record call'), run: () => calls.ask(calls.open[0]!.request_panel) }] : []),
  ])
  if (process === 0 || isMissing(entry)) return <NoSuchDocument title={t('Visit not found')} to={WORK_LIST} label={t('Work list')} />
  const [clash] = items.clashes
  const clashRow = clash && rows?.find(({ id }) => id === clash.item.request_panel)
  return (
    <div className="page-body">
      <VisitHead
        process={process}
        requests={requests}
        samples={samples}
        hasApproved={rows?.some(({ state }) => state === 'approved') ?? false}
      />
      <ItemsNote state={items} nameOf={(panel) => rows?.find(({ test_panel }) => test_panel === panel)?.test_panel_name} />
      <FourStates
        query={entry}
        loading={<Loading rows={12} height={28} />}
        isEmpty={() => groups.length === 0}
        empty={
          <Empty icon={IconFlask2} title={t('No tests in this visit')}>
            {t('Tests requested in the visit appear here for result entry.')}
          </Empty>
        }
      >
        {(all) => (
          <>
            <EntryTable
              groups={groups}
              samples={samples}
              items={items.items}
              calls={calls.open}
              actions={actions}
              mayEnter={can(enterResults)}
              mayAmend={can(withdrawResult)}
            />
            <VisitFoot
              rows={all}
              approvable={mayBe.length}
              unsaved={items.count}
              mayApprove={can(approveResults)}
              isRunning={approving.isRunning}
              onApprove={() => void approve()}
            />
          </>
        )}
      </FourStates>
      <Suspense>
        {asked?.what === 'amend' && <AmendDialog row={asked.row} onClose={close} />}
        {asked?.what === 'history' && <RevisionsDrawer row={asked.row} onClose={close} />}
        {asked?.what === 'comment' && (
          <CommentDialog
            test={asked.row.test_panel_name}
            comment={itemOf(asked.row)?.comment ?? asked.row.current?.comment ?? ''}
            onSave={(comment) => items.put(itemRowOf(asked.row), asked.row, { comment }, asked.row.current?.result ?? '')}
            onClose={close}
          />
        )}
        {clash && clashRow ? (
          <ResultClashDialog placed={clash} title={clashRow.test_panel_name} state={items} />
        ) : (
          calls.shown && <CriticalDialog key={calls.shown.id} call={calls.shown} others={calls.others} onClose={calls.putOff} />
        )}
      </Suspense>
    </div>
  )
}
