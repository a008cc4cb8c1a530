import { Button, Kbd } from '@mantine/core'
import { IconCheck, IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef, type ReactNode, useState, type KeyboardEvent, type RefObject } from 'react'
import { useNavigate } from 'react-router'
import { getLabSettings } from '#features/lab-catalogue/contract.ts'
import { recordCriticalTry, approveResults, getWorklist } from '#features/laboratory/contract-results.ts'
import { query } from '#web/calls/api.ts'
import { number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { keyLabel, useKeys } from '#web/keyboard/keys.ts'
import { confirm } from '#web/messages/dialogs.ts'
import { useRights } from '#web/session/rights.ts'
import { session } from '#web/session/tokens.ts'
import { Empty, FourStates, Loading } from '#web/ui/four-states.tsx'
import { counted } from '#web/ui/counted.ts'
import { Page } from '#web/ui/page.tsx'
import { Note } from '#web/ui/status.tsx'
import { useNow } from '#web/state/use-now.ts'
import { waitedMinutes } from '../lab-labels.tsx'
import { ApproveLine } from './approve-line.tsx'
import { approvable, criticalCells, signedLines, sortWaiting, type Waiting } from '../results/approve-rules.ts'
import { confirmCritical } from '../critical/confirm-critical.ts'
import { useApproving } from '../results/use-approving.ts'
import { useSteady } from '#web/state/use-steady.ts'
import type { Work, WorkPanel } from '../results/work-types.ts'
import { useFirstRow } from '#web/keyboard/use-first-row.ts'
import approveStyles from './approve.module.css'
import labPageStyles from '../lab-pages.module.css'

const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => Math.min(last, at + 1),
  ArrowUp: (at) => Math.max(0, at - 1),
  Home: () => 0,
  End: (_, last) => last,
}

/** Which lines are selected and which one the keyboard is at: the first from the start. Arrows walk, the space bar selects and goes on, Enter opens. */
const useApproveKeys = (keys: readonly string[], box: RefObject<HTMLElement | null>, open: (key: string) => void) => {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [at, setAt] = useState<string | null>(null)
  const current = at !== null && keys.includes(at) ? at : keys[0]
  const focus = (key: string | undefined) => box.current?.querySelector<HTMLElement>(`[data-key="${key}"]`)?.focus()
  useFirstRow(keys.length > 0, () => focus(current))
  const toggle = (key: string) =>
    setSelected((all) => {
      const next = new Set(all)
      if (!next.delete(key)) next.add(key)
      return next
    })
  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement
    const key = target.dataset['key']
    if (key === undefined) return
    const place = keys.indexOf(key)
    const step = STEPS[event.key]
    if (step) focus(keys[step(place, keys.length - 1)])
    else if (event.key === ' ') {
      if (target.dataset['own'] === undefined) toggle(key)
      focus(keys[Math.min(keys.length - 1, place + 1)])
    } else if (event.key === 'Enter') open(key)
    else return
    event.preventDefault()
  }
  return { selected, current, toggle, onKeyDown, goTo: setAt, clear: () => setSelected(new Set()) }
}

const MOST = 500
const openCount = (waiting: readonly Waiting[]) => approvable(waiting).length

const Group = ({ title, sub, action, children }: { title: string; sub: string; action?: ReactNode; children: ReactNode }) => (
  <section className={`panel ${approveStyles.group}`} aria-label={title}>
    <header className="panel-head">
      <h2>{title}</h2>
      <span className="t3 num grow">{sub}</span>
      {action}
    </header>
    <div role="grid" aria-label={title}>
      {children}
    </div>
  </section>
)

interface Approvable {
  plain: readonly Waiting[]
  chosen: readonly Waiting[]
  /** By `test_panel`. */
  panels: ReadonlyMap<number, WorkPanel>
  clear: () => void
}
const useApprove = ({ plain, chosen, panels, clear }: Approvable) => {
  const go = useNavigate()
  const { can } = useRights()
  const { approve, isRunning } = useApproving()
  const approveChosen = async () => {
    const isSure = await confirmCritical({
      count: openCount(chosen),
      critical: criticalCells(chosen).map(({ id, test_panel }) => ({ id, test_panel_name: panels.get(test_panel)?.name ?? '' })),
      onCall: can(recordCriticalTry) ? () => void go('/dashboard/laboratory/critical') : undefined,
    })
    if (isSure && (await approve(approvable(chosen)))) clear()
  }
  // What is signed was seen: the list of patients and results comes before the signature.
  const approvePlain = async () => {
    const signed = signedLines(plain, panels)
    const isSure = await confirm({
      title: t('{count, plural, one {Approve # normal sample?} other {Approve # normal samples?}}', { count: signed.length }),
      text: signed.join('\n'),
      action: t('{count, plural, one {Approve # result} other {Approve # results}}', { count: openCount(plain) }),
    })
    if (isSure) await approve(approvable(plain))
  }
  return { approveChosen, approvePlain, isRunning }
}

