import { Button } from '@mantine/core'
import { IconDroplet, IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { listSpecimens } from '#features/lab-catalogue/contract.ts'
import { call, pages, query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { usePages } from '#web/calls/rows.ts'
import { toast } from '#web/messages/toast.tsx'
import { Empty, FourStates, Loading } from '#web/ui/four-states.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { useNow } from '#web/state/use-now.ts'
import { useScans } from '#web/devices/use-scans.ts'
import type { SampleState } from '#features/laboratory/contract-fields.ts'
import { listSamples } from '#features/laboratory/contract.ts'
import type { SampleRow } from '../lab-types.ts'
import { drawsOf, sampleOfCode, toggledAll, toggledIn } from './collect-groups.ts'
import type { Show } from './collect-tiles.tsx'
import { DrawPanel } from './draw-panel.tsx'
import { SelectionBar } from './selection-bar.tsx'
import labPageStyles from '../lab-pages.module.css'

const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => Math.min(last, at + 1),
  ArrowUp: (at) => Math.max(0, at - 1),
  Home: () => 0,
  End: (_, last) => last,
}

/** Which tubes are selected and which one the keyboard is at; `shown` as they stand one under another. */
const useTubes = (shown: readonly SampleRow[], box: RefObject<HTMLElement | null>) => {
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const [at, setAt] = useState<number | null>(null)
  const current = shown.some(({ id }) => id === at) ? (at ?? undefined) : shown[0]?.id
  // What went out of the list is no longer selected.
  const chosen = shown.filter(({ id }) => selected.has(id))
  const focus = (id: number | undefined) => box.current?.querySelector<HTMLElement>(`[data-tube="${id}"]`)?.focus()
  return {
    selected,
    chosen,
    current,
    /** What a key is about: what is selected, else the tube that the keyboard is at. */
    subjects: chosen.length > 0 ? chosen : shown.filter(({ id }) => id === at),
    goTo: setAt,
    focus,
    toggle: (id: number) => {
      setAt(id)
      setSelected(toggledIn(selected, id))
    },
    toggleAll: (ids: readonly number[]) => setSelected(toggledAll(selected, ids)),
    clear: () => setSelected(new Set()),
    onKeyDown: (event: KeyboardEvent) => {
      const step = STEPS[event.key]
      if (!step || !(event.target instanceof HTMLElement) || event.target.dataset['tube'] === undefined) return
      event.preventDefault()
      const place = shown.findIndex(({ id }) => String(id) === (event.target as HTMLElement).dataset['tube'])
      focus(shown[step(place, shown.length - 1)]?.id)
    },
  }
}

const RejectDialog = lazy(async () => ({ default: (await import('./reject-dialog.tsx')).RejectDialog }))

const PAGE = 100
const TICK_MS = 30_000
const stateOf: Record<Show, SampleState | null> = { collect: 'to collect', receive: 'collected', rejected: 'rejected', all: null }

const Nothing = ({ show, q, onAll }: { show: Show; q: string; onAll: () => void }) => {
  if (q !== '')
    return (
      <Empty
        icon={IconSearch}
        title={t('No matching samples: “{q}”', { q })}
        action={<Button onClick={onAll}>{t('Search all samples')}</Button>}
      />
    )
  const words: Record<Show, [string, string]> = {
    collect: [t('No samples to collect'), t('Samples of requested tests appear here automatically, urgent first.')],
    receive: [t('No samples to receive'), t('Collected samples appear here until the laboratory receives them.')],
    rejected: [t('No rejected samples'), t('Unusable samples appear here, with the reason.')],
    all: [t('No samples yet'), t('Samples are created when tests are requested.')],
  }
  const [title, text] = words[show]
  return (
    <Empty icon={IconDroplet} title={title}>
      {text}
    </Empty>
  )
}

interface Props {
  show: Show
  q: string
  onChange: (change: { show?: string; q?: string }) => void
}

/** Selects the sample of a label that was scanned: in the list, or fetched into it. */
const useLabels = (shown: readonly SampleRow[], tubes: ReturnType<typeof useTubes>, onChange: Props['onChange']) => {
  const wanted = useRef<number | null>(null)
  const { focus, toggle, selected } = tubes
  // It comes with the answer of the search: selected once it is drawn.
  useEffect(() => {
    const id = wanted.current
    if (id === null || !shown.some((sample) => sample.id === id)) return
    wanted.current = null
    if (!selected.has(id)) toggle(id)
    focus(id)
  })
  return async (code: string) => {
    const known = sampleOfCode(shown, code)
    if (known) {
      wanted.current = known.id
      if (!selected.has(known.id)) toggle(known.id)
      return focus(known.id)
    }
    const found = sampleOfCode(await call(listSamples, { query: { q: code, limit: 5 } }), code)
    if (!found) return toast.failed(t('Sample {code} not found.', { code }))
    wanted.current = found.id
    onChange({ show: 'all', q: found.patient_sample_code })
  }
}

/** Samples by patient, the urgent and the longest waiting first. Arrows walk, the space bar selects, a scan selects its label. */
export const CollectList = ({ show, q, onChange }: Props) => {
  const now = useNow(TICK_MS)
  const box = useRef<HTMLDivElement>(null)
  const [rejected, setRejected] = useState<readonly SampleRow[] | null>(null)
  const { data: specimens = [] } = useQuery(query(listSpecimens, { query: {} }))
  const state = stateOf[show]
  const asked = { ...(state !== null && { state }), ...(q !== '' && { q }), limit: PAGE }
  const rows = usePages({ ...pages(listSamples, { query: asked }), placeholderData: keepPreviousData })
  const draws = drawsOf(
    rows.data ?? [],
    specimens.map(({ id }) => id),
  )
  const shown = draws.flatMap(({ samples }) => samples)
  const tubes = useTubes(shown, box)
  const select = useLabels(shown, tubes, onChange)
  const scan = (code: string) => void select(code.slice(0, 100)).catch(toast.failed)
  useScans(scan)
  useKeys([
    { keys: '/', label: t('Find a sample'), run: () => box.current?.querySelector('input')?.focus() },
    {
      keys: 'A',
      label: t('Select all samples of the patient'),
      run: () =>
        tubes.toggleAll((draws.find(({ samples }) => samples.some(({ id }) => id === tubes.current))?.samples ?? []).map(({ id }) => id)),
    },
  ])
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the arrow leads from the box to the rows
    <div
      className={`stack fill gap-5 ${labPageStyles.list}`}
      ref={box}
      onKeyDown={(event) => {
        if (event.key === 'ArrowDown' && event.target instanceof HTMLInputElement) tubes.focus(tubes.current)
        else tubes.onKeyDown(event)
      }}
    >
      <div className="doc-tools" role="search">
        <SearchField
          label={t('Sample number, patient or scan')}
          value={q}
          onChange={(text) => onChange({ q: text })}
          onEnter={(text) => text.trim() !== '' && /\d/.test(text) && scan(text)}
        />
      </div>
      <FourStates
        query={rows}
        loading={<Loading rows={8} height={44} />}
        isEmpty={(all) => all.length === 0}
        empty={<Nothing show={show} q={q} onAll={() => onChange({ show: 'all' })} />}
      >
        {() => (
          <>
            <div role="grid" className="stack gap-5" aria-label={t('Samples')} aria-multiselectable="true">
              {draws.map((draw) => (
                <DrawPanel
                  key={draw.process}
                  draw={draw}
                  now={now}
                  selected={tubes.selected}
                  current={tubes.current}
                  onFocus={tubes.goTo}
                  onToggle={tubes.toggle}
                  onReject={(sample) => setRejected([sample])}
                />
              ))}
            </div>
            <div className="table-foot num" role="status">
              <span className="grow">{t('{count, plural, one {# sample} other {# samples}}', { count: shown.length })}</span>
              {rows.hasMore && (
                <Button loading={rows.isFetchingMore} onClick={rows.fetchMore}>
                  {t('Show more')}
                </Button>
              )}
            </div>
          </>
        )}
      </FourStates>
      <SelectionBar chosen={tubes.chosen} subjects={tubes.subjects} onReject={setRejected} onClear={tubes.clear} />
      <Suspense>{rejected && <RejectDialog samples={rejected} onClose={() => setRejected(null)} />}</Suspense>
    </div>
  )
}