const sub = (all: readonly Waiting[]) =>
  [
    t('{count, plural, one {# result} other {# results}}', { count: all.reduce((sum, { cells }) => sum + cells.length, 0) }),
    t('{count, plural, one {# sample} other {# samples}}', { count: all.length }),
  ].join(' · ')

const Lists = ({ work, mustDiffer }: { work: Work; mustDiffer: boolean }) => {
  const go = useNavigate()
  const now = useNow()
  const { can } = useRights()
  const box = useRef<HTMLDivElement>(null)
  const person = session.get().user?.user_id ?? 0
  const { plain, others } = useMemo(() => sortWaiting(work.rows, person, mustDiffer), [work.rows, person, mustDiffer])
  const panels = useMemo(() => new Map(work.panels.map((panel) => [panel.id, panel])), [work.panels])
  const all = [...others, ...plain]
  const open = (key: string) => {
    const found = all.find(({ row }) => row.key === key)
    if (found) void go(`/dashboard/laboratory/visits/${found.row.process}`)
  }
  const walk = useApproveKeys(
    all.map(({ row }) => row.key),
    box,
    open,
  )
  const actions = useSteady({ toggle: walk.toggle, goTo: walk.goTo })
  const { toggle, goTo } = useMemo(
    () => ({ toggle: (key: string) => actions.toggle(key), goTo: (key: string) => actions.goTo(key) }),
    [actions],
  )
  const chosen = all.filter(({ row, isOwn }) => walk.selected.has(row.key) && !isOwn)
  const { approveChosen, approvePlain, isRunning } = useApprove({ plain, chosen, panels, clear: walk.clear })
  const mayApprove = can(approveResults)
  useKeys([
    ...(mayApprove && chosen.length > 0 ? [{ keys: 'A', label: t('Approve selected'), run: () => void approveChosen() }] : []),
    ...(mayApprove && openCount(plain) > 0 ? [{ keys: 'Alt+A', label: t('Approve all normal'), run: () => void approvePlain() }] : []),
  ])
  const line = (waiting: Waiting) => (
    <ApproveLine
      key={waiting.row.key}
      waiting={waiting}
      panels={panels}
      isSelected={walk.selected.has(waiting.row.key)}
      isTabStop={walk.current === waiting.row.key}
      waited={waitedMinutes(waiting.row.requested_at, now)}
      onToggle={toggle}
      onFocus={goTo}
    />
  )
  const count = openCount(plain)
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys are the rows' own
    <div ref={box} className="stack gap-6" onKeyDown={walk.onKeyDown}>
      {work.has_more && <Note tone="attention">{t('Showing the first {n}: more appear as these are approved.', { n: number(MOST) })}</Note>}
      {others.length > 0 && (
        <Group title={t('Review individually')} sub={sub(others)}>
          {others.map(line)}
        </Group>
      )}
      {plain.length > 0 && (
        <Group
          title={t('All normal')}
          sub={sub(plain)}
          action={
            mayApprove && (
              <Button
                className="not-phone"
                variant={chosen.length === 0 ? 'filled' : 'default'}
                loading={isRunning}
                disabled={count === 0}
                leftSection={<IconCheck size={16} aria-hidden />}
                rightSection={<Kbd>{keyLabel('Alt+A')}</Kbd>}
                onClick={() => void approvePlain()}
              >
                {t('Approve all normal…')}
              </Button>
            )
          }
        >
          {plain.map(line)}
        </Group>
      )}
      {chosen.length > 0 && (
        <div className={`panel flex gap-4 pad-4-5 items-centre wrap sticky layer-2 ${labPageStyles.bar}`} role="status">
          <b className="grow num phone-line">
            {t('{count, plural, one {# sample selected} other {# samples selected}}', { count: chosen.length })}
          </b>
          <Button onClick={walk.clear}>{t('Clear selection')}</Button>
          {mayApprove && (
            <Button
              variant="filled"
              loading={isRunning}
              leftSection={<IconCheck size={16} aria-hidden />}
              rightSection={<Kbd className="not-phone">A</Kbd>}
              onClick={() => void approveChosen()}
            >
              {t('{count, plural, one {Approve # result} other {Approve # results}}', { count: openCount(chosen) })}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

/** What was entered and waits for approval: the ordinary all at once with Alt and A, after a look at the list, the others one by one (space selects, Enter opens). */
export const ApprovePage = () => {
  const work = useQuery(query(getWorklist, { query: { show: 'approve', limit: MOST } }))
  const { data: settings } = useQuery(query(getLabSettings, { query: {} }))
  return (
    <Page
      title={t('Approve')}
      sub={counted(work, ({ rows }) =>
        t('{count, plural, one {{n} sample waiting} other {{n} samples waiting}}', { count: rows.length, n: number(rows.length) }),
      )}
    >
      <FourStates
        query={work}
        loading={<Loading rows={8} height={44} />}
        isEmpty={({ rows }) => rows.length === 0}
        empty={
          <Empty icon={IconCircleCheck} title={t('Nothing to approve')}>
            {t('Results appear here as soon as they are entered.')}
          </Empty>
        }
      >
        {(data) => <Lists work={data} mustDiffer={settings?.approver_must_differ ?? false} />}
      </FourStates>
    </Page>
  )
}
